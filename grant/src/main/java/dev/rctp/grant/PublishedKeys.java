package dev.rctp.grant;

import dev.rctp.grant.AuthorizationServerTransport.Answer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The authorization server's public keys (RFC 7517), kept for five minutes; an unknown {@code kid} has them fetched again, but not more often
 * than every ten seconds, whoever asks.
 */
final class PublishedKeys {

    private static final Duration KEPT = Duration.ofMinutes(5);
    private static final Duration LEAST = Duration.ofSeconds(10);

    private final AuthorizationServerTransport transport;
    private final InstantSource clock;
    private final ReentrantLock fetching = new ReentrantLock();
    private @Nullable ObjectNode keys;
    private Instant fetchedAt = Instant.MIN;

    PublishedKeys(AuthorizationServerTransport transport, InstantSource clock) {
        this.transport = transport;
        this.clock = clock;
    }

    Optional<JsonNode> find(URI place, String keyId) throws GrantUndecidedException, InterruptedException {
        fetching.lockInterruptibly();
        try {
            Instant now = clock.instant();
            if (keys == null || !now.isBefore(fetchedAt.plus(KEPT))) {
                fetch(place, now);
            } else if (in(keys, keyId).isEmpty() && !now.isBefore(fetchedAt.plus(LEAST))) {
                fetch(place, now);
            }
            return keys == null ? Optional.empty() : in(keys, keyId);
        } finally {
            fetching.unlock();
        }
    }

    private void fetch(URI place, Instant now) throws GrantUndecidedException, InterruptedException {
        try {
            Answer answer = transport.get(place);
            keys = JsonAnswer.object("the request for keys", answer);
            fetchedAt = now;
        } catch (IOException e) {
            throw new GrantUndecidedException("the request for keys failed", e);
        }
    }

    private static Optional<JsonNode> in(ObjectNode set, String keyId) {
        return set.path("keys")
                .valueStream()
                .filter(key -> key.path("kid").asString("").equals(keyId))
                .findFirst();
    }
}
