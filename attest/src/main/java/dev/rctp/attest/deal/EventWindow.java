package dev.rctp.attest.deal;

import java.time.Duration;
import java.time.Instant;

/**
 * How far the times in an event may be from ours (EVT-1).
 *
 * @param oldest how old {@code iat} may be
 * @param ahead how far ahead {@code iat} and {@code occurred_at} may be
 */
public record EventWindow(Duration oldest, Duration ahead) {

    /** That of {@code created} in SIG-4: 300 s and 60 s. */
    public static EventWindow standard() {
        return new EventWindow(Duration.ofMinutes(5), Duration.ofMinutes(1));
    }

    boolean isFresh(Instant issuedAt, Instant now) {
        return !issuedAt.isBefore(now.minus(oldest)) && !isAhead(issuedAt, now);
    }

    boolean isAhead(Instant time, Instant now) {
        return time.isAfter(now.plus(ahead));
    }
}
