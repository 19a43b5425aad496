package dev.rctp.attest;

import java.util.List;

/**
 * Consecutive entries of a chain and what may be known beyond them, of these entries and no others (REC-4, REC-6).
 *
 * @param entries their stored JCS bytes, in order
 * @param openings each as the object of schema {@code record-bundle}
 */
public record ChainPart(List<byte[]> entries, List<byte[]> openings) {

    /** Keeps its own copies of the lists. */
    public ChainPart {
        entries = List.copyOf(entries);
        openings = List.copyOf(openings);
    }
}
