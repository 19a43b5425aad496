package dev.rctp.gateway.seller;

import dev.rctp.approval.ApprovalState;
import dev.rctp.approval.HeldCall;
import dev.rctp.approval.Question;
import dev.rctp.attest.LedgerUnavailableException;
import dev.rctp.gateway.enforce.Attempts;
import dev.rctp.gateway.enforce.Decision;
import dev.rctp.gateway.enforce.Enforcer;
import dev.rctp.gateway.enforce.KnownApproval;
import dev.rctp.registries.Reason;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries out what sellers have approved, once, also after a crash (APR-6): what one process leaves, another takes over. */
public final class ApprovedCalls {

    private static final Logger LOG = LoggerFactory.getLogger(ApprovedCalls.class);

    private final ApprovalStore store;
    private final Enforcer enforcer;
    private final Duration lease;
    private final Duration givenUpAfter;
    private final InstantSource clock;

    /**
     * Creates it.
     *
     * @param lease how long one attempt may take
     * @param givenUpAfter how long after the seller's yes a call that can't be decided has failed
     */
    public ApprovedCalls(
            ApprovalStore store, Enforcer enforcer, Duration lease, Duration givenUpAfter, InstantSource clock) {
        this.store = store;
        this.enforcer = enforcer;
        this.lease = lease;
        this.givenUpAfter = givenUpAfter;
        this.clock = clock;
    }

    Duration lease() {
        return lease;
    }

    /** Takes over approved calls that nobody works on and begins an attempt at each, as many as there are places for; returns how many. */
    public int carryOn(Attempts attempts) {
        int free = attempts.free();
        if (free == 0) {
            return 0;
        }
        List<String> taken = store.take(free, lease);
        taken.forEach(id -> attempts.begin(() -> attempt(id)));
        return taken.size();
    }

    /** Carries the call out; what can't be carried out now is taken over when its lease ends. */
    void attempt(String id) {
        try {
            carryOut(id);
        } catch (LedgerUnavailableException | RuntimeException e) {
            LOG.atError().addKeyValue("approval_id", id).setCause(e).log("an approved call can't be carried out now");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void carryOut(String id) throws LedgerUnavailableException, InterruptedException {
        KnownApproval known = store.find(id, clock.instant()).orElseThrow();
        Optional<HeldCall> held = store.held(id);
        if (known.approval().state() != ApprovalState.APPROVED) {
            return;
        }
        if (known.result().isPresent()) {
            settle(known, known.result().get());
            return;
        }
        if (isGivenUp(known)) {
            LOG.atError()
                    .addKeyValue("approval_id", id)
                    .log("ALARM: an approved call could not be decided and has failed");
            Question question = known.approval().question();
            store.giveUp(question, Enforcer.failed(question.action()));
            return;
        }
        if (held.isEmpty()) { // it is with the marketplace, whose answer ends it
            return;
        }
        Decision decision =
                enforcer.resume(known.approval().question(), held.get()).decision();
        if (isFinal(decision)) {
            settle(known, decision);
        } else {
            LOG.atInfo().addKeyValue("approval_id", id).log("an approved call is not decided yet");
        }
    }

    /** What is with the marketplace has an end of its own (PRX-2). */
    private boolean isGivenUp(KnownApproval known) {
        Instant decided = known.approval().decidedAt();
        return decided != null
                && !clock.instant().isBefore(decided.plus(givenUpAfter))
                && !enforcer.isBegun(known.approval().question());
    }

    private void settle(KnownApproval known, Decision decision)
            throws LedgerUnavailableException, InterruptedException {
        store.settle(known.approval().question(), decision);
    }

    /** What could not be decided, or is still with the marketplace, has no end yet. */
    private static boolean isFinal(Decision decision) {
        return switch (decision) {
            case Decision.Auto _, Decision.Recorded _ -> true;
            case Decision.Ask _ -> throw new IllegalStateException("an approved call is not asked again");
            case Decision.Forbid refusal ->
                refusal.reason() == Reason.ENFORCEMENT_UNAVAILABLE
                        ? "failed".equals(refusal.detail().get("cause"))
                        : !"in_progress".equals(refusal.detail().get("cause"));
        };
    }
}
