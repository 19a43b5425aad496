package dev.rctp.registries;

/** UTF-16 halves without their other half, which no UTF-8 text can hold (RFC 7493 2.1, RFC 8785 3.2.2.2). */
final class Surrogates {

    private Surrogates() {}

    /** Whether a high surrogate is not followed by a low one, or a low one not preceded by a high one. */
    static boolean haveLone(String string) {
        for (int i = 0; i < string.length(); i++) {
            char c = string.charAt(i);
            if (Character.isSurrogate(c)) {
                if (Character.isLowSurrogate(c)
                        || i + 1 == string.length()
                        || !Character.isLowSurrogate(string.charAt(i + 1))) {
                    return true;
                }
                i++;
            }
        }
        return false;
    }
}
