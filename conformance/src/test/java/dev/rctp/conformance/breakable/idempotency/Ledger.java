package dev.rctp.conformance.breakable.idempotency;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.GatewayClock;
import dev.rctp.conformance.breakable.call.Caller;
import dev.rctp.conformance.breakable.call.GrantView;
import dev.rctp.conformance.breakable.call.Outcome;
import dev.rctp.conformance.breakable.call.Verb;
import dev.rctp.conformance.breakable.http.Request;
import dev.rctp.registries.Reason;
import dev.rctp.registries.Sha256;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What came of each Idempotency-Key (IDM-1). */
public final class Ledger {

    private static final Duration KEPT = Duration.ofDays(2);

    private final GatewayClock clock;
    private final Set<Fault> faults;
    private final Map<String, Use> uses = new HashMap<>();

    /** An empty one. */
    public Ledger(GatewayClock clock, Set<Fault> faults) {
        this.clock = clock;
        this.faults = faults;
    }

    /**
     * What a call with a key gets.
     *
     * @param outcome of it, or of the first one with the key
     * @param first the request that was carried out; this one, unless it is a replay
     * @param at when it was settled
     * @param replayed whether it was given before
     */
    public record Kept(Outcome outcome, Request first, Instant at, boolean replayed) {}

    /** How a key was used. */
    private static final class Use {

        private final Request first;
        private final String path;
        private final String digest;
        private boolean running = true;
        private @Nullable Outcome outcome;
        private Instant at;

        Use(Request first, String path, String digest, Instant at) {
            this.first = first;
            this.path = path;
            this.digest = digest;
            this.at = at;
        }
    }

    /** The first call with a key is carried out by {@code first}; others get what came of it, or a conflict. */
    public Kept once(Verb verb, Request request, Caller caller, @Nullable GrantView grant, Supplier<Outcome> first) {
        String key = request.headers().first("Idempotency-Key").orElse("");
        String agent = faults.contains(Fault.IDM_AGENTS_SHARE_KEYS) ? "" : caller.profile() + " " + caller.jkt();
        String scope = agent + " " + (faults.contains(Fault.IDM_VERBS_SHARE_KEYS) ? "" : verb.name()) + " " + key;
        String sub = grant == null ? "" : grant.sub();
        String path = faults.contains(Fault.IDM_PATH_IGNORED) ? "" : request.target() + " " + sub;
        String digest = faults.contains(Fault.IDM_BODY_IGNORED) ? "" : Sha256.text(request.body());
        Use use;
        synchronized (uses) {
            use = uses.get(scope);
            if (use != null) {
                Optional<Kept> known = known(use, request, path, digest);
                if (known.isPresent()) {
                    return known.get();
                }
            }
            use = new Use(request, path, digest, clock.instant());
            uses.put(scope, use);
        }
        return new Kept(carryOut(use, first), request, clock.instant(), false);
    }

    /** What a repeat gets; empty where the first one left nothing, so that this one is judged anew. */
    private Optional<Kept> known(Use use, Request repeat, String path, String digest) {
        if (!use.path.equals(path) || !use.digest.equals(digest)) {
            return conflict(repeat, "other_call", null);
        }
        if (use.running) {
            if (faults.contains(Fault.IDM_RUNNING_RUNS_TWICE)) {
                return Optional.empty();
            }
            return conflict(repeat, "in_progress", Duration.ofSeconds(1));
        }
        Outcome outcome = use.outcome;
        if (outcome == null) {
            return Optional.empty();
        }
        if (!clock.instant().isBefore(use.at.plus(KEPT))) {
            if (faults.contains(Fault.IDM_FORGOTTEN_AFTER_48_H)) {
                return Optional.empty();
            }
            return conflict(repeat, "expired", null);
        }
        if (faults.contains(Fault.IDM_REPEAT_RUNS_AGAIN)) {
            return Optional.empty();
        }
        return Optional.of(new Kept(outcome, use.first, use.at, true));
    }

    private Optional<Kept> conflict(Request repeat, String cause, @Nullable Duration retryAfter) {
        Outcome.Refused refused =
                Outcome.Refused.because(Reason.IDEMPOTENCY_CONFLICT, cause, "The Idempotency-Key was used before.");
        Outcome outcome = retryAfter == null ? refused : refused.retryAfter(retryAfter);
        return Optional.of(new Kept(outcome, repeat, clock.instant(), false));
    }

    private Outcome carryOut(Use use, Supplier<Outcome> first) {
        Outcome outcome = null;
        try {
            outcome = first.get();
        } finally {
            if (!(outcome instanceof Outcome.Pending)) {
                settle(use, outcome);
            }
        }
        if (outcome instanceof Outcome.Pending pending) {
            var _ = pending.later().whenComplete((later, _) -> settle(use, later));
            return pending.now();
        }
        return outcome;
    }

    private void settle(Use use, @Nullable Outcome outcome) {
        synchronized (uses) {
            use.running = false;
            use.at = clock.instant();
            use.outcome = outcome != null && stays(outcome) ? outcome : null;
        }
    }

    private boolean stays(Outcome outcome) {
        if (!(outcome instanceof Outcome.Refused refused)) {
            return true;
        }
        if (faults.contains(Fault.IDM_REFUSALS_NOT_STORED)) {
            return false;
        }
        if (refused.status() == 429 && faults.contains(Fault.IDM_429_STORED)) {
            return true;
        }
        return refused.status() != 503 && refused.status() != 429 && refused.reason() != Reason.IDEMPOTENCY_CONFLICT;
    }
}
