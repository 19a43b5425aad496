package dev.rctp.gateway.sandbox.marketplace;

import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.KeyLookup;
import dev.rctp.msgsig.MalformedKeyException;
import dev.rctp.msgsig.VerificationKey;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** TEST ONLY: the keys in the gateway's profile, read again after a minute and for a key not seen before (DIS-1). */
final class GatewayKeys implements KeyLookup {

    private static final Logger LOG = LoggerFactory.getLogger(GatewayKeys.class);
    private static final Duration LIFETIME = Duration.ofMinutes(1);
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final URI profile;
    private final Cryptography cryptography;
    private final InstantSource clock;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    private final ReentrantLock lock = new ReentrantLock();
    private Map<String, VerificationKey> keys = Map.of();
    private Instant readAt = Instant.MIN;

    GatewayKeys(URI profile, Cryptography cryptography, InstantSource clock) {
        this.profile = profile;
        this.cryptography = cryptography;
        this.clock = clock;
    }

    @Override
    public @Nullable VerificationKey find(String keyId) {
        lock.lock();
        try {
            if (!keys.containsKey(keyId) || !clock.instant().isBefore(readAt.plus(LIFETIME))) {
                keys = read();
                readAt = clock.instant();
            }
            return keys.get(keyId);
        } catch (IOException | InvalidJsonException e) {
            LOG.warn("TEST ONLY example marketplace can't read the gateway's profile: {}", e.toString());
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } finally {
            lock.unlock();
        }
    }

    private Map<String, VerificationKey> read() throws IOException, InterruptedException, InvalidJsonException {
        HttpRequest request = HttpRequest.newBuilder(profile).timeout(TIMEOUT).build();
        JsonNode document = StrictJson.parse(
                client.send(request, BodyHandlers.ofByteArray()).body());
        Map<String, VerificationKey> read = new HashMap<>();
        for (JsonNode jwk : document.path("keys")) {
            try {
                VerificationKey key = cryptography.verificationKey(jwk);
                read.put(key.thumbprint(), key);
            } catch (MalformedKeyException e) {
                LOG.warn("TEST ONLY example marketplace skips a key of the gateway's profile: {}", e.getMessage());
            }
        }
        return read;
    }
}
