package dev.rctp.msgsig.fields;

/**
 * A String (RFC 9651 3.3.3, 4.1.6).
 *
 * @param value printable ASCII and spaces only, unescaped
 */
public record StringItem(String value) implements BareItem {

    /** Throws {@link IllegalArgumentException} for a character that a String can't hold. */
    public StringItem {
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) < ' ' || value.charAt(i) > '~') {
                throw new IllegalArgumentException("a String holds printable ASCII only");
            }
        }
    }

    @Override
    public void appendTo(StringBuilder out) {
        out.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\');
            }
            out.append(c);
        }
        out.append('"');
    }
}
