package dev.rctp.registries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

@DisplayName("JSONTestSuite, and what decisions.json says where it leaves the choice or I-JSON is stricter (B66)")
class JsonTestSuiteTest {

    private static final String SUITE = "vectors/json-parsing/json-test-suite.json";
    private static final String DECISIONS = "vectors/json-parsing/decisions.json";

    record Case(String name, String expect, byte[] json) {
        @Override
        public String toString() {
            return expect + " " + name;
        }
    }

    static Stream<Case> cases() throws Exception {
        JsonNode decisions = StrictJson.parse(Vectors.bytes(DECISIONS));
        return StrictJson.parse(Vectors.bytes(SUITE))
                .path("cases")
                .valueStream()
                .map(c -> {
                    String name = c.path("name").stringValue();
                    String expect = decisions
                            .path(name)
                            .path("expect")
                            .stringValue(c.path("expect").stringValue());
                    return new Case(
                            name,
                            expect,
                            Base64.getDecoder().decode(c.path("bytes_base64").stringValue()));
                });
    }

    @ParameterizedTest
    @MethodSource("cases")
    void parses(Case test) throws Exception {
        if (test.expect.equals("accept")) {
            assertThat(StrictJson.parse(test.json)).isNotNull();
        } else {
            assertThat(test.expect).isEqualTo("reject");
            assertThatThrownBy(() -> StrictJson.parse(test.json)).isInstanceOf(InvalidJsonException.class);
        }
    }

    @Test
    void theWholeSuiteIsHere() throws Exception {
        assertThat(cases()).hasSize(316);
        assertThat(StrictJson.parse(Vectors.bytes(DECISIONS)).propertyNames())
                .allSatisfy(name -> assertThat(cases().map(Case::name)).contains(name));
    }

    @Test
    @DisplayName("n_structure_100000_opening_arrays and n_structure_open_array_object, which the suite only describes")
    void bigOnes() {
        for (String json : new String[] {"[".repeat(100_000), "[{\"\":".repeat(50_000) + "\n"}) {
            assertThatThrownBy(() -> StrictJson.parse(json.getBytes(StandardCharsets.UTF_8)))
                    .isInstanceOf(InvalidJsonException.class);
        }
    }
}
