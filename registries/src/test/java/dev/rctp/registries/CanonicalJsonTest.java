package dev.rctp.registries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

@DisplayName("Canonical JSON (RFC 8785)")
class CanonicalJsonTest {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private static String canonical(String json) throws InvalidJsonException {
        return CanonicalJson.text(StrictJson.parse(json.getBytes(StandardCharsets.UTF_8)));
    }

    private static void refuses(JsonNode value) {
        assertThatThrownBy(() -> CanonicalJson.bytes(value)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @DisplayName("B60: names in the order of UTF-16 code units, at every level")
    void order() throws Exception {
        assertThat(canonical("{\"\ufb33\":2,\"\ud83d\ude00\":1}")).isEqualTo("{\"\ud83d\ude00\":1,\"\ufb33\":2}");
        assertThat(canonical("[{\"\":0,\"b\":{\"z\":1,\"é\":2,\"Z\":3},\"a\":4,\"aa\":5}]"))
                .isEqualTo("[{\"\":0,\"a\":4,\"aa\":5,\"b\":{\"Z\":3,\"z\":1,\"é\":2}}]");
    }

    @Test
    @DisplayName("B61: lone surrogates are refused, never turned into a question mark")
    void loneSurrogates() {
        for (String lone : new String[] {"\ud800", "\udc00", "\udc00\ud800", "a\ud83d", "\ud83d\ude00\ude00"}) {
            refuses(NODES.stringNode(lone));
            refuses(NODES.objectNode().put(lone, 1));
            refuses(NODES.arrayNode().add(NODES.objectNode().put("k", lone)));
        }
    }

    @ParameterizedTest
    @DisplayName("B63: numbers as ECMAScript writes them")
    @CsvSource({
        "-0, 0",
        "-0.0, 0",
        "1e21, 1e+21",
        "1e20, 100000000000000000000",
        "1E-7, 1e-7",
        "0.000001, 0.000001",
        "333333333.33333329, 333333333.3333333",
        "1.0, 1",
        "4.50, 4.5",
        "2e-3, 0.002",
        "1e23, 1e+23",
        "5e-324, 5e-324",
        "9.88e-324, 1e-323",
        "2e-323, 2e-323",
        "1.7976931348623157e308, 1.7976931348623157e+308",
        "-1.5e-9, -1.5e-9",
        "123456789012345680000.0, 123456789012345680000",
        "0.1, 0.1",
        "100, 100",
        "1e2, 100",
        "2E-323, 2e-323"
    })
    void numbers(String number, String expected) throws Exception {
        assertThat(canonical(number)).isEqualTo(expected);
    }

    @ParameterizedTest
    @DisplayName("B63: non-finite numbers are refused, never null")
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void nonFinite(double value) {
        refuses(NODES.numberNode(value));
        refuses(NODES.numberNode((float) value));
    }

    @Test
    @DisplayName("B64: integers beyond 2^53-1 are refused, never rounded")
    void integers() throws Exception {
        assertThat(canonical("9007199254740991")).isEqualTo("9007199254740991");
        assertThat(canonical("-9007199254740991")).isEqualTo("-9007199254740991");
        for (String beyond : new String[] {
            "9007199254740992", "9007199254740993", "-9007199254740992", "18014398509481984", "18446744073709551615"
        }) {
            refuses(StrictJson.parse(beyond.getBytes(StandardCharsets.UTF_8)));
        }
        refuses(NODES.numberNode(Long.MIN_VALUE));
        refuses(NODES.numberNode(Long.MAX_VALUE));
        assertThat(CanonicalJson.text(NODES.numberNode(BigInteger.valueOf(7)))).isEqualTo("7");
    }

    @Test
    @DisplayName("B64: decimals that no double keeps are refused too")
    void decimals() {
        assertThat(CanonicalJson.text(NODES.numberNode(new BigDecimal("1.10")))).isEqualTo("1.1");
        refuses(NODES.numberNode(new BigDecimal("0.12345678901234567890123")));
        refuses(NODES.numberNode(new BigDecimal("1e400")));
        refuses(NODES.numberNode(new BigDecimal("9007199254740993")));
    }

    @Test
    void strings() throws Exception {
        assertThat(canonical("\"\\u0000\\u0008\\t\\n\\f\\r\\u001F\\\"\\\\\\/\\u007f\\u2028é\""))
                .isEqualTo("\"\\u0000\\b\\t\\n\\f\\r\\u001f\\\"\\\\/\u007f\u2028é\"");
    }

    @Test
    void literalsAndEmptiness() throws Exception {
        assertThat(canonical(" [ null , true , false , { } , [ ] , \"\" ] ")).isEqualTo("[null,true,false,{},[],\"\"]");
    }

    @Test
    void whatIsNotJson() {
        refuses(NODES.missingNode());
        refuses(NODES.pojoNode(new Object()));
        refuses(NODES.binaryNode(new byte[1]));
    }

    @Test
    @DisplayName("B90: written, read and written again it is the same, whatever the order it was made in")
    void stable() throws Exception {
        Random random = new Random(8785);
        for (int i = 0; i < 2_000; i++) {
            byte[] once = CanonicalJson.bytes(arbitrary(random, 4));
            assertThat(CanonicalJson.bytes(StrictJson.parse(once))).isEqualTo(once);
        }
    }

    private static JsonNode arbitrary(Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 4 : 6)) {
            case 0 -> NODES.numberNode(Double.longBitsToDouble(random.nextLong() & ~(1L << 62)));
            case 1 -> NODES.numberNode(random.nextLong(-Money.MAX_AMOUNT, Money.MAX_AMOUNT));
            case 2 -> NODES.stringNode(text(random));
            case 3 -> NODES.booleanNode(random.nextBoolean());
            case 4 -> NODES.arrayNode().add(arbitrary(random, depth - 1)).add(arbitrary(random, depth - 1));
            default -> object(random, depth);
        };
    }

    private static ObjectNode object(Random random, int depth) {
        ObjectNode object = NODES.objectNode();
        for (int i = random.nextInt(5); i > 0; i--) {
            object.set(text(random), arbitrary(random, depth - 1));
        }
        return object;
    }

    private static String text(Random random) {
        return random.ints(random.nextInt(6), 0, 0x11000)
                .filter(c -> c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
