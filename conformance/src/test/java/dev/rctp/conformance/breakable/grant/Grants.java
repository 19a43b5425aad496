package dev.rctp.conformance.breakable.grant;

import dev.rctp.conformance.breakable.BreakableConfig;
import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.GatewayClock;
import dev.rctp.conformance.breakable.call.GrantView;
import dev.rctp.conformance.breakable.call.Outcome;
import dev.rctp.conformance.breakable.call.Refusal;
import dev.rctp.registries.Reason;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Judges the seller's grant (GRA-3 to GRA-6). */
public final class Grants {

    private static final String TYPE = "dev.rctp.agent_grant";

    private final Introspection introspection;
    private final Challenges challenges;
    private final BreakableConfig config;
    private final GatewayClock clock;
    private final Set<Fault> faults;

    /** With the configured authorization server. */
    public Grants(
            Introspection introspection,
            Challenges challenges,
            BreakableConfig config,
            GatewayClock clock,
            Set<Fault> faults) {
        this.introspection = introspection;
        this.challenges = challenges;
        this.config = config;
        this.clock = clock;
        this.faults = faults;
    }

    /** The grant behind a call's token; {@code scope} is what its verb needs, null for none. */
    public GrantView check(Optional<String> authorization, boolean covered, String jkt, @Nullable String scope)
            throws Refusal, InterruptedException {
        Optional<String> token = authorization.flatMap(Grants::bearer);
        if (token.isEmpty()) {
            throw challenges.tokenMissing();
        }
        if (!covered && !faults.contains(Fault.SIG_TOKEN_UNCOVERED)) {
            throw challenges.tokenInvalid();
        }
        ObjectNode view = introspection.view(token.get()).orElseThrow(Grants::unavailable);
        status(view);
        lifetime(view);
        issuer(view);
        GrantView grant = bound(view, token.get(), jkt);
        scope(grant, scope);
        return grant;
    }

    /** The grant by its {@code grant_status}, whatever became of the token (APR-6). */
    public GrantView recheck(GrantView held, @Nullable String scope) throws Refusal, InterruptedException {
        ObjectNode view = introspection.view(held.token()).orElseThrow(Grants::unavailable);
        status(view);
        if (!view.path("grant_status").asString("").equals("active") || !view.has("authorization_details")) {
            throw challenges.tokenInvalid();
        }
        issuer(view);
        GrantView grant = bound(view, held.token(), held.jkt());
        scope(grant, scope);
        return grant;
    }

    private void status(ObjectNode view) throws Refusal {
        String status = view.path("grant_status").asString("");
        if (status.equals("revoked")) {
            if (faults.contains(Fault.GRA_REVOKED_IS_INVALID)) {
                throw challenges.tokenInvalid();
            }
            if (!faults.contains(Fault.GRA_STATUS_IGNORED)) {
                throw Refusal.of(Reason.GRANT_REVOKED, "The seller has revoked the grant.");
            }
        }
        if (status.equals("expired")) {
            if (!faults.contains(Fault.GRA_EXPIRED_ACCEPTED)) {
                throw Refusal.of(Reason.GRANT_EXPIRED, "The grant has expired.");
            }
        }
    }

    private void lifetime(ObjectNode view) throws Refusal {
        if (!view.path("active").booleanValue(false)) {
            throw challenges.tokenInvalid();
        }
        if (view.path("exp").asLong(0) <= clock.instant().getEpochSecond()) {
            if (!faults.contains(Fault.GRA_EXP_IGNORED)) {
                throw challenges.tokenInvalid();
            }
        }
    }

    private void issuer(ObjectNode view) throws Refusal {
        if (view.has("iss") && !view.path("iss").asString("").equals(config.issuer())) {
            if (!faults.contains(Fault.GRA_ISS_IGNORED)) {
                throw challenges.tokenInvalid();
            }
        }
        JsonNode aud = view.path("aud");
        String resource = config.text("/profile/resource");
        boolean ours = aud.asString("").equals(resource)
                || aud.valueStream().anyMatch(entry -> entry.asString("").equals(resource));
        if (view.has("aud") && !ours) {
            if (!faults.contains(Fault.GRA_AUD_IGNORED)) {
                throw challenges.tokenInvalid();
            }
        }
    }

    private GrantView bound(ObjectNode view, String token, String jkt) throws Refusal {
        if (!view.path("cnf").path("jkt").asString("").equals(jkt)) {
            if (!faults.contains(Fault.GRA_CNF_NOT_COMPARED)) {
                throw challenges.tokenInvalid();
            }
        }
        JsonNode detail = view.path("authorization_details")
                .valueStream()
                .filter(entry -> entry.path("type").asString("").equals(TYPE))
                .findFirst()
                .orElseThrow(challenges::tokenInvalid);
        if (!detail.path("jkt").asString("").equals(jkt)) {
            if (!faults.contains(Fault.GRA_DETAIL_JKT_NOT_COMPARED)) {
                throw challenges.tokenInvalid();
            }
        }
        Map<String, String> tiers = new HashMap<>();
        detail.path("tiers")
                .propertyStream()
                .forEach(tier -> tiers.put(tier.getKey(), tier.getValue().asString("")));
        return new GrantView(
                token,
                view.path("sub").asString(""),
                detail.path("agent_id").asString(""),
                jkt,
                new HashSet<>(Arrays.asList(view.path("scope").asString("").split(" "))),
                tiers);
    }

    private void scope(GrantView grant, @Nullable String scope) throws Refusal {
        if (scope == null || grant.scopes().contains(scope)) {
            return;
        }
        if (faults.contains(Fault.GRA_TIER_IS_SCOPE) && grant.tiers().containsKey(scope)) {
            return;
        }
        if (!faults.contains(Fault.GRA_SCOPE_UNCHECKED)) {
            throw challenges.insufficientScope(scope);
        }
    }

    private static Optional<String> bearer(String authorization) {
        return authorization.regionMatches(true, 0, "Bearer ", 0, 7)
                ? Optional.of(authorization.substring(7).strip()).filter(token -> !token.isEmpty())
                : Optional.empty();
    }

    private static Refusal unavailable() {
        return Refusal.of(
                Outcome.Refused.of(Reason.ENFORCEMENT_UNAVAILABLE, "The authorization server can't be asked now.")
                        .retryAfter(Duration.ofSeconds(1)));
    }
}
