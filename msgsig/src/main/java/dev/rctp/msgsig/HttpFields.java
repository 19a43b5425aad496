package dev.rctp.msgsig;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The field lines of one HTTP message, in the order they came; names are compared without case (RFC 9110 5.1). */
public final class HttpFields {

    /** One field line: its lower-case name and its value without surrounding whitespace. */
    public record Field(String name, String value) {}

    private static final HttpFields NONE = new HttpFields(List.of());

    private final List<Field> lines;

    private HttpFields(List<Field> lines) {
        this.lines = lines;
    }

    /** A message without fields. */
    public static HttpFields none() {
        return NONE;
    }

    /** Fields from alternating names and values. */
    public static HttpFields of(String... namesAndValues) {
        Builder builder = new Builder();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            builder.add(namesAndValues[i], namesAndValues[i + 1]);
        }
        return builder.build();
    }

    /** All field lines in order. */
    public List<Field> lines() {
        return lines;
    }

    /** The values of the lines with this name, in order; empty where there is none. */
    public List<String> values(String name) {
        String wanted = name.toLowerCase(Locale.ROOT);
        List<String> found = new ArrayList<>(1);
        for (Field line : lines) {
            if (line.name().equals(wanted)) {
                found.add(line.value());
            }
        }
        return found;
    }

    /** The lines with this name joined by a comma and a space (RFC 9421 2.1); empty where there is none. */
    public Optional<String> combined(String name) {
        List<String> values = values(name);
        return values.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", values));
    }

    /** Whether a line with this name exists. */
    public boolean contains(String name) {
        String wanted = name.toLowerCase(Locale.ROOT);
        for (Field line : lines) {
            if (line.name().equals(wanted)) {
                return true;
            }
        }
        return false;
    }

    /** A builder that starts with these lines. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.lines.addAll(lines);
        return builder;
    }

    /** Collects field lines. */
    public static final class Builder {
        private final List<Field> lines = new ArrayList<>();

        /** Adds a line after those there are. */
        public Builder add(String name, String value) {
            lines.add(new Field(name.toLowerCase(Locale.ROOT), trim(value)));
            return this;
        }

        /** Without spaces and tabs at both ends (OWS, RFC 9110 5.5): anything else there is a part of the value. */
        private static String trim(String value) {
            int start = 0;
            int end = value.length();
            while (start < end && isWhitespace(value.charAt(start))) {
                start++;
            }
            while (end > start && isWhitespace(value.charAt(end - 1))) {
                end--;
            }
            return value.substring(start, end);
        }

        private static boolean isWhitespace(char c) {
            return c == ' ' || c == '\t';
        }

        /** Removes all lines with this name and adds one. */
        public Builder set(String name, String value) {
            return remove(name).add(name, value);
        }

        /** Removes all lines with this name. */
        public Builder remove(String name) {
            String wanted = name.toLowerCase(Locale.ROOT);
            lines.removeIf(line -> line.name().equals(wanted));
            return this;
        }

        /** The fields collected so far. */
        public HttpFields build() {
            return new HttpFields(List.copyOf(lines));
        }
    }
}
