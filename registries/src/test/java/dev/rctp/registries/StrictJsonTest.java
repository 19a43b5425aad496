package dev.rctp.registries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeType;

@DisplayName("Section 1: bodies are I-JSON")
class StrictJsonTest {

    private static JsonNode parse(String json) throws InvalidJsonException {
        return StrictJson.parse(json.getBytes(StandardCharsets.UTF_8));
    }

    private static void refuses(String json) {
        assertThatThrownBy(() -> parse(json)).as(json).isInstanceOf(InvalidJsonException.class);
    }

    @ParameterizedTest
    @DisplayName("B66: duplicate members, at any depth and in any spelling")
    @ValueSource(
            strings = {
                "{\"a\":1,\"a\":1}",
                "{\"a\":1,\"b\":2,\"\\u0061\":3}",
                "[{\"x\":{\"a\":null,\"a\":null}}]",
                "{\"\":1,\"\":2}",
                "{\"a\":null,\"a\":1}"
            })
    void duplicateMembers(String json) {
        refuses(json);
    }

    @ParameterizedTest
    @DisplayName("B61: lone surrogates, in values and in names")
    @ValueSource(
            strings = {
                "{\"k\":\"\\ud800\"}",
                "{\"\\udc00\":1}",
                "\"\\udc00\\ud800\"",
                "\"\\ud800\\ud800\\udc00\"",
                "\"\\ud83d\\ude00\\ude00\"",
                "\"a\\ud83d b\""
            })
    void loneSurrogates(String json) {
        refuses(json);
    }

    @Test
    @DisplayName("B61: a pair is one character, escaped or not")
    void pairs() throws Exception {
        assertThat(parse("\"\\ud83d\\ude00\"")).isEqualTo(parse("\"\ud83d\ude00\""));
    }

    @ParameterizedTest
    @DisplayName("B66: bytes that are not UTF-8, also where U+FFFD itself is allowed")
    @CsvSource({
        "22ff22, invalid byte",
        "22c0af22, overlong",
        "22eda08022, surrogate",
        "22f490808022, beyond U+10FFFF",
        "22efbfbdff22, U+FFFD and an invalid byte",
        "22e282, cut short",
        "efbbbf7b7d, byte order mark",
        "efbbbf, byte order mark only",
        "5b005d00, UTF-16LE",
        "fffe5b005d00, UTF-16LE with byte order mark",
        "0000005b0000005d, UTF-32BE"
    })
    void notUtf8(String hex, String what) {
        assertThatThrownBy(() -> StrictJson.parse(HexFormat.of().parseHex(hex)))
                .as(what)
                .isInstanceOf(InvalidJsonException.class);
    }

    @Test
    void replacementCharacterIsText() throws Exception {
        assertThat(parse("\"\ufffd\"").stringValue()).isEqualTo("\ufffd");
        assertThat(parse("\"\\ufffd\\ufeff\"").stringValue()).isEqualTo("\ufffd\ufeff");
    }

    @ParameterizedTest
    @DisplayName("B66: what is not one JSON text")
    @ValueSource(
            strings = {
                "",
                " ",
                "\ufeff{}",
                "{} {}",
                "{}x",
                "{},",
                "[1,]",
                "{\"a\":1,}",
                "[1 2]",
                "{\"a\" 1}",
                "{a:1}",
                "{'a':1}",
                "// c\n{}",
                "/* c */{}",
                "# c\n{}",
                "NaN",
                "Infinity",
                "-Infinity",
                "[+1]",
                "[01]",
                "[.5]",
                "[1.]",
                "[0x1]",
                "\"a\nb\"",
                "\"a\u0000b\"",
                "\"\\x\"",
                "\"\\u00g0\"",
                "tru",
                "trues",
                "nul",
                "\u00a0{}",
                "\u000c{}",
                "[1,,2]",
                "]",
                "}",
                "{\"a\":1]",
                "[1}",
                "\"open",
                "{\"a\"",
                "1 2",
                "-",
                "1e",
                "1e+"
            })
    void notOneText(String json) {
        refuses(json);
    }

