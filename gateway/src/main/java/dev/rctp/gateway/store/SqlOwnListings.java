package dev.rctp.gateway.store;

import dev.rctp.gateway.enforce.OwnListings;
import dev.rctp.gateway.enforce.StoreUnavailableException;
import dev.rctp.grant.Grant;
import dev.rctp.terms.ListingId;
import dev.rctp.terms.ListingIdFolding;
import dev.rctp.terms.Listings;
import dev.rctp.terms.PublicListing;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;

/** The granting seller's listings, out of the table of all (LST-8). */
public final class SqlOwnListings implements OwnListings {

    private final Listings listings;
    private final ListingIdFolding folding;

    /** Reads this table; ids are folded as configured. */
    public SqlOwnListings(Listings listings, ListingIdFolding folding) {
        this.listings = listings;
        this.folding = folding;
    }

    @Override
    public Optional<PublicListing> find(Map<String, String> subjectIds, Grant grant) {
        return named(subjectIds).flatMap(this::known).filter(listing -> listing.isOf(grant.sub()));
    }

    /** The listing's id among the ids; empty where there is none that can be one. */
    Optional<ListingId> named(Map<String, String> subjectIds) {
        return Optional.ofNullable(subjectIds.get("listing_id")).flatMap(text -> ListingId.parse(text, folding));
    }

    private Optional<PublicListing> known(ListingId id) {
        try {
            return listings.find(id);
        } catch (SQLException e) {
            throw new StoreUnavailableException("the listing table can't be read", e);
        }
    }
}
