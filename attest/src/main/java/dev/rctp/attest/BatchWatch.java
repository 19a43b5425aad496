package dev.rctp.attest;

/** Hears of each transaction that the ledger has committed; called on the writer's thread, so it must be quick. */
@FunctionalInterface
public interface BatchWatch {

    /**
     * A transaction is durable.
     *
     * @param units how many shared it
     * @param entries how many entries it appended to chains
     */
    void committed(int units, int entries);
}
