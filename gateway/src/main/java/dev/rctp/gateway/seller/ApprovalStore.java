package dev.rctp.gateway.seller;

import dev.rctp.approval.HeldCall;
import dev.rctp.approval.Question;
import dev.rctp.approval.Signable;
import dev.rctp.approval.passkey.Passkey;
import dev.rctp.approval.passkey.VerifiedAssertion;
import dev.rctp.attest.LedgerUnavailableException;
import dev.rctp.gateway.enforce.Decision;
import dev.rctp.gateway.enforce.KnownApproval;
import dev.rctp.terms.SubmittedTerms;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Approvals, their challenges and sellers' passkeys; what a method returned is durable, and the database decides races. */
public interface ApprovalStore {

    /** The approval of that id as it is at that time; empty where none is known. */
    Optional<KnownApproval> find(String id, Instant now);

    /**
     * What this seller was asked, the latest first, so many at most.
     *
     * @param after the approval after which the list begins, which is older; null for the latest
     */
    List<KnownApproval> ofSeller(String seller, @Nullable String after, int limit, Instant now);

    /** Keeps a passkey that the marketplace vouches for, and records it; false where its credential id is known. */
    boolean take(Passkey passkey, String requestId) throws LedgerUnavailableException, InterruptedException;

    /** Forgets a passkey, and records it; false where the seller has none such. */
    boolean withdraw(String seller, String credentialId, String requestId)
            throws LedgerUnavailableException, InterruptedException;

    /** The passkeys of a seller, the oldest first. */
    List<Passkey> passkeys(String seller);

    /** The passkey of that credential id; empty where none is known. */
    Optional<Passkey> passkey(String credentialId);

    /**
     * Keeps what may be signed for an approval; false once it is decided.
     *
     * @param sender a mark of whoever looked
     */
    boolean offer(String approval, List<Signable> signables, String sender, Instant now)
            throws LedgerUnavailableException, InterruptedException;

    /**
     * Keeps what a form gave beside what it gave before, and what may be signed with it (APR-8); false once it is decided.
     *
     * @param sender a mark of whoever filled it in
     */
    boolean submit(String approval, SubmittedTerms terms, List<Signable> signables, String sender, Instant now)
            throws LedgerUnavailableException, InterruptedException;

    /** What an unused challenge of this approval stands for; empty for any other text. */
    Optional<Signable> signable(String approval, String challenge);

    /** Uses a challenge up for nothing, and records why where that is a sign of danger (B52, B56). */
    void burn(Question question, String challenge, Optional<String> danger, Instant now)
            throws LedgerUnavailableException, InterruptedException;

    /**
     * Writes a seller's answer, its challenge used up and its evidence recorded, in one step (APR-4, APR-7, B59).
     *
     * @param lease how long carrying it out belongs to the caller
     * @return whether this is the answer, and what came between where it is none
     */
    Written answer(Question question, Signable signed, VerifiedAssertion assertion, Duration lease, Instant now)
            throws LedgerUnavailableException, InterruptedException;

    /** Whether an answer was written. */
    enum Written {
        /** It is the answer. */
        TAKEN,
        /** Its challenge was used, or forgotten for later ones. */
        CHALLENGE_GONE,
        /** Its passkey was used elsewhere, or withdrawn. */
        PASSKEY_MOVED,
        /** There was an answer, or the time was over. */
        DECIDED
    }

    /** The call that an approval holds; empty where none is known. */
    Optional<HeldCall> held(String id);

    /** Writes the decision on the held call, unless there is one. */
    void settle(Question question, Decision decision) throws LedgerUnavailableException, InterruptedException;

    /** Writes that an approved call could not be decided and has failed, unless there is a decision; with an entry. */
    void giveUp(Question question, Decision.Forbid failed) throws LedgerUnavailableException, InterruptedException;

    /** Takes up to this many approved calls whose lease has ended under a new one. */
    List<String> take(int limit, Duration lease);

    /** Writes down that the time of up to this many approvals is over; returns how many there were. */
    int expire(int limit, Instant now) throws LedgerUnavailableException, InterruptedException;
}
