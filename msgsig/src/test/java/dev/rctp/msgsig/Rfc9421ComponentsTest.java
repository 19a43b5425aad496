package dev.rctp.msgsig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rctp.msgsig.fields.Dictionary;
import dev.rctp.msgsig.fields.MalformedFieldException;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

@DisplayName("RFC 9421 2.1, 2.2: the values of components")
class Rfc9421ComponentsTest {

    private static final JsonNode CASES =
            Vectors.read("rfc9421/rfc9421-component-values.json").get("cases");

    /** The type that the RFC's example field has by the text around it. */
    private static final FieldTypes TYPES = FieldTypes.KNOWN.with("Example-Dict", FieldTypes.Type.DICTIONARY);

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

    /** What the vectors write in words: the list in the note. */
    static Stream<Arguments> inputs() {
        return cases().filter(c -> c.has("note"))
                .map(c -> Arguments.argumentSet(
                        c.get("id").stringValue(), c.get("note").stringValue().replaceFirst("\\).*", ")")));
    }

    @Test
    @DisplayName("none is left out: 32 cases, two of them of seven lines together, two in words")
    void counts() {
        assertThat(cases()).hasSize(32);
        assertThat(single()).hasSize(28);
        assertThat(lines()).hasSize(7);
        assertThat(inputs()).hasSize(2);
        assertThat(cases().filter(c -> !c.has("identifier") && !c.has("lines") && !c.has("note")))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("lines")
    @DisplayName("2.1: fields as printed")
    void fieldLine(RequestMessage request, String line) throws MalformedSignatureException {
        Component component = Component.parse(line.substring(0, line.indexOf(": ")));
        assertThat(component.identifier() + ": " + ComponentValue.of(component, request, TYPES))
                .isEqualTo(line);
    }

    @ParameterizedTest
    @MethodSource("single")
    @DisplayName("2.1.1 to 2.2.9: as printed, or refused")
    void value(JsonNode vector) throws MalformedSignatureException {
        String identifier = vector.get("identifier").stringValue();
        if (vector.path("error").asBoolean(false)) {
            assertThatThrownBy(() -> value(identifier, request(vector)))
                    .isInstanceOf(MalformedSignatureException.class);
        } else {
            assertThat(value(identifier, request(vector)))
                    .isEqualTo(vector.get("value").stringValue());
        }
    }

    @ParameterizedTest
    @MethodSource("inputs")
    @DisplayName("2.5, B7: lists that are errors, to the reader and to the signer")
    void refusedInput(String list) throws MalformedFieldException {
        assertThat(list).startsWith("(").endsWith(")");
        Dictionary field = Dictionary.parseUnique("sig1=" + list);
        assertThatThrownBy(() -> SignatureInput.of(Objects.requireNonNull(field.get("sig1"))))
                .isInstanceOf(MalformedSignatureException.class);
        String[] identifiers = list.substring(1, list.length() - 1).split(" ", -1);
        RequestMessage request = request(cases().findFirst().orElseThrow());
        HmacKey key = new HmacKey(new byte[32]);
        assertThatThrownBy(() ->
                        SignatureDraft.labelled("sig1").covering(identifiers).sign(request, key))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @DisplayName("2.1.1: sf of a field whose type nobody told is refused")
    void unknownType() throws MalformedSignatureException {
        RequestMessage request =
                request(cases().filter(c -> c.has("field")).findFirst().orElseThrow());
        Component component = Component.parse("\"example-dict\";sf");
        assertThatThrownBy(() -> ComponentValue.of(component, request, FieldTypes.KNOWN))
                .isInstanceOf(MalformedSignatureException.class);
    }

    private static String value(String identifier, RequestMessage request) throws MalformedSignatureException {
        return ComponentValue.of(Component.parse(identifier), request, TYPES);
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
