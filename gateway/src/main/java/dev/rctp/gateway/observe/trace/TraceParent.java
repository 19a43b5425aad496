package dev.rctp.gateway.observe.trace;

import dev.rctp.msgsig.HttpFields;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A well-formed {@code traceparent} (W3C Trace Context 3.2). It is the caller's word: nothing depends on it but what traces and logs show.
 *
 * @param traceId 32 lower-case hex digits, not all zero
 * @param parentId 16 lower-case hex digits, not all zero
 * @param flags what the caller's own sampling decided (1), and whether the trace id is random (2, Level 2)
 */
public record TraceParent(String traceId, String parentId, int flags) {

    /** The field's name. */
    public static final String FIELD = "traceparent";

    private static final int LENGTH = 55;
    private static final int KNOWN_FLAGS = 3;
    private static final Pattern FORM =
            Pattern.compile("(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?");

    /** What the fields say; empty where there is none, more than one, or one that is malformed. */
    public static Optional<TraceParent> of(HttpFields fields) {
        return fields.combined(FIELD).flatMap(TraceParent::parse);
    }

    private static Optional<TraceParent> parse(String value) {
        Matcher form = FORM.matcher(value);
        boolean known =
                form.matches() && (value.length() == LENGTH || !form.group(1).equals("00"));
        return known
                ? Optional.of(new TraceParent(
                        form.group(2), form.group(3), Integer.parseInt(form.group(4), 16) & KNOWN_FLAGS))
                : Optional.empty();
    }
}
