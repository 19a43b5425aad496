package dev.rctp.gateway.enforce;

import dev.rctp.attest.Confided;
import dev.rctp.attest.EntryDraft;
import org.jspecify.annotations.Nullable;

/**
 * An entry and what only one side may know of it (REC-6).
 *
 * @param draft the entry
 * @param confided what its {@code body.confided} commits to; null where nothing is confided
 */
public record ConfidingEntry(EntryDraft draft, @Nullable Confided confided) {

    /** Where the digest of what is confided stands in an entry. */
    public static final String PATH = "/body/confided";
}
