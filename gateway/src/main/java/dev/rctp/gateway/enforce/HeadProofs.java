package dev.rctp.gateway.enforce;

import dev.rctp.attest.LedgerUnavailableException;
import dev.rctp.attest.Subject;
import dev.rctp.attest.log.HeadProof;
import java.util.Optional;

/** Where the proofs come from that the heads of chains stand in the log (REC-7). */
@FunctionalInterface
public interface HeadProofs {

    /** Of a gateway that keeps no log. */
    HeadProofs NONE = new HeadProofs() {
        @Override
        public Optional<HeadProof> of(Subject subject) {
            return Optional.empty();
        }

        @Override
        public boolean areKept() {
            return false;
        }
    };

    /** Whether there are any, now or later. */
    default boolean areKept() {
        return true;
    }

    /**
     * The proof for the chain; empty for one that is not in the log as yet, or where none is kept.
     *
     * @throws LedgerUnavailableException when the database does not answer
     */
    Optional<HeadProof> of(Subject subject) throws LedgerUnavailableException;
}
