package dev.rctp.conformance.breakable.fields;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads one field value from left to right (RFC 9651 section 4.2). */
final class FieldReader {

    private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~:/";

    private final String text;
    private int at;

    FieldReader(String text) {
        this.text = text;
    }

    boolean atEnd() {
        return at >= text.length();
    }

    void skipSpaces() {
        while (peek() == ' ') {
            at++;
        }
    }

    void skipBlanks() {
        while (peek() == ' ' || peek() == '\t') {
            at++;
        }
    }

    boolean takes(char expected) {
        boolean there = peek() == expected;
        if (there) {
            at++;
        }
        return there;
    }

    void expect(char expected) throws MalformedFieldException {
        if (!takes(expected)) {
            throw new MalformedFieldException("no " + expected + " at " + at);
        }
    }

    String key() throws MalformedFieldException {
        int start = at;
        if (!lower(peek()) && peek() != '*') {
            throw new MalformedFieldException("no key at " + at);
        }
        while (lower(peek()) || digit(peek()) || "_-.*".indexOf(peek()) >= 0) {
            at++;
        }
        return text.substring(start, at);
    }

    Member flag() throws MalformedFieldException {
        int start = at;
        Map<String, Object> params = params();
        return new Member(true, params, text.substring(start, at));
    }

    Member memberValue() throws MalformedFieldException {
        return peek() == '(' ? innerList() : item();
    }

    private Member innerList() throws MalformedFieldException {
        int start = at;
        expect('(');
        List<Member> items = new ArrayList<>();
        skipSpaces();
        while (!takes(')')) {
            items.add(item());
            if (peek() != ' ' && peek() != ')') {
                throw new MalformedFieldException("no space at " + at);
            }
            skipSpaces();
        }
        Map<String, Object> params = params();
        return new Member(items, params, text.substring(start, at));
    }

    private Member item() throws MalformedFieldException {
        int start = at;
        Object value = bare();
        Map<String, Object> params = params();
        return new Member(value, params, text.substring(start, at));
    }

    private Map<String, Object> params() throws MalformedFieldException {
        Map<String, Object> params = new LinkedHashMap<>();
        while (takes(';')) {
            skipSpaces();
            String key = key();
            Object value = takes('=') ? bare() : true;
            if (params.put(key, value) != null) {
                throw new MalformedFieldException("the parameter " + key + " is there twice");
            }
        }
        return params;
    }

    private Object bare() throws MalformedFieldException {
        char first = peek();
        return switch (first) {
            case '"' -> string();
            case ':' -> octets();
            case '?' -> bool();
            case '-' -> number();
            default -> {
                if (digit(first)) {
                    yield number();
                }
                if (letter(first) || first == '*') {
                    yield token();
                }
                throw new MalformedFieldException("no value at " + at);
            }
        };
    }

    private String string() throws MalformedFieldException {
        StringBuilder read = new StringBuilder();
        at++;
        while (!takes('"')) {
            char next = peek();
            if (next < 0x20 || next > 0x7e) {
                throw new MalformedFieldException("no character of a String at " + at);
            }
            at++;
            if (next == '\\') {
                next = peek();
                if (next != '"' && next != '\\') {
                    throw new MalformedFieldException("a wrong escape at " + at);
                }
                at++;
            }
            read.append(next);
        }
        return read.toString();
    }

    private byte[] octets() throws MalformedFieldException {
        int end = text.indexOf(':', at + 1);
        if (end < 0) {
            throw new MalformedFieldException("an open Byte Sequence");
        }
        String base64 = text.substring(at + 1, end);
        at = end + 1;
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException notBase64) {
            throw new MalformedFieldException("no base64");
        }
    }

    private Boolean bool() throws MalformedFieldException {
        at++;
        if (takes('1')) {
            return true;
        }
        expect('0');
        return false;
    }

    private Object number() throws MalformedFieldException {
        int start = at;
        takes('-');
        int digits = at;
        while (digit(peek())) {
            at++;
        }
        int whole = at - digits;
        boolean decimal = whole > 0 && takes('.');
        while (decimal && digit(peek())) {
            at++;
        }
        String number = text.substring(start, at);
        if (whole == 0 || whole > (decimal ? 12 : 15) || number.endsWith(".")) {
            throw new MalformedFieldException("no number at " + start);
        }
        return decimal ? new BigDecimal(number) : (Object) Long.valueOf(number);
    }

    private Member.Token token() {
        int start = at++;
        while (letter(peek()) || digit(peek()) || TOKEN_MARKS.indexOf(peek()) >= 0) {
            at++;
        }
        return new Member.Token(text.substring(start, at));
    }

    /** The next character; NUL at the end, which nothing admits. */
    private char peek() {
        return at < text.length() ? text.charAt(at) : 0;
    }

    private static boolean lower(char c) {
        return c >= 'a' && c <= 'z';
    }

    private static boolean letter(char c) {
        return lower(c) || (c >= 'A' && c <= 'Z');
    }

    private static boolean digit(char c) {
        return c >= '0' && c <= '9';
    }
}
