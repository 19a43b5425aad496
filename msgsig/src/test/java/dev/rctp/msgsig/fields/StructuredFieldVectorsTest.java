package dev.rctp.msgsig.fields;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rctp.msgsig.Vectors;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

@DisplayName("RFC 9651, by the public structured field vectors")
class StructuredFieldVectorsTest {

    private static final List<String> PARSING = List.of(
            "binary",
            "boolean",
            "date",
            "dictionary",
            "display-string",
            "examples",
            "item",
            "key-generated",
            "list",
            "listlist",
            "number",
            "number-generated",
            "param-dict",
            "param-list",
            "param-listlist",
            "string",
            "string-generated",
            "token",
            "token-generated");

    private static final List<String> SERIALIZING =
            List.of("key-generated", "number", "string-generated", "token-generated");

    static Stream<Arguments> parsing() {
        return PARSING.stream().flatMap(name -> cases(name + ".json"));
    }

    static Stream<Arguments> serializing() {
        return SERIALIZING.stream().flatMap(name -> cases("serialisation/" + name + ".json"));
    }

    private static Stream<Arguments> cases(String file) {
        return StreamSupport.stream(Vectors.read("structured-fields/" + file).spliterator(), false)
                .map(vector ->
                        Arguments.argumentSet(file + ": " + vector.get("name").stringValue(), vector));
    }

    @Test
    @DisplayName("none is left out: every file beside SOURCE.md, 1 580 cases to parse and 544 to serialize")
    void counts() throws IOException, URISyntaxException {
        assertThat(files("")).containsExactlyInAnyOrderElementsOf(PARSING);
        assertThat(files("serialisation/")).containsExactlyInAnyOrderElementsOf(SERIALIZING);
        assertThat(parsing()).hasSize(1_580);
        assertThat(serializing()).hasSize(544);
    }

    private static List<String> files(String folder) throws IOException, URISyntaxException {
        URL source = Objects.requireNonNull(Vectors.class.getResource("/vectors/structured-fields/SOURCE.md"));
        try (Stream<Path> files = Files.list(Path.of(source.toURI()).resolveSibling(folder))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".json"))
                    .map(name -> name.substring(0, name.length() - ".json".length()))
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("parsing")
    @DisplayName("RFC 9651 4.2: parses, also what it may refuse, and serializes what it parsed canonically")
    void parses(JsonNode vector) throws MalformedFieldException {
        String raw = lines(vector.get("raw"));
        String type = vector.get("header_type").stringValue();
        if (vector.path("must_fail").asBoolean(false)) {
            assertThatThrownBy(() -> parse(type, raw)).isInstanceOf(MalformedFieldException.class);
            return;
        }
        Object parsed = parse(type, raw);
        Object expected = expected(type, vector.get("expected"));
        String canonical = vector.has("canonical") ? lines(vector.get("canonical")) : raw;
        assertThat(parsed).isEqualTo(expected);
        assertThat(serialize(parsed)).isEqualTo(canonical);
        assertThat(serialize(expected)).isEqualTo(canonical);
    }

    @ParameterizedTest
    @MethodSource("serializing")
    @DisplayName("RFC 9651 4.1: serializes canonically, or refuses what has no text")
    void serializes(JsonNode vector) {
        String type = vector.get("header_type").stringValue();
        if (vector.path("must_fail").asBoolean(false)) {
            assertThatThrownBy(() -> expected(type, vector.get("expected")))
                    .isInstanceOf(IllegalArgumentException.class);
        } else {
            assertThat(serialize(expected(type, vector.get("expected")))).isEqualTo(lines(vector.get("canonical")));
        }
    }

    private static String lines(JsonNode lines) {
        return StreamSupport.stream(lines.spliterator(), false)
                .map(JsonNode::stringValue)
                .collect(Collectors.joining(", "));
    }

    private static Object parse(String type, String field) throws MalformedFieldException {
        return switch (type) {
            case "item" -> Item.parse(field);
            case "list" -> MemberList.parse(field);
            default -> Dictionary.parse(field);
        };
    }

    private static Object expected(String type, JsonNode json) {
        return switch (type) {
            case "item" -> ExpectedField.item(json);
            case "list" -> ExpectedField.list(json);
            default -> ExpectedField.dictionary(json);
        };
    }

    private static String serialize(Object field) {
        return switch (field) {
            case Item item -> item.serialize();
            case MemberList list -> list.serialize();
            case Dictionary dictionary -> dictionary.serialize();
            default -> throw new IllegalArgumentException(field.toString());
        };
    }
}
