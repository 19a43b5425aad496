package dev.rctp.conformance.breakable.front;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.call.Admitted;
import dev.rctp.conformance.breakable.call.Caller;
import dev.rctp.conformance.breakable.call.Decision;
import dev.rctp.conformance.breakable.call.GrantView;
import dev.rctp.conformance.breakable.call.Outcome;
import dev.rctp.conformance.breakable.call.Refusal;
import dev.rctp.conformance.breakable.call.Verb;
import dev.rctp.conformance.breakable.caller.Authenticator;
import dev.rctp.conformance.breakable.domain.Domain;
import dev.rctp.conformance.breakable.grant.Grants;
import dev.rctp.conformance.breakable.grant.Tiers;
import dev.rctp.conformance.breakable.http.Request;
import dev.rctp.conformance.breakable.idempotency.Ledger;
import dev.rctp.registries.Action;
import dev.rctp.registries.Actions;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Reason;
import dev.rctp.registries.StrictJson;
import dev.rctp.registries.Tier;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;

/** The checks of a call in their order, up to its subject (DEC-1). */
final class Judge {

    private static final Set<Verb> FIXED_FORBIDS = EnumSet.of(Verb.DEAL_SIGN_CONTRACT, Verb.ACCOUNT_UPDATE);
    private static final Set<Verb> FINISHES_DEALS = EnumSet.of(Verb.DEAL_COMMIT, Verb.DEAL_EVENT);

    private final Authenticator authenticator;
    private final Grants grants;
    private final Tiers tiers;
    private final Ledger ledger;
    private final Domain domain;
    private final Actions actions;
    private final Set<Fault> faults;
    private final Map<String, Refusal> undecided = new ConcurrentHashMap<>();

    Judge(Parts parts, Set<Fault> faults) {
        this.authenticator = parts.authenticator();
        this.grants = parts.grants();
        this.tiers = parts.tiers();
        this.ledger = parts.ledger();
        this.domain = parts.domain();
        this.actions = parts.actions();
        this.faults = faults;
    }

    /** What comes of a call; {@code headAt} is when its head was there. */
    Ledger.Kept judge(Request request, Routes.Match route, String authority, String requestId, Instant headAt)
            throws Refusal, InterruptedException {
        Verb verb = route.verb();
        if (faults.contains(Fault.DEC_KEY_BEFORE_SIGNATURE)) {
            key(request, verb);
        }
        if (faults.contains(Fault.DEC_GRANT_BEFORE_SIGNATURE) && verb.needs() == Verb.Needs.GRANT) {
            String jkt = request.headers().joined("Signature-Input").orElse("").replaceFirst(".*keyid=\"", "");
            grants.check(authorization(request), true, jkt.replaceFirst("\".*", ""), null);
        }
        Authenticator.Authenticated signed = authenticator.authenticate(request, authority, headAt);
        standing(signed.caller(), verb);
        key(request, verb);
        if (faults.contains(Fault.DEC_BODY_BEFORE_GRANT) && request.body().length > 0) {
            body(request);
        }
        if (faults.contains(Fault.IDM_REPLAY_BEFORE_GRANT) && !verb.reads()) {
            return ledger.once(verb, request, signed.caller(), null, () -> late(request, route, signed, requestId));
        }
        if (faults.contains(Fault.IDM_503_STORED)) {
            undecided(request);
        }
        GrantView grant = grant(request, verb, signed);
        Admitted call = admitted(request, route, signed.caller(), grant, requestId);
        if (verb.reads()) {
            return new Ledger.Kept(domain.decide(call), request, headAt, false);
        }
        return ledger.once(verb, request, signed.caller(), grant, () -> decide(call));
    }

    private Outcome late(Request request, Routes.Match route, Authenticator.Authenticated signed, String requestId) {
        try {
            GrantView grant = grant(request, route.verb(), signed);
            return decide(admitted(request, route, signed.caller(), grant, requestId));
        } catch (Refusal refusal) {
            return refusal.refused();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Outcome.Refused.of(Reason.ENFORCEMENT_UNAVAILABLE, "The gateway is stopping.");
        }
    }

