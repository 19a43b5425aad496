package dev.rctp.gateway.sandbox.authserver;

import dev.rctp.gateway.sandbox.authserver.StoredToken.Kind;
import dev.rctp.gateway.sandbox.loopback.Journal;
import dev.rctp.registries.IdSource;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** TEST ONLY: the grants and the hashes of their tokens; rotation and revocation are atomic (GRA-7). */
final class GrantStore {

    /** How long an access token lasts, unless its grant ends before (GRA-7). */
    static final Duration ACCESS = Duration.ofMinutes(15);
    /** How long a grant lasts at most (GRA-7). */
    static final Duration GRANT = Duration.ofDays(90);

    /** Fresh tokens of a grant, in clear for the last time. */
    record Tokens(AgentGrant grant, String access, String refresh, Duration accessLifetime) {}

    /** What a token is, and the grant it stands for. */
    record Standing(StoredToken token, AgentGrant grant) {}

    private final Journal journal;
    private final InstantSource clock;
    private final Secrets secrets;
    private final IdSource ids;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, AgentGrant> grants = new LinkedHashMap<>();
    private final Map<String, StoredToken> tokens = new LinkedHashMap<>();

    /** A store that knows what the journal holds. */
    GrantStore(Journal journal, InstantSource clock, Secrets secrets, IdSource ids) throws IOException {
        this.journal = journal;
        this.clock = clock;
        this.secrets = secrets;
        this.ids = ids;
        journal.replay(this::remember);
    }

    /** A new grant; an end more than 90 days away is brought forward. */
    AgentGrant open(@Nullable String clientId, String sub, GrantDetail detail, List<String> scopes, Instant expiresAt) {
        Instant now = clock.instant();
        Instant latest = now.plus(GRANT);
        Instant end = expiresAt.isBefore(latest) ? expiresAt : latest;
        AgentGrant grant = new AgentGrant(ids.next("gra_"), clientId, sub, detail, scopes, now, end, false);
        return locked(() -> keep(grant));
    }

    /** A fresh access and a fresh refresh token of this grant. */
    Tokens issue(AgentGrant grant) {
        return locked(() -> {
            Instant now = clock.instant();
            Instant lapse = now.plus(ACCESS);
            Instant end = lapse.isBefore(grant.expiresAt()) ? lapse : grant.expiresAt();
            String access = add(Kind.ACCESS, grant, end);
            String refresh = add(Kind.REFRESH, grant, grant.expiresAt());
            return new Tokens(grant, access, refresh, Duration.between(now, end));
        });
    }

    /**
     * Fresh tokens for this refresh token, which is used up by it; empty where it is unknown, lapsed, another client's, or
     * used before, which revokes the grant.
     */
    Optional<Tokens> rotate(String refresh, String clientId) {
        return locked(() -> {
            Optional<Standing> found = standing(refresh).filter(s -> s.token().kind() == Kind.REFRESH);
            if (found.isEmpty() || !clientId.equals(found.get().grant().clientId())) {
                return Optional.empty();
            }
            AgentGrant grant = found.get().grant();
            if (found.get().token().used()) {
                keep(grant.revoke());
                return Optional.empty();
            }
            if (!grant.status(clock.instant()).equals("active")) {
                return Optional.empty();
            }
            keep(found.get().token().use());
            return Optional.of(issue(grant));
        });
    }

    /** What this token of any kind is; empty where it is unknown. */
    Optional<Standing> standing(String token) {
        return locked(() -> Optional.ofNullable(tokens.get(Secrets.hash(token)))
                .flatMap(stored ->
                        Optional.ofNullable(grants.get(stored.grantId())).map(grant -> new Standing(stored, grant))));
    }

    /** Takes a grant back; false where there is none with this id. */
    boolean revoke(String grantId) {
        return locked(() -> {
            AgentGrant grant = grants.get(grantId);
            if (grant == null) {
                return false;
            }
            if (!grant.revoked()) {
                keep(grant.revoke());
            }
            return true;
        });
    }

    /** The grants of this seller, oldest first. */
    List<AgentGrant> of(String sub) {
        return locked(() -> grants.values().stream()
                .filter(grant -> grant.sub().equals(sub))
                .toList());
    }

    private String add(Kind kind, AgentGrant grant, Instant expiresAt) {
        String secret = secrets.next();
        keep(new StoredToken(Secrets.hash(secret), kind, grant.id(), expiresAt, false));
        return secret;
    }

    private AgentGrant keep(AgentGrant grant) {
        grants.put(grant.id(), grant);
        journal.append(entry("grant", grant.toJson()));
        return grant;
    }

    private void keep(StoredToken token) {
        tokens.put(token.hash(), token);
        journal.append(entry("token", token.toJson()));
    }

    private static ObjectNode entry(String kind, ObjectNode value) {
        ObjectNode entry = JsonNodeFactory.instance.objectNode();
        entry.set(kind, value);
        return entry;
    }

    private void remember(ObjectNode entry) {
        if (entry.has("grant")) {
            AgentGrant grant = AgentGrant.of(entry.get("grant"));
            grants.put(grant.id(), grant);
        } else {
            StoredToken token = StoredToken.of(entry.get("token"));
            tokens.put(token.hash(), token);
        }
    }

    private <T> T locked(Supplier<T> step) {
        lock.lock();
        try {
            return step.get();
        } finally {
            lock.unlock();
        }
    }
}
