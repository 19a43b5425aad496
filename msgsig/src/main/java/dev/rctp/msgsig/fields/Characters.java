package dev.rctp.msgsig.fields;

/** The character classes of the grammar (RFC 9651 3, RFC 9110 5.6.2). */
final class Characters {

    private Characters() {}

    static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    static boolean isLower(int c) {
        return c >= 'a' && c <= 'z';
    }

    static boolean isAlpha(int c) {
        return isLower(c) || (c >= 'A' && c <= 'Z');
    }

    static boolean isKeyStart(int c) {
        return isLower(c) || c == '*';
    }

    static boolean isKey(int c) {
        return isLower(c) || isDigit(c) || c == '_' || c == '-' || c == '.' || c == '*';
    }

    static boolean isTokenStart(int c) {
        return isAlpha(c) || c == '*';
    }

    /** {@code tchar}, colon or slash. */
    static boolean isToken(int c) {
        return isAlpha(c) || isDigit(c) || (c > ' ' && c < 0x7f && "!#$%&'*+-.^_`|~:/".indexOf(c) >= 0);
    }
}
