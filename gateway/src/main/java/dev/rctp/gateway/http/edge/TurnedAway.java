package dev.rctp.gateway.http.edge;

import dev.rctp.gateway.limits.Admission;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts the connections that were closed unheard because there were too many; at most one line in the log for each 10 s of them. */
final class TurnedAway {

    private static final Logger LOG = LoggerFactory.getLogger(TurnedAway.class);
    private static final Duration BETWEEN_LINES = Duration.ofSeconds(10);

    private final InstantSource clock;
    private final AtomicLong count = new AtomicLong();
    private final AtomicReference<Instant> nextLine = new AtomicReference<>(Instant.MIN);

    TurnedAway(InstantSource clock) {
        this.clock = clock;
    }

    void one(Admission.Refused why) {
        long all = count.incrementAndGet();
        Instant now = clock.instant();
        Instant next = nextLine.get();
        if (!now.isBefore(next) && nextLine.compareAndSet(next, now.plus(BETWEEN_LINES))) {
            LOG.atWarn()
                    .addKeyValue("limit", why.sentence())
                    .addKeyValue("since_start", all)
                    .log("connections are closed because there are too many");
        }
    }

    long count() {
        return count.get();
    }
}
