package dev.rctp.conformance.s11proxy;

import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.server.Received;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The webhooks of one subject to one receiver (WHK-1).
 *
 * @param to an operator's name or {@link #MARKETPLACE}
 * @param subject an id
 */
public record Told(Trial t, String to, String subject) {

    /** The marketplace among the receivers. */
    public static final String MARKETPLACE = "marketplace";

    /** Within this a webhook comes. */
    public static final Duration SOON = Duration.ofMinutes(1);

    /** All that came so far, in their order. */
    public List<Received> all() {
        return t.world()
                .webhooks()
                .deliveries(to, body -> body.path("subject").asString("").equals(subject));
    }

    /** The first with this status, once it comes. */
    public Received with(String status) {
        return with(status, SOON);
    }

    /** The first with this status, once it comes within that time. */
    public Received with(String status, Duration within) {
        return t.eventually(
                "A webhook to " + to + " tells of " + subject + " with status `" + status + "`.",
                within,
                () -> first(status));
    }

    private @Nullable Received first(String status) {
        return attempts(status).stream().findFirst().orElse(null);
    }

    /** The attempts to deliver what has this status. */
    public List<Received> attempts(String status) {
        return all().stream()
                .filter(one -> one.json().path("status").asString("").equals(status))
                .toList();
    }

    /** Whether so many attempts to deliver what has this status come within that time. */
    public boolean cameAtLeast(String status, int count, Duration within) {
        return t.awaited(within, () -> attempts(status).size() >= count ? Boolean.TRUE : null) != null;
    }
}
