package dev.rctp.gateway.http.framing;

/**
 * What came is no unambiguous request; nothing that follows it on the connection, or on the HTTP/2 stream, can be read (PRX-7).
 *
 * @param tooLarge whether a limit was passed, not a rule broken
 * @param sentence what is wrong, without any byte of the request
 */
public record FramingViolation(boolean tooLarge, String sentence) implements HeadVerdict, StreamHead {

    /** A rule is broken. */
    public static FramingViolation of(String sentence) {
        return new FramingViolation(false, sentence);
    }

    static FramingViolation limit(String sentence) {
        return new FramingViolation(true, sentence);
    }
}
