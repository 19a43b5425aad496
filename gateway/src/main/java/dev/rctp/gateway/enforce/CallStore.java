package dev.rctp.gateway.enforce;

import dev.rctp.attest.LedgerUnavailableException;
import dev.rctp.attest.Receipt;
import dev.rctp.terms.negotiation.Beginning;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Idempotency keys and intents, each written in one transaction with the record entry that tells of it (IDM-1, REC-3).
 * What a method returned is durable. The database decides races: of two that write for one key, or move one offer, one is told that it lost.
 */
public interface CallStore {

    /** What is known of the key. */
    Prior find(CallKey call, String fingerprint);

    /** Keeps a refusal for later repeats, with its receipt where it has an entry, and counts it. */
    Written refuse(
            CallKey call,
            String fingerprint,
            Decision.Forbid refusal,
            Optional<ConfidingEntry> entry,
            Beginning counted)
            throws LedgerUnavailableException, InterruptedException;

    /** Records a refusal that repeats of the call shall not find; returns it with its receipt. */
    Decision.Forbid record(ConfidingEntry entry, Decision.Forbid refusal)
            throws LedgerUnavailableException, InterruptedException;

    /** Takes the key, begins the step, stores the intent under a lease and records the decision; overtaken too where the head is its chain's no more. */
    Written begin(
            Intent intent,
            String fingerprint,
            ConfidingEntry decided,
            Beginning beginning,
            Optional<Receipt> head,
            Duration lease)
            throws LedgerUnavailableException, InterruptedException;

    /** Takes the key, records an event and what it changes, keeps its entry as the answer, and stores the intent that tells the marketplace. */
    Written report(Reporting reporting) throws LedgerUnavailableException, InterruptedException;

    /** Takes the key, and keeps as its answer the deal's entry of that number, which holds the event already (EVT-5). */
    Written repeat(CallKey call, String fingerprint, String dealId, long seq)
            throws LedgerUnavailableException, InterruptedException;

    /** Takes the key and holds the call until its seller has answered (APR-1). */
    Waiting hold(Holding holding) throws LedgerUnavailableException, InterruptedException;

    /**
     * Ends the intent with its answer, and its step with it; empty if it was ended by another gateway, or if the step can't stand: the
     * marketplace's yes names what is another seller's.
     */
    Optional<Decision> finish(Intent intent, List<ConfidingEntry> outcome, Decision answer, boolean stands)
            throws LedgerUnavailableException, InterruptedException;

    /** The answer that this call has; empty while it has none. */
    Optional<Decision> outcome(CallKey call);

    /** Whether this call's key is taken: it is being carried out, or was answered. */
    boolean isBegun(CallKey call);

    /** Gives the intent back to be tried again after the pause, unless it was taken over since that attempt. */
    void release(Intent intent, int attempt, Duration pause);

    /** Takes up to this many intents whose lease has ended under a new lease, those that wait longest. */
    List<Pending> take(int limit, Duration lease);

    /** What became of a write. */
    sealed interface Written {

        /**
         * It is durable.
         *
         * @param answer the answer that was written, with its receipt; empty for an intent, which has none yet
         */
        record Done(Optional<Decision> answer) implements Written {}

        /** Another call has taken the Idempotency-Key meanwhile; nothing was written. */
        record KeyTaken() implements Written {}

        /** What the call was judged by has changed meanwhile; nothing was written. */
        record Overtaken() implements Written {}
    }

    /** What became of a call that was to be held. */
    sealed interface Waiting {

        /**
         * It is held.
         *
         * @param answer what the agent is told, with its receipt
         */
        record Held(Decision.Ask answer) implements Waiting {}

        /** The seller is asked the same already, or too much; nothing was written. */
        record Full() implements Waiting {}

        /** Nothing was written, as with a call that isn't held. */
        record Lost(Written written) implements Waiting {}
    }

    /**
     * An intent taken over.
     *
     * @param intent the intent
     * @param attempt which take-over this is, from 1; the call that made the intent has attempt 0
     * @param since from when its time runs: an event's from its first attempt, for it may have waited for others; any other's from its decision
     */
    record Pending(Intent intent, int attempt, Instant since) {}
}