    @Test
    @DisplayName("B66: a NUL escaped in a name is text, and another name than the one without it")
    void escapedNul() throws Exception {
        assertThat(parse("{\"a\\u0000\":1,\"a\":2}").size()).isEqualTo(2);
    }

    @Test
    @DisplayName("B66: 32 levels are accepted, 33 are not, whatever they are made of")
    void depth() throws Exception {
        assertThat(parse("[".repeat(32) + "]".repeat(32))).isNotNull();
        assertThat(parse("{\"a\":".repeat(31) + "[1]" + "}".repeat(31))).isNotNull();
        refuses("[".repeat(33) + "]".repeat(33));
        refuses("{\"a\":".repeat(32) + "[1]" + "}".repeat(32));
        refuses("[{\"a\":".repeat(16) + "[]" + "}]".repeat(16));
    }

    @ParameterizedTest
    @DisplayName("B63: numbers no double is near are refused")
    @ValueSource(strings = {"1e400", "-1e400", "[1.8e308]", "1e99999999999999999999", "-1.5E+9999"})
    void nonFinite(String json) {
        refuses(json);
    }

    @Test
    @DisplayName("B64: integers keep their value, of any size a body may reasonably hold")
    void integers() throws Exception {
        for (String digits : new String[] {
            "0", "2147483648", "9007199254740993", "-9223372036854775809", "18446744073709551615", "9".repeat(999)
        }) {
            assertThat(parse(digits).bigIntegerValue()).isEqualTo(new BigInteger(digits));
        }
        refuses("9".repeat(StrictJson.MAX_NUMBER_LENGTH + 1));
    }

    @Test
    @DisplayName("B63: -0 is 0")
    void minusZero() throws Exception {
        assertThat(CanonicalJson.text(parse("[-0,-0.0,0e9,-0e-9]"))).isEqualTo("[0,0,0,0]");
    }

    @Test
    void otherNumbersAreTheNearestDouble() throws Exception {
        assertThat(parse("0.1").doubleValue()).isEqualTo(0.1);
        assertThat(parse("1.0").isIntegralNumber()).isFalse();
        assertThat(parse("1e-400").doubleValue()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"null,NULL", "true,BOOLEAN", "7,NUMBER", "\"a\",STRING", "[],ARRAY", "{},OBJECT"})
    void anyValue(String json, JsonNodeType type) throws Exception {
        assertThat(parse(json).getNodeType()).isEqualTo(type);
        assertThat(parse(" \t\r\n" + json + " \t\r\n").getNodeType()).isEqualTo(type);
    }

    @Test
    void objectsOnly() throws Exception {
        assertThat(StrictJson.parseObject("{\"a\":1}".getBytes(StandardCharsets.UTF_8))
                        .size())
                .isEqualTo(1);
        for (String json : new String[] {"[]", "null", "\"{}\""}) {
            assertThatThrownBy(() -> StrictJson.parseObject(json.getBytes(StandardCharsets.UTF_8)))
                    .isInstanceOf(InvalidJsonException.class);
        }
    }

    @Test
    @DisplayName("INV-1: what is wrong is said without a word of the input")
    void messagesDoNotQuote() {
        for (String json : new String[] {
            "{\"secret\":1,\"secret\":2}",
            "{\"secret\":secret}",
            "\"secret\\ud800\"",
            "[secret",
            "{\"a\":1}secret",
            "{\"secret\":1e999}"
        }) {
            assertThatThrownBy(() -> parse(json))
                    .hasMessageNotContaining("secret")
                    .hasNoCause();
        }
    }

    @Test
    void longTextsAreTheCallersToLimit() throws Exception {
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        json.writeBytes("{\"".getBytes(StandardCharsets.UTF_8));
        json.writeBytes("n".repeat(200_000).getBytes(StandardCharsets.UTF_8));
        json.writeBytes("\":\"".getBytes(StandardCharsets.UTF_8));
        json.writeBytes("é".repeat(3_000_000).getBytes(StandardCharsets.UTF_8));
        json.writeBytes("\"}".getBytes(StandardCharsets.UTF_8));
        assertThat(StrictJson.parse(json.toByteArray()).size()).isEqualTo(1);
    }
}
