package dev.rctp.attest.verify;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an offline check of several chains in one file found.
 *
 * @param chains each with its own report, in the file's order
 * @param fault what is wrong with the file or with how its chains belong together, in one sentence; null for nothing
 */
public record DossierReport(List<Chain> chains, @Nullable String fault) {

    /** Keeps its own copy of the list. */
    public DossierReport {
        chains = List.copyOf(chains);
    }

    /**
     * One of its chains.
     *
     * @param subject {@code <type>/<id>} as its first entry has it
     * @param report what was found
     */
    public record Chain(String subject, RecordReport report) {}

    /** Whether nothing at all was found wrong, with any chain from its first entry on. */
    public boolean passed() {
        return fault == null && chains.stream().allMatch(chain -> chain.report().passed());
    }

    /** Whether it can't be told, for want of keys or of signed heads and of nothing else. */
    public boolean isUndecided() {
        return fault == null
                && chains.stream().anyMatch(chain -> chain.report().isUndecided())
                && chains.stream()
                        .allMatch(chain ->
                                chain.report().passed() || chain.report().isUndecided());
    }
}
