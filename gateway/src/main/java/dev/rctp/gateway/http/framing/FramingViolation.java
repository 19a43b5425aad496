package dev.rctp.gateway.http.framing;

/**
 * The bytes of a connection are no unambiguous HTTP/1.1 request; nothing after them can be read (PRX-7).
 *
 * @param tooLarge whether a limit was passed, not a rule broken
 * @param sentence what is wrong, without any byte of the request
 */
public record FramingViolation(boolean tooLarge, String sentence) implements HeadVerdict {

    /** A rule is broken. */
    public static FramingViolation of(String sentence) {
        return new FramingViolation(false, sentence);
    }

    static FramingViolation limit(String sentence) {
        return new FramingViolation(true, sentence);
    }
}
