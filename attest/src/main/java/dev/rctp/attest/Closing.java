package dev.rctp.attest;

import java.util.List;

/** The writes of a unit that name its entries, made once those have their places. */
@FunctionalInterface
public interface Closing {

    /**
     * The statements to run in the same transaction; the receipts stand in the order of the unit's entries. May be asked more than once
     * when a transaction is retried, so it has no effects of its own, and it must be quick.
     */
    List<Statement> statements(List<Receipt> receipts);

    /** No further writes. */
    static Closing none() {
        return receipts -> List.of();
    }
}
