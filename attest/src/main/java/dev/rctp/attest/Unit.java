package dev.rctp.attest;

import java.util.List;

/**
 * What becomes true together or not at all (REC-3): guards in their order, then entries, then the closing writes.
 *
 * @param guards conditional writes; empty where there is no race to decide
 * @param heads entries that must still be the last of their chains when the unit's own are made, or it is {@link Committed.Lost} by {@link #HEAD}
 * @param entries in the order they take in their chains; may be empty
 * @param closing the writes that need the entries' receipts
 */
public record Unit(List<Guard> guards, List<Receipt> heads, List<EntryDraft> entries, Closing closing) {

    /** The name by which a unit is lost whose entries name a head that is none any more (REC-2). */
    public static final String HEAD = "head";

    /** Keeps its own copies of the lists. */
    public Unit {
        guards = List.copyOf(guards);
        heads = List.copyOf(heads);
        entries = List.copyOf(entries);
    }

    /** A unit that needs no other chain's head. */
    public Unit(List<Guard> guards, List<EntryDraft> entries, Closing closing) {
        this(guards, List.of(), entries, closing);
    }

    /** A unit of entries alone. */
    public static Unit of(EntryDraft... entries) {
        return new Unit(List.of(), List.of(entries), Closing.none());
    }
}
