package dev.rctp.msgsig.fields;

import java.util.function.IntPredicate;

/** The field value and how far it has been read. */
final class FieldInput {

    /** What {@link #peek} and {@link #next} give after the last character. */
    static final int END = -1;

    private final String text;
    private int position;

    FieldInput(String text) {
        this.text = text;
    }

    boolean atEnd() {
        return position == text.length();
    }

    int peek() {
        return atEnd() ? END : text.charAt(position);
    }

    int next() {
        return atEnd() ? END : text.charAt(position++);
    }

    boolean accept(char wanted) {
        boolean found = peek() == wanted;
        if (found) {
            position++;
        }
        return found;
    }

    void expect(char wanted) throws MalformedFieldException {
        if (!accept(wanted)) {
            throw malformed("expected " + wanted);
        }
    }

    String takeWhile(IntPredicate accepted) {
        int start = position;
        while (position < text.length() && accepted.test(text.charAt(position))) {
            position++;
        }
        return text.substring(start, position);
    }

    void skipSpaces() {
        while (accept(' ')) {}
    }

    /** Spaces and tabs (OWS, RFC 9110 5.6.3). */
    void skipOptionalWhitespace() {
        while (accept(' ') || accept('\t')) {}
    }

    MalformedFieldException malformed(String what) {
        return new MalformedFieldException(what + " at character " + position);
    }
}
