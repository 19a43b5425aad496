package dev.rctp.registries;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * The JSON Canonicalization Scheme (RFC 8785). What it can't write exactly it refuses with
 * {@link IllegalArgumentException}: lone surrogates, integers beyond 2^53-1, non-finite numbers.
 */
public final class CanonicalJson {

    private static final BigInteger MAX_INTEGER = BigInteger.valueOf(Money.MAX_AMOUNT);

    // the order of UTF-16 code units that 3.2.3 asks for is String's own
    private static final Comparator<Map.Entry<String, JsonNode>> BY_NAME = Map.Entry.comparingByKey();

    private CanonicalJson() {}

    /** The canonical form as UTF-8. */
    public static byte[] bytes(JsonNode value) {
        return text(value).getBytes(StandardCharsets.UTF_8);
    }

    /** The canonical form as text. */
    public static String text(JsonNode value) {
        StringBuilder out = new StringBuilder(256);
        write(value, out);
        return out.toString();
    }

    private static void write(JsonNode value, StringBuilder out) {
        switch (value.getNodeType()) {
            case OBJECT -> object(value, out);
            case ARRAY -> array(value, out);
            case STRING -> string(value.stringValue(), out);
            case NUMBER -> number(value, out);
            case BOOLEAN -> out.append(value.booleanValue());
            case NULL -> out.append("null");
            default -> throw new IllegalArgumentException("not a JSON value: " + value.getNodeType());
        }
    }

    private static void object(JsonNode object, StringBuilder out) {
        List<Map.Entry<String, JsonNode>> members = new ArrayList<>(object.properties());
        members.sort(BY_NAME);
        char separator = '{';
        for (Map.Entry<String, JsonNode> member : members) {
            out.append(separator);
            string(member.getKey(), out);
            out.append(':');
            write(member.getValue(), out);
            separator = ',';
        }
        out.append(members.isEmpty() ? "{}" : "}");
    }

    private static void array(JsonNode array, StringBuilder out) {
        char separator = '[';
        for (JsonNode element : array) {
            out.append(separator);
            write(element, out);
            separator = ',';
        }
        out.append(array.isEmpty() ? "[]" : "]");
    }

    /** RFC 8785 3.2.2.2. */
    private static void string(String string, StringBuilder out) {
        if (Surrogates.haveLone(string)) {
            throw new IllegalArgumentException("a string has half of a surrogate pair");
        }
        out.append('"');
        int plain = 0;
        for (int i = 0; i < string.length(); i++) {
            char c = string.charAt(i);
            if (c < 0x20 || c == '"' || c == '\\') {
                out.append(string, plain, i);
                escape(c, out);
                plain = i + 1;
            }
        }
        out.append(string, plain, string.length()).append('"');
    }

    private static void escape(char c, StringBuilder out) {
        out.append('\\');
        switch (c) {
            case '\b' -> out.append('b');
            case '\t' -> out.append('t');
            case '\n' -> out.append('n');
            case '\f' -> out.append('f');
            case '\r' -> out.append('r');
            case '"', '\\' -> out.append(c);
            default -> out.append("u00").append(Character.forDigit(c >> 4, 16)).append(Character.forDigit(c & 15, 16));
        }
    }

    /** RFC 8785 3.2.2.3. */
    private static void number(JsonNode number, StringBuilder out) {
        if (number.isInt() || number.isLong() || number.isShort()) {
            integer(number.longValue(), out);
        } else if (number.isBigInteger()) {
            integer(number.bigIntegerValue(), out);
        } else if (number.isBigDecimal()) {
            decimal(number.decimalValue(), out);
        } else {
            EcmaScriptNumber.append(number.doubleValue(), out);
        }
    }

    private static void integer(long value, StringBuilder out) {
        if (value > Money.MAX_AMOUNT || value < -Money.MAX_AMOUNT) {
            throw new IllegalArgumentException("an integer is beyond 2^53-1");
        }
        out.append(value);
    }

    private static void integer(BigInteger value, StringBuilder out) {
        if (value.abs().compareTo(MAX_INTEGER) > 0) {
            throw new IllegalArgumentException("an integer is beyond 2^53-1");
        }
        out.append(value);
    }

    private static void decimal(BigDecimal value, StringBuilder out) {
        String text = EcmaScriptNumber.text(value.doubleValue());
        if (new BigDecimal(text).compareTo(value) != 0) {
            throw new IllegalArgumentException("a decimal has more digits than a double keeps");
        }
        out.append(text);
    }
}
