package dev.rctp.gateway.enforce;

import dev.rctp.attest.EntryDraft;
import dev.rctp.attest.LedgerUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Idempotency keys and intents, each written in one transaction with the record entry that tells of it (IDM-1, REC-3).
 * What a method returned is durable. The database decides races: of two that write for one key, one is told that it lost.
 */
public interface CallStore {

    /** What is known of the key. */
    Prior find(CallKey call, String payloadDigest);

    /** Keeps a refusal for later repeats, with its receipt where it has an entry; empty if another call took the key meanwhile. */
    Optional<Decision.Forbid> refuse(
            CallKey call, String payloadDigest, Decision.Forbid refusal, Optional<EntryDraft> entry)
            throws LedgerUnavailableException, InterruptedException;

    /** Records a refusal that repeats of the call shall not find; returns it with its receipt. */
    Decision.Forbid record(EntryDraft entry, Decision.Forbid refusal)
            throws LedgerUnavailableException, InterruptedException;

    /** Takes the key, stores the intent under a lease and records the decision; false if another call took the key. */
    boolean begin(Intent intent, String payloadDigest, EntryDraft decided, Duration lease)
            throws LedgerUnavailableException, InterruptedException;

    /** Ends the intent with its answer; empty if it was ended by another gateway. */
    Optional<Decision> finish(Intent intent, EntryDraft outcome, Decision answer)
            throws LedgerUnavailableException, InterruptedException;

    /** The answer that this call has; empty while it has none. */
    Optional<Decision> outcome(CallKey call);

    /** Gives the intent back to be tried again after the pause. */
    void release(Intent intent, Duration pause);

    /** Takes up to this many intents whose lease has ended, oldest first, under a new lease. */
    List<Pending> take(int limit, Duration lease);

    /**
     * An intent taken over.
     *
     * @param intent the intent
     * @param attempts how often it was released or taken over before
     */
    record Pending(Intent intent, int attempts) {}
}
