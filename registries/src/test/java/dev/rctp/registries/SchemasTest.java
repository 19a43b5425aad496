package dev.rctp.registries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class SchemasTest {

    private static final Map<String, JsonNode> FILES = RegistryFolder.packed();

    private static JsonNode json(String text) throws InvalidJsonException {
        return StrictJson.parse(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Schemas schemas(String text) throws InvalidJsonException {
        return new Schemas(Map.of("t.schema.json", json(text)));
    }

    private static Map<String, JsonNode> schemaFiles() {
        Map<String, JsonNode> schemas = new TreeMap<>();
        FILES.forEach((name, content) -> {
            if (name.startsWith("schemas/")) {
                schemas.put(name, content);
            }
        });
        return schemas;
    }

    private static JsonNode schemaFile(String file) {
        return Objects.requireNonNull(FILES.get("schemas/" + file), file);
    }

    @Test
    @DisplayName("Section 14: every schema is a valid schema of draft 2020-12 with the $id of its file")
    void schemasAreSchemas() {
        var meta = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(com.networknt.schema.SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));
        assertThat(schemaFiles()).isNotEmpty().allSatisfy((file, schema) -> {
            assertThat(meta.validate(schema)).as(file).isEmpty();
            assertThat(schema.path("$schema").stringValue()).isEqualTo("https://json-schema.org/draft/2020-12/schema");
            assertThat(schema.path("$id").stringValue()).isEqualTo(Schemas.BASE + file.substring("schemas/".length()));
        });
    }

    @Test
    @DisplayName("DEC-3: the reasons that schemas allow are those of the registry")
    void reasons() {
        List<String> allowed = schemaFile("types.schema.json")
                .path("$defs")
                .path("reason")
                .path("enum")
                .valueStream()
                .map(JsonNode::stringValue)
                .toList();
        assertThat(allowed)
                .containsExactlyElementsOf(
                        Arrays.stream(Reason.values()).map(Reason::code).toList());
    }

    @Test
    @DisplayName("Only listing-terms and terms-submission can carry a floor (section 14)")
    void floor() {
        assertThat(schemaFiles().keySet())
                .filteredOn(file -> allows(schemaFile(file.substring("schemas/".length())), "floor"))
                .containsExactly("schemas/listing-terms.schema.json");
    }

    private static boolean allows(JsonNode schema, String member) {
        JsonNode property = schema.path("properties").path(member);
        return property.isObject() || schema.valueStream().anyMatch(part -> allows(part, member));
    }

    @Test
    void unknownNames() {
        Schemas schemas = Registries.load().schemas();
        assertThatThrownBy(() -> schemas.validate("offers", json("{}"))).isInstanceOf(IllegalArgumentException.class);
        assertThat(schemas.names()).contains("error", "listing", "term-set").doesNotContain("offers");
    }

    @Test
    @DisplayName("No schema is ever fetched: a reference that leads out stops the start")
    void nothingIsFetched() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            server.setSoTimeout(300);
            String url = "http://127.0.0.1:" + server.getLocalPort() + "/x.json";
            assertThatThrownBy(() -> schemas("{\"$ref\":\"" + url + "\"}"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("t.schema.json");
            assertThatThrownBy(() -> schemas("{\"properties\":{\"a\":{\"items\":{\"$ref\":\"" + url + "\"}}}}"))
                    .isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(server::accept).isInstanceOf(SocketTimeoutException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"$ref\":\"other.schema.json\"}",
                "{\"$ref\":\"#/$defs/none\"}",
                "{\"$ref\":\"file:///etc/hostname\"}"
            })
    void referencesThatLeadNowhere(String schema) {
        assertThatThrownBy(() -> schemas(schema)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    @DisplayName("Section 1: an integer is written as one")
    void plainIntegers() throws Exception {
        Schemas schemas = schemas("{\"type\":\"integer\"}");
        assertThat(schemas.validate("t", json("1"))).isEmpty();
        for (String number : new String[] {"1.0", "1e2", "1.5", "\"1\"", "null", "true"}) {
            assertThat(schemas.validate("t", json(number)))
                    .containsExactly(new Schemas.Fault("", "has the wrong type"));
        }
    }

    @Test
    @DisplayName("Formats are checked, patterns end where the text ends")
    void formatsAndPatterns() throws Exception {
        assertThat(schemas("{\"format\":\"uri\"}").validate("t", json("\"a b\"")))
                .isNotEmpty();
        assertThat(schemas("{\"pattern\":\"^a$\"}").validate("t", json("\"a\\n\"")))
                .isNotEmpty();
        assertThat(schemas("{\"pattern\":\"^a$\"}").validate("t", json("\"a\"")))
                .isEmpty();
    }

    @Test
    @DisplayName("INV-1: no fault quotes the value that is wrong")
    void faultsDoNotQuote() throws Exception {
        Schemas schemas = schemas("""
                {"properties":{"a":{"enum":["x"]},"b":{"pattern":"^x$"},"c":{"maximum":1},"d":{"const":"x"},"e":{"format":"uri"},
                "f":{"maxLength":1},"g":{"uniqueItems":true},"h":{"items":{"type":"boolean"}},"i":{"not":{}},
                "j":{"oneOf":[{"const":1},{"const":2}]},"k":{"multipleOf":10},"l":{"contains":{"const":1}}}}
                """);
        JsonNode value = json(
                "{\"c\":4711,\"k\":4711,\"g\":[4711,4711],\"h\":[\"4711\"],\"l\":[4711],\"a\":\"4711\",\"b\":\"4711\","
                        + "\"d\":\"4711\",\"e\":\" 4711\",\"f\":\"4711\",\"i\":\"4711\",\"j\":\"4711\"}");
        List<Schemas.Fault> faults = schemas.validate("t", value);
        assertThat(faults)
                .extracting(Schemas.Fault::path)
                .contains("/a", "/b", "/c", "/d", "/e", "/f", "/g", "/h/0", "/i", "/j", "/k", "/l");
        assertThat(faults.toString()).doesNotContain("4711");
    }

    @Test
    void pointersAreEscaped() throws Exception {
        Schemas schemas = schemas("{\"additionalProperties\":false,\"properties\":{\"a/b\":{\"type\":\"null\"}}}");
        assertThat(schemas.validate("t", json("{\"a/b\":1,\"~\":1}")))
                .extracting(Schemas.Fault::path)
                .containsExactlyInAnyOrder("/a~1b", "/~0");
    }
}
