package dev.rctp.registries;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The examples in {@code examples/<schema>.json}. Each invalid one is the first valid one with a merge patch (RFC 7396), and
 * names the JSON pointer at which it is wrong.
 */
@DisplayName("Section 14: each schema accepts its valid examples and tells where the invalid ones are wrong")
class SchemaExamplesTest {

    private static final Schemas SCHEMAS = Registries.load().schemas();

    /** All but the file of parts, and the one whose examples are in the gateway. */
    static final List<String> NAMES = SCHEMAS.names().stream()
            .filter(name -> !name.equals("types") && !name.equals("gateway-config"))
            .sorted()
            .toList();

    record Invalid(String schema, String why, String at, JsonNode value) {
        @Override
        public String toString() {
            return schema + ": " + why;
        }
    }

    static Stream<Invalid> invalid() {
        return NAMES.stream().flatMap(SchemaExamplesTest::invalid);
    }

    private static Stream<Invalid> invalid(String schema) {
        JsonNode examples = examples(schema);
        return examples.path("invalid")
                .valueStream()
                .map(e -> new Invalid(
                        schema,
                        e.path("why").stringValue(),
                        e.path("at").stringValue(),
                        patched(examples.path("valid").path(0), e.path("patch"))));
    }

    @ParameterizedTest
    @FieldSource("NAMES")
    void valid(String schema) {
        JsonNode valid = examples(schema).path("valid");
        assertThat(valid).isNotEmpty();
        assertThat(valid)
                .allSatisfy(value -> assertThat(SCHEMAS.validate(schema, value)).isEmpty());
        assertThat(examples(schema).path("invalid").size()).isGreaterThanOrEqualTo(3);
    }

    @ParameterizedTest
    @MethodSource("invalid")
    void invalid(Invalid example) {
        assertThat(SCHEMAS.validate(example.schema, example.value))
                .extracting(Schemas.Fault::path)
                .contains(example.at);
    }

    private static JsonNode examples(String schema) {
        try {
            return StrictJson.parse(Vectors.bytes("examples/" + schema + ".json"));
        } catch (Exception e) {
            throw new AssertionError("examples of " + schema, e);
        }
    }

    private static JsonNode patched(JsonNode value, JsonNode patch) {
        if (!patch.isObject()) {
            return patch;
        }
        ObjectNode patched =
                value instanceof ObjectNode object ? object.deepCopy() : JsonNodeFactory.instance.objectNode();
        patch.properties().forEach(member -> {
            if (member.getValue().isNull()) {
                patched.remove(member.getKey());
            } else {
                patched.set(member.getKey(), patched(patched.path(member.getKey()), member.getValue()));
            }
        });
        return patched;
    }
}
