package dev.rctp.gateway.store;

import dev.rctp.approval.Approvals;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.SqlStatement;
import dev.rctp.registries.StrictJson;
import dev.rctp.terms.ListingId;
import dev.rctp.terms.ListingService;
import dev.rctp.terms.PublicListing;
import dev.rctp.terms.SealedBox;
import dev.rctp.terms.SubmittedTerms;
import dev.rctp.terms.negotiation.Step;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.sql.DataSource;

/** Takes the terms that a seller signed from the approval's table to the listing's, once the marketplace has taken the step (LST-3). */
public final class StoredTerms {

    private final DataSource database;
    private final ListingService listings;

    /** Reads this database; private terms pass through this service alone. */
    public StoredTerms(DataSource database, ListingService listings) {
        this.database = database;
        this.listings = listings;
    }

    /** The writes that give a listing its signed terms; none for a step that brings no terms. */
    List<SqlStatement> of(Step step) {
        return switch (step) {
            case Step.ListingCreated created
            when created.approval() != null ->
                kept(created.approval(), new ListingId(created.approval()), created.listing());
            case Step.TermsSet set -> kept(set.approval(), set.listing().id(), set.listing());
            default -> List.of();
        };
    }

    private List<SqlStatement> kept(String approval, ListingId place, PublicListing listing) {
        Approvals.SignedTerms signed = RoundTrip.ask(database, Approvals.signedTerms(approval))
                .orElseThrow(() -> new IllegalStateException("an approved listing has no signed terms"));
        try {
            SubmittedTerms terms = new SubmittedTerms(
                    signed.commitment(),
                    StrictJson.parseObject(signed.publicTerms().getBytes(StandardCharsets.UTF_8)),
                    new SealedBox(signed.sealingKeyId(), signed.sealedTerms()));
            return listings.keep(terms, place, listing);
        } catch (InvalidJsonException e) {
            throw new IllegalStateException("stored public terms are not JSON", e);
        }
    }
}
