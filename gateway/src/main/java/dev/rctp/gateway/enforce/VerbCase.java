package dev.rctp.gateway.enforce;

import dev.rctp.attest.Receipt;
import dev.rctp.attest.Subject;
import dev.rctp.gateway.enforce.Decision.Forbid;
import dev.rctp.terms.negotiation.Beginning;
import dev.rctp.terms.negotiation.Step;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** One call of a verb before its judge: the verb's part in each check of DEC-1, in the order in which the enforcer asks. */
sealed interface VerbCase {

    /** Whether what it names is there, and the caller's to act on. */
    Optional<Forbid> subject();

    /** Whether the listing can be dealt with. */
    Optional<Forbid> listing();

    /** Whether the buyer is one whom the seller deals with (CPR-1). */
    default Optional<Forbid> buyerRequirements() {
        return Optional.empty();
    }

    /** Whether what it proposes is within the public terms (OFF-1). */
    default Optional<Forbid> dealTerms() {
        return Optional.empty();
    }

    /** Whether the offers it moves are in a state for that (OFF-3, OFF-7). */
    default Optional<Forbid> state() {
        return Optional.empty();
    }

    /** Whether the caller may still name prices (OFF-6, OFF-9, OFF-10), or report what changes nothing (EVT-2). */
    default Optional<Forbid> budget() {
        return Optional.empty();
    }

    /** Whether it must wait for another step to end, which is no decision and is not kept (PRX-2). */
    default Optional<Forbid> inMotion() {
        return Optional.empty();
    }

    /** What is counted where nothing comes of it, whatever price it names (OFF-9). */
    default Beginning idle() {
        return Beginning.nothing();
    }

    /** Whether its price is below the private floor (OFF-6). */
    default Optional<BelowFloor> floor() {
        return Optional.empty();
    }

    /** A verb that the marketplace carries out, and may veto (PRX-1, PRX-2); on the seller's side with a tier (DEC-4). */
    non-sealed interface Forwarded extends VerbCase {

        /** What accepting it changes, with new ids. */
        Plan plan(String intent);

        /**
         * What its seller is asked where that must be (APR-1); throws {@link UnsupportedOperationException} for the buyer's verbs, which nobody
         * is asked about.
         */
        default Asked asked() {
            throw new UnsupportedOperationException("a verb that no seller is asked about");
        }
    }

    /** A report: it is recorded, and the marketplace, which has no veto, is told afterwards (EVT-5). Nobody is asked, so it has no tier. */
    non-sealed interface Reported extends VerbCase {

        /** The chain that it is recorded in. */
        Subject chain();

        /** The number of the entry that holds it already; empty for a new one. */
        Optional<Long> recordedAt();

        /** What is written where it is new. */
        Reporting reporting(String intent, Entries entries, Instant now);
    }

    /**
     * A refusal that is counted.
     *
     * @param refusal the refusal, the same at any distance from the floor (DEC-3)
     * @param counted the writes that count it
     * @param chain the chain it stands in
     * @param price what was named, for the record's opening (REC-6)
     */
    record BelowFloor(Forbid refusal, Beginning counted, Subject chain, ObjectNode price) {}

    /**
     * A call before its seller is asked about it.
     *
     * @param chain the chain it stands in; empty for the listing that an approval may make, whose chain is named by that (LST-7)
     * @param slot what it is about: one waits for each at a time; empty for what is not there yet
     * @param about what the signed object says of it (APR-3)
     * @param display what the seller is shown beside the agent
     * @param latest when it ends by itself
     * @param beginning what changes at once
     */
    record Asked(
            Optional<Subject> chain,
            String slot,
            ObjectNode about,
            ObjectNode display,
            Instant latest,
            Waiting beginning) {

        /** The writes by which something begins to wait for an approval. */
        @FunctionalInterface
        interface Waiting {
            /** Until then, for this approval. */
            Beginning of(String approval, Instant until);
        }
    }

    /**
     * An accepted call before it is carried out.
     *
     * @param chain the chain it stands in
     * @param step what it changes once the marketplace has taken it
     * @param beginning what changes at once
     * @param termsCommitment the terms that judged it; {@code none} without (LST-6)
     * @param forwarded the fields that name its objects to the marketplace (PRX-1)
     * @param recorded what its entry says of them
     * @param body what the marketplace gets in place of the agent's body; empty for that itself (PRX-1)
     * @param head the head of another chain that its entry names, which must be it still when that is made (REC-2)
     */
    record Plan(
            Subject chain,
            Step step,
            Beginning beginning,
            String termsCommitment,
            Map<String, String> forwarded,
            ObjectNode recorded,
            Optional<byte[]> body,
            Optional<Receipt> head) {

        /** Of a call that is forwarded with its own body. */
        Plan(
                Subject chain,
                Step step,
                Beginning beginning,
                String termsCommitment,
                Map<String, String> forwarded,
                ObjectNode recorded) {
            this(chain, step, beginning, termsCommitment, forwarded, recorded, Optional.empty(), Optional.empty());
        }
    }
}
