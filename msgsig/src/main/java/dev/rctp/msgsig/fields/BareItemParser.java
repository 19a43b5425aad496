package dev.rctp.msgsig.fields;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Reads values without parameters (RFC 9651 4.2.3.1, 4.2.4 to 4.2.10). */
final class BareItemParser {

    private final FieldInput in;

    BareItemParser(FieldInput in) {
        this.in = in;
    }

    BareItem next() throws MalformedFieldException {
        int first = in.peek();
        if (first == '-' || Characters.isDigit(first)) {
            return number();
        }
        if (Characters.isTokenStart(first)) {
            return new TokenItem(in.takeWhile(Characters::isToken));
        }
        return switch (first) {
            case '"' -> string();
            case ':' -> byteSequence();
            case '?' -> bool();
            case '@' -> date();
            case '%' -> displayString();
            default -> throw in.malformed("not a value");
        };
    }

    /** RFC 9651 4.2.4. */
    private BareItem number() throws MalformedFieldException {
        String sign = in.accept('-') ? "-" : "";
        String digits = in.takeWhile(Characters::isDigit);
        if (digits.isEmpty()) {
            throw in.malformed("number without digits");
        }
        if (in.accept('.')) {
            return decimal(sign + digits, digits.length());
        }
        if (digits.length() > 15) {
            throw in.malformed("Integer of more than 15 digits");
        }
        return new IntegerItem(Long.parseLong(sign + digits));
    }

    private DecimalItem decimal(String integer, int digits) throws MalformedFieldException {
        String fraction = in.takeWhile(Characters::isDigit);
        if (digits > 12 || fraction.isEmpty() || fraction.length() > 3) {
            throw in.malformed("Decimal not of at most 12 and 1 to 3 digits");
        }
        return new DecimalItem(new BigDecimal(integer + "." + fraction));
    }

    /** RFC 9651 4.2.5. */
    private StringItem string() throws MalformedFieldException {
        in.expect('"');
        String start = in.takeWhile(c -> c >= ' ' && c <= '~' && c != '"' && c != '\\');
        return new StringItem(in.accept('"') ? start : rest(start));
    }

    /** What follows the first escape. */
    private String rest(String start) throws MalformedFieldException {
        StringBuilder value = new StringBuilder(start);
        while (true) {
            int c = in.next();
            if (c == '"') {
                return value.toString();
            }
            if (c == '\\') {
                c = in.next();
                if (c != '"' && c != '\\') {
                    throw in.malformed("bad escape in a String");
                }
            }
            if (c < ' ' || c > '~') {
                throw in.malformed("String without end or with a character it can't hold");
            }
            value.append((char) c);
        }
    }

    /**
     * RFC 9651 4.2.7. Missing padding and non-zero pad bits are read, as the RFC asks of parsers; padding that is
     * there must be right, and the alphabet is that of RFC 4648 section 4 alone, never the URL-safe one.
     */
    private ByteSequenceItem byteSequence() throws MalformedFieldException {
        in.expect(':');
        String base64 = in.takeWhile(c -> c != ':');
        in.expect(':');
        try {
            return new ByteSequenceItem(Base64.getDecoder().decode(base64));
        } catch (IllegalArgumentException e) {
            throw in.malformed("Byte Sequence that is not base64");
        }
    }

    /** RFC 9651 4.2.8. */
    private BooleanItem bool() throws MalformedFieldException {
        in.expect('?');
        return switch (in.next()) {
            case '1' -> BooleanItem.TRUE;
            case '0' -> new BooleanItem(false);
            default -> throw in.malformed("Boolean that is neither ?0 nor ?1");
        };
    }

    /** RFC 9651 4.2.9. */
    private DateItem date() throws MalformedFieldException {
        in.expect('@');
        if (in.peek() != '-' && !Characters.isDigit(in.peek())) {
            throw in.malformed("Date without digits");
        }
        if (number() instanceof IntegerItem(long seconds)) {
            return new DateItem(seconds);
        }
        throw in.malformed("Date with a fraction");
    }

    /** RFC 9651 4.2.10. */
    private DisplayStringItem displayString() throws MalformedFieldException {
        in.expect('%');
        in.expect('"');
        ByteArrayOutputStream utf8 = new ByteArrayOutputStream();
        while (true) {
            int c = in.next();
            if (c == '"') {
                return new DisplayStringItem(decode(utf8.toByteArray()));
            }
            if (c < ' ' || c > '~') {
                throw in.malformed("Display String without end or with a character it can't hold");
            }
            utf8.write(c == '%' ? 16 * hexDigit() + hexDigit() : c);
        }
    }

    private int hexDigit() throws MalformedFieldException {
        int c = in.next();
        if (Characters.isDigit(c)) {
            return c - '0';
        }
        if (c >= 'a' && c <= 'f') {
            return c - 'a' + 10;
        }
        throw in.malformed("escape in a Display String that is not two lower-case hexadecimal digits");
    }

    private String decode(byte[] utf8) throws MalformedFieldException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(utf8))
                    .toString();
        } catch (CharacterCodingException e) {
            throw in.malformed("Display String that is not UTF-8");
        }
    }
}
