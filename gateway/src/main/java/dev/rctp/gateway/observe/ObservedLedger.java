package dev.rctp.gateway.observe;

import dev.rctp.attest.Committed;
import dev.rctp.attest.Ledger;
import dev.rctp.attest.LedgerUnavailableException;
import dev.rctp.attest.Unit;
import dev.rctp.gateway.observe.trace.Phase;

/** Measures the phase {@code commit}. */
public record ObservedLedger(Ledger ledger, Phases phases) implements Ledger {

    @Override
    public Committed commit(Unit unit) throws LedgerUnavailableException, InterruptedException {
        try (var _ = phases.begin(Phase.COMMIT)) {
            return ledger.commit(unit);
        }
    }
}
