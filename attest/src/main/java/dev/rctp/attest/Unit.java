package dev.rctp.attest;

import java.util.List;

/**
 * What becomes true together or not at all (REC-3): guards in their order, then entries, then the closing writes.
 *
 * @param guards conditional writes; empty where there is no race to decide
 * @param entries in the order they take in their chains; may be empty
 * @param closing the writes that need the entries' receipts
 */
public record Unit(List<Guard> guards, List<EntryDraft> entries, Closing closing) {

    /** Keeps its own copies of the lists. */
    public Unit {
        guards = List.copyOf(guards);
        entries = List.copyOf(entries);
    }

    /** A unit of entries alone. */
    public static Unit of(EntryDraft... entries) {
        return new Unit(List.of(), List.of(entries), Closing.none());
    }
}
