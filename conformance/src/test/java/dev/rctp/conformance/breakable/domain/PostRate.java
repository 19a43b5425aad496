package dev.rctp.conformance.breakable.domain;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** Limits the posts to one approval's page (APR-8): 40 in 30 s. */
final class PostRate {

    private static final int MOST = 40;
    private static final Duration WINDOW = Duration.ofSeconds(30);

    private final Map<String, Deque<Instant>> posts = new HashMap<>();
    private final InstantSource clock;

    PostRate(InstantSource clock) {
        this.clock = clock;
    }

    synchronized boolean admits(String approval) {
        Instant now = clock.instant();
        Deque<Instant> recent = posts.computeIfAbsent(approval, a -> new ArrayDeque<>());
        while (!recent.isEmpty() && !recent.peek().isAfter(now.minus(WINDOW))) {
            recent.remove();
        }
        if (recent.size() >= MOST) {
            return false;
        }
        recent.add(now);
        return true;
    }
}
