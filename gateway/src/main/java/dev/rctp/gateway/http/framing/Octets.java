package dev.rctp.gateway.http.framing;

/** The octet classes of RFC 9110 and RFC 3986 that the edge's byte checks ask for. */
public final class Octets {

    private static final boolean[] TOKEN = alphanumericAnd("!#$%&'*+-.^_`|~");
    private static final boolean[] UNRESERVED = alphanumericAnd("-._~");
    private static final boolean[] PATH = alphanumericAnd("-._~!$&'()*+,=:@/%");

    private Octets() {}

    private static boolean[] alphanumericAnd(String others) {
        boolean[] table = new boolean[256];
        for (int c = 0; c < 128; c++) {
            table[c] = others.indexOf(c) >= 0 || Character.isLetterOrDigit(c);
        }
        return table;
    }

    /** RFC 9110 5.6.2 tchar. */
    static boolean isToken(int octet) {
        return TOKEN[octet & 0xff];
    }

    /** RFC 3986 2.3 unreserved. */
    public static boolean isUnreserved(int octet) {
        return UNRESERVED[octet & 0xff];
    }

    /** RFC 3986 3.3 pchar, slash and percent, without the semicolon. */
    public static boolean isPath(int c) {
        return c < 128 && PATH[c];
    }

    /** A control octet other than the horizontal tab. */
    static boolean isControl(int octet) {
        int c = octet & 0xff;
        return (c < 0x20 && c != '\t') || c == 0x7f;
    }

    /** The value of a hexadecimal digit, or -1. */
    public static int hex(int octet) {
        return Character.digit(octet & 0xff, 16);
    }
}
