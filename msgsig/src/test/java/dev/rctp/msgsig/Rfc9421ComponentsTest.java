package dev.rctp.msgsig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

@DisplayName("RFC 9421 2.1, 2.2: the values of components")
class Rfc9421ComponentsTest {

    private static final JsonNode CASES =
            Vectors.read("rfc9421/rfc9421-component-values.json").get("cases");

    private static Stream<JsonNode> cases() {
        return StreamSupport.stream(CASES.spliterator(), false);
    }

    static Stream<Arguments> single() {
        return cases().filter(c -> c.has("identifier"))
                .map(c -> Arguments.argumentSet(c.get("id").stringValue(), c));
    }

    static Stream<Arguments> lines() {
        return cases().filter(c -> c.has("lines"))
                .flatMap(c -> StreamSupport.stream(c.get("lines").spliterator(), false)
                        .map(line -> Arguments.argumentSet(
                                c.get("id").stringValue() + " " + line.stringValue(),
                                VectorMessages.request(c.get("message")),
                                line.stringValue())));
    }

    @ParameterizedTest
    @MethodSource("lines")
    void fieldLine(RequestMessage request, String line) throws MalformedSignatureException {
        Component component = Component.parse(line.substring(0, line.indexOf(": ")));
        assertThat(component.identifier() + ": " + ComponentValue.ofRequest(component, request))
                .isEqualTo(line);
    }

    @ParameterizedTest
    @MethodSource("single")
    @DisplayName("as printed; @query-param, and sf of a field whose type is not known, are refused")
    void value(JsonNode vector) throws MalformedSignatureException {
        String identifier = vector.get("identifier").stringValue();
        boolean unsupported = identifier.startsWith("\"@query-param\"") || identifier.endsWith(";sf");
        if (vector.path("error").asBoolean(false) || unsupported) {
            assertThatThrownBy(() -> value(identifier, request(vector)))
                    .isInstanceOf(MalformedSignatureException.class);
        } else {
            assertThat(value(identifier, request(vector)))
                    .isEqualTo(vector.get("value").stringValue());
        }
    }

    private static String value(String identifier, RequestMessage request) throws MalformedSignatureException {
        return ComponentValue.ofRequest(Component.parse(identifier), request);
    }

    private static RequestMessage request(JsonNode vector) {
        if (vector.has("message")) {
            return VectorMessages.request(vector.get("message"));
        }
        HttpFields.Builder fields = new HttpFields.Builder();
        vector.get("values").forEach(value -> fields.add(vector.get("field").stringValue(), value.stringValue()));
        return new RequestMessage("GET", "https", "www.example.com", "/", null, fields.build());
    }
}
