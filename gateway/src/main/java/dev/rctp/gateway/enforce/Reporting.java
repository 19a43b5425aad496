package dev.rctp.gateway.enforce;

import dev.rctp.attest.EntryDraft;
import dev.rctp.terms.negotiation.Beginning;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An event that is about to be recorded, with all that is written with it (EVT-1, EVT-5).
 *
 * @param fingerprint what a repeat is compared by
 * @param entry the entry that holds it
 * @param beginning what it changes at once, and for good
 * @param state the deal's state with it
 * @param before it comes too late with an entry of this time or later; null where no time ends it
 * @param informs the role whose information it is, so that only this role's information waits until it is told; null for no information
 * @param telling by which the marketplace is told; its call is the one that brought the event
 */
public record Reporting(
        String fingerprint,
        EntryDraft entry,
        Beginning beginning,
        String state,
        @Nullable Instant before,
        @Nullable String informs,
        Intent telling) {}
