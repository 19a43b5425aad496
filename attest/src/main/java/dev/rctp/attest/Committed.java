package dev.rctp.attest;

import java.util.List;

/** What became of a unit whose outcome is known. */
public sealed interface Committed {

    /**
     * All of the unit is on disk.
     *
     * @param receipts one per entry, in the unit's order
     */
    record Durable(List<Receipt> receipts) implements Committed {

        /** Keeps its own copy of the list. */
        public Durable {
            receipts = List.copyOf(receipts);
        }
    }

    /**
     * A guard did not touch exactly one row; nothing of the unit was written.
     *
     * @param guard the name of the first guard that lost
     */
    record Lost(String guard) implements Committed {}
}
