package dev.rctp.gateway.sandbox.authserver;

import dev.rctp.gateway.sandbox.loopback.Form;
import dev.rctp.registries.Sha256;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/** TEST ONLY: the codes that stand for an approved request, 60 s long and good for one attempt (RFC 6749 4.1.2). */
final class AuthorizationCodes {

    private static final Duration LIFETIME = Duration.ofSeconds(60);

    /** What a seller approved: the request, by whom, and until when. */
    record Approved(AuthorizationRequest request, String sub, Instant grantEnds) {}

    private record Code(Approved approved, Instant expiresAt) {}

    private final GrantStore store;
    private final InstantSource clock;
    private final Secrets secrets;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Code> open = new HashMap<>();
    private final Map<String, String> redeemed = new HashMap<>();

    AuthorizationCodes(GrantStore store, InstantSource clock, Secrets secrets) {
        this.store = store;
        this.clock = clock;
        this.secrets = secrets;
    }

    /** A fresh code. */
    String issue(Approved approved) {
        String code = secrets.next();
        lock.lock();
        try {
            open.put(Secrets.hash(code), new Code(approved, clock.instant().plus(LIFETIME)));
        } finally {
            lock.unlock();
        }
        return code;
    }

    /** The grant for this code; empty where something does not fit. A code that comes twice revokes its grant. */
    Optional<AgentGrant> redeem(String code, String clientId, Form form) {
        String hash = Secrets.hash(code);
        lock.lock();
        try {
            Optional.ofNullable(redeemed.get(hash)).ifPresent(store::revoke);
            Optional<AgentGrant> grant = Optional.ofNullable(open.remove(hash))
                    .filter(c -> fits(c, clientId, form))
                    .map(this::open);
            grant.ifPresent(g -> redeemed.put(hash, g.id()));
            return grant;
        } finally {
            lock.unlock();
        }
    }

    private boolean fits(Code code, String clientId, Form form) {
        AuthorizationRequest request = code.approved().request();
        return clock.instant().isBefore(code.expiresAt())
                && request.client().id().equals(clientId)
                && form.get("redirect_uri").orElse("").equals(request.redirectUri())
                && form.get("code_verifier")
                        .filter(v -> v.matches("[A-Za-z0-9._~-]{43,128}"))
                        .map(AuthorizationCodes::challenge)
                        .orElse("")
                        .equals(request.codeChallenge());
    }

    private AgentGrant open(Code code) {
        Approved approved = code.approved();
        AuthorizationRequest request = approved.request();
        return store.open(
                request.client().id(), approved.sub(), request.detail(), request.scopes(), approved.grantEnds());
    }

    /** The S256 challenge of a verifier (RFC 7636 4.2). */
    private static String challenge(String verifier) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(Sha256.bytes(verifier.getBytes(StandardCharsets.US_ASCII)));
    }
}
