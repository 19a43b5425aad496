package dev.rctp.gateway.explain;

import dev.rctp.msgsig.Freshness;
import dev.rctp.msgsig.SignatureInput;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What is wrong with {@code created} and {@code expires} (SIG-4), once msgsig objects to them. */
final class TimeFindings {

    private static final long MILLISECONDS_FROM = 100_000_000_000L;

    private TimeFindings() {}

    static List<Finding> of(Freshness freshness, SignatureInput input, Instant at) {
        List<Finding> found = new ArrayList<>();
        if (freshness.objection(input, at).isEmpty()) {
            return found;
        }
        Long created = input.created();
        Long expires = input.expires();
        long now = at.getEpochSecond();
        if (created == null && freshness.createdRequired()) {
            found.add(new Finding(Mistake.CREATED_MISSING, "The signature has no created."));
        }
        if (isMilliseconds(created) || isMilliseconds(expires)) {
            found.add(new Finding(Mistake.CREATED_MILLISECONDS, "As seconds, the time lies in the far future."));
            return found;
        }
        if (created != null && created > now + freshness.maxAhead().toSeconds()) {
            found.add(new Finding(
                    Mistake.CREATED_AHEAD, "created is " + span(created - now) + " ahead of the time here."));
        }
        if (created != null && created < now - freshness.maxAge().toSeconds()) {
            found.add(new Finding(
                    Mistake.EXPIRED,
                    "The signature is " + span(now - created) + " old. If the request was sent in time and only the"
                            + " capture is old, say when it was sent."));
        }
        if (expires != null && created != null && expires <= created) {
            found.add(new Finding(Mistake.EXPIRES_BEFORE_CREATED, "expires is not after created."));
        } else if (expires != null && expires <= now) {
            found.add(new Finding(Mistake.EXPIRES_PASSED, "expires passed " + span(now - expires) + " ago."));
        }
        return found;
    }

    private static boolean isMilliseconds(@org.jspecify.annotations.Nullable Long time) {
        return time != null && time > MILLISECONDS_FROM;
    }

    private static String span(long seconds) {
        Duration span = Duration.ofSeconds(seconds);
        if (span.toDays() > 0) {
            return span.toDays() + " d " + span.toHoursPart() + " h";
        }
        return span.toHours() > 0
                ? span.toHours() + " h " + span.toMinutesPart() + " min"
                : span.toMinutes() > 0 ? span.toMinutes() + " min " + span.toSecondsPart() + " s" : seconds + " s";
    }
}