    private void standing(Caller caller, Verb verb) throws Refusal {
        if (caller.is("closing") && !verb.reads() && !FINISHES_DEALS.contains(verb)) {
            if (!faults.contains(Fault.OPR_CLOSING_TRADES)) {
                throw Refusal.because(Reason.OPERATOR_UNKNOWN, "closing", "The operator may only finish its deals.");
            }
        }
    }

    private void key(Request request, Verb verb) throws Refusal {
        String key = idempotencyKey(request);
        boolean good = key.length() >= 22 && key.length() <= 255 && key.chars().allMatch(c -> c > 0x20 && c < 0x7f);
        if (verb.reads() || good) {
            return;
        }
        if (key.isEmpty() && faults.contains(Fault.IDM_NO_KEY_NEEDED)) {
            return;
        }
        if (!key.isEmpty() && faults.contains(Fault.IDM_ANY_KEY_TAKEN)) {
            return;
        }
        throw Refusal.of(Reason.REQUEST_INVALID, "The call needs an Idempotency-Key of 22 to 255 visible characters.");
    }

    private @Nullable GrantView grant(Request request, Verb verb, Authenticator.Authenticated signed)
            throws Refusal, InterruptedException {
        Optional<String> authorization = authorization(request);
        boolean needed = verb.needs() == Verb.Needs.GRANT;
        boolean uncovered = authorization.isPresent() && !signed.tokenCovered();
        if (!needed && !uncovered && (verb.needs() == Verb.Needs.NO_GRANT || authorization.isEmpty())) {
            return null;
        }
        try {
            return grants.check(
                    authorization, signed.tokenCovered(), signed.caller().jkt(), scope(verb));
        } catch (Refusal refusal) {
            if (refusal.refused().reason() == Reason.ENFORCEMENT_UNAVAILABLE) {
                undecided.put(idempotencyKey(request), refusal);
            }
            throw refusal;
        }
    }

    private void undecided(Request request) throws Refusal {
        Refusal before = undecided.get(idempotencyKey(request));
        if (before != null) {
            throw before;
        }
    }

    private static String idempotencyKey(Request request) {
        return request.headers().first("Idempotency-Key").orElse("");
    }

    private @Nullable String scope(Verb verb) {
        return action(verb).map(Action::scope).orElse(null);
    }

    private Admitted admitted(
            Request request, Routes.Match route, Caller caller, @Nullable GrantView grant, String requestId) {
        Optional<Action> action = action(route.verb()).filter(known -> known.scope() != null);
        Tier tier = grant == null || action.isEmpty() ? null : tiers.of(action.get(), grant);
        return new Admitted(route.verb(), route.parameters(), request, caller, grant, tier, requestId);
    }

    private Outcome decide(Admitted call) {
        if (!FIXED_FORBIDS.contains(call.verb())) {
            return domain.decide(call);
        }
        if (faults.contains(Fault.DEC_FIXED_FORBID_BODY_READ)) {
            try {
                body(call.request());
            } catch (Refusal malformed) {
                return malformed.refused();
            }
        }
        if (faults.contains(Fault.DEC_FIXED_FORBID_ALLOWED)) {
            return new Outcome.Answered(new Decision.Auto(), 200, JsonNodeFactory.instance.objectNode(), null);
        }
        return Outcome.Refused.of(Reason.ACTION_FORBIDDEN, "No agent may do this.");
    }

    private static void body(Request request) throws Refusal {
        try {
            StrictJson.parseObject(request.body());
        } catch (InvalidJsonException malformed) {
            throw Refusal.of(Reason.REQUEST_INVALID, "The body is no JSON object.");
        }
    }

    private Optional<Action> action(Verb verb) {
        return Optional.ofNullable(verb.action()).flatMap(actions::find);
    }

    private static Optional<String> authorization(Request request) {
        return request.headers().first("Authorization");
    }
}
