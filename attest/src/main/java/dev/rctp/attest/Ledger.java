package dev.rctp.attest;

/** Where units become durable before anyone is told of them (REC-3); safe for concurrent use. */
public interface Ledger {

    /**
     * Blocks until the unit is durable or has lost a guard.
     *
     * @throws LedgerUnavailableException when it was not written, or it is unknown whether it was: the caller refuses the call
     *     (DEC-5), and a retry is safe behind a guard
     * @throws InterruptedException when the caller was interrupted; the unit was withdrawn, or its outcome is unknown as above
     */
    Committed commit(Unit unit) throws LedgerUnavailableException, InterruptedException;
}
