package dev.rctp.conformance.vectors;

import dev.rctp.registries.CanonicalJson;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Sha256;
import dev.rctp.registries.StrictJson;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** I-JSON and its canonical form, on which all hashes stand (section 1, RFC 8785). */
final class CanonicalVectors {

    private final VectorFile file = new VectorFile(
            "canonical-json",
            "JSON texts, their canonical form (RFC 8785) and its digest; what is not I-JSON has none.");

    VectorFile make() {
        strings();
        numbers();
        bad("duplicate", "Two members of one name.", "{\"a\":1,\"a\":2}");
        bad("duplicate-escaped", "The same name in two spellings.", "{\"a\":1,\"\\u0061\":2}");
        bad("duplicate-deep", "Two members of one name, deep inside.", "[{\"x\":{\"b\":1,\"c\":2,\"b\":1}}]");
        bad("lone-high", "B61: half of a pair.", "{\"k\":\"\\ud800\"}");
        bad("lone-low", "B61: the other half, in a name.", "{\"\\udc00\":1}");
        bad("lone-swapped", "B61: both halves in the wrong order.", "\"\\udc00\\ud800\"");
        bad("too-deep", "33 levels.", "[".repeat(33) + "]".repeat(33));
        good("deep", "32 levels.", "[".repeat(32) + "]".repeat(32));
        bad("way-too-deep", "B66: it must be refused without a stack running over.", "[".repeat(5000));
        bad("trailing-comma", "B66: a comma with nothing behind it.", "[1,]");
        bad("byte-order-mark", "B66: a byte order mark.", "\ufeff{}");
        bad("control", "B66: a raw control character.", "\"a\tb\"");
        bad("single-quotes", "Apostrophes.", "{'a':1}");
        bad("comment", "A comment.", "{}//");
        bad("tail", "A second value.", "{} {}");
        bad("empty", "Nothing.", "");
        bad("nan", "NaN.", "NaN");
        bad("leading-zero", "A leading zero.", "01");
        bad("plus", "A plus.", "+1");
        bad("bare-dot", "A point without digits.", "1.");
        bad("escape-unknown", "An unknown escape.", "\"\\x41\"");
        bad("open", "No end.", "{\"a\":1");
        return file;
    }

    private void strings() {
        good("empty-object", "No members.", "{ }");
        good("empty-array", "No elements.", "[\n]");
        good("literals", "Literals.", "[true, false, null]");
        good("order", "Members in order, space gone.", "{\"b\": 1, \"a\": {\"d\": 2, \"c\": 3}}");
        good("order-utf16", "B60: by UTF-16 code units, not by code points.", "{\"\\ufb33\":2,\"\\ud83d\\ude00\":1}");
        good(
                "order-capitals",
                "Capitals before small letters.",
                "{\"a\":1,\"B\":2,\"_\":3,\"\":4,\"1\":5,\"10\":6,\"2\":7}");
        good(
                "order-rfc",
                "The names of RFC 8785 3.2.3.",
                "{\"\\u20ac\":1,\"\\r\":2,\"\\ufb33\":3,\"1\":4,"
                        + "\"\\ud83d\\ude00\":5,\"\\u0080\":6,\"\\u00f6\":7}");
        good(
                "escapes",
                "The shortest escapes.",
                "\"\\u0008\\u0009\\u000a\\u000c\\u000d\\u0022\\u005c\\u002f\\u0001\\u007f\"");
        good("no-normalization", "Two spellings of one letter stay two.", "[\"\\u00e5\",\"a\\u030a\"]");
        good("nul", "A NUL, escaped.", "{\"\\u0000\":\"\\u0000\"}");
        good("pair", "A pair of surrogates is one character.", "\"\\ud83d\\ude00\"");
        good("noncharacter", "A code point that is none, but no half.", "\"\\uffff\"");
    }

    private void numbers() {
        good("number-negative-zero", "B63: -0 is 0.", "-0");
        good("number-exponent", "B63: 1e21 with exponent, 1e20 without.", "[1e21, 1e20, 1E-7, 0.000001]");
        good(
                "number-digits",
                "The shortest digits.",
                "[333333333.33333329, 4.50, 2e-3, 0.000000000000000000000000001]");
        good(
                "number-extremes",
                "The least and the greatest double.",
                "[5e-324, 1.7976931348623157e308, 9.999999999999999e22]");
        good("number-largest-integer", "2^53-1.", "[9007199254740991, -9007199254740991]");
        good("number-whole", "A whole number with a fraction.", "[1.0, 100.00]");
        bad("number-infinite", "B63: 1e400.", "1e400");
        bad("integer-2-53", "B64: 2^53.", "9007199254740992");
        bad("integer-2-53-1", "B64: 2^53+1, which a double rounds.", "9007199254740993");
        bad("integer-2-64-1", "B64: 2^64-1.", "{\"amount\":18446744073709551615}");
        bad("integer-below", "B64: below -(2^53-1).", "-9007199254740992");
    }

    private void good(String name, String comment, String json) {
        try {
            JsonNode value = StrictJson.parse(Texts.utf8(json));
            byte[] canonical = CanonicalJson.bytes(value);
            ObjectNode expected =
                    file.valid(name, "WRD", comment).put("json", json).putObject("expected");
            expected.put("canonical", CanonicalJson.text(value)).put("digest", Sha256.text(canonical));
        } catch (InvalidJsonException e) {
            throw new IllegalArgumentException(json, e);
        }
    }

    private void bad(String name, String comment, String json) {
        file.invalid(name, "WRD", comment)
                .put("json", json)
                .putObject("expected")
                .put("reason", "request_invalid");
    }
}
