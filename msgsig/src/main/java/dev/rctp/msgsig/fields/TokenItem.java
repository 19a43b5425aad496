package dev.rctp.msgsig.fields;

/**
 * A Token (RFC 9651 3.3.4, 4.1.7).
 *
 * @param value a letter or {@code *}, then characters of {@link Characters#isToken}
 */
public record TokenItem(String value) implements BareItem {

    /** Throws {@link IllegalArgumentException} for text that is not a token. */
    public TokenItem {
        boolean valid = !value.isEmpty() && Characters.isTokenStart(value.charAt(0));
        for (int i = 1; valid && i < value.length(); i++) {
            valid = Characters.isToken(value.charAt(i));
        }
        if (!valid) {
            throw new IllegalArgumentException("not a Token");
        }
    }

    @Override
    public void appendTo(StringBuilder out) {
        out.append(value);
    }
}
