package dev.rctp.gateway.cli;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Output that a terminal only shows: a control character other than newline and tab, a line separator, and one that turns the
 * direction of text are written as {@code \}{@code uXXXX}, which in a JSON text stands for the same character.
 */
final class PlainText extends PrintWriter {

    private static final Pattern COMMANDING = Pattern.compile(
            "[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]|\\r(?!\\n)");
    private static final Pattern LINE_BREAK = Pattern.compile("[\\r\\n]");

    PlainText(Writer out) {
        super(new Escaping(out), true);
    }

    /** One line whatever is in it: line breaks that came from elsewhere begin no line of ours. */
    @Override
    public void println(@Nullable String line) {
        super.println(escaped(LINE_BREAK, String.valueOf(line)));
    }

    private static String escaped(Pattern pattern, String text) {
        return pattern.matcher(text).replaceAll(PlainText::escape);
    }

    private static String escape(MatchResult character) {
        return Matcher.quoteReplacement(
                "\\u%04x".formatted((int) character.group().charAt(0)));
    }

    private static final class Escaping extends FilterWriter {

        Escaping(Writer out) {
            super(out);
        }

        @Override
        public void write(int character) throws IOException {
            write(String.valueOf((char) character));
        }

        @Override
        public void write(char[] text, int offset, int length) throws IOException {
            write(new String(text, offset, length));
        }

        @Override
        public void write(String text, int offset, int length) throws IOException {
            out.write(escaped(COMMANDING, text.substring(offset, offset + length)));
        }
    }
}
