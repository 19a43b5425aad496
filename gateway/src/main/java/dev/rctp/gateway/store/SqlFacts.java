package dev.rctp.gateway.store;

import dev.rctp.gateway.enforce.CallKey;
import dev.rctp.gateway.enforce.FactSource;
import dev.rctp.gateway.enforce.Facts;
import dev.rctp.gateway.enforce.Prior;
import dev.rctp.grant.Grant;
import dev.rctp.terms.ListingId;
import dev.rctp.terms.Listings;
import dev.rctp.terms.PublicListing;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;

/** The facts of a call out of the tables of calls and listings. */
public final class SqlFacts implements FactSource {

    private final RoundTrip database;
    private final SqlCallStore calls;
    private final SqlOwnListings listings;

    /** Reads this database, calls and listings as these do. */
    public SqlFacts(DataSource database, SqlCallStore calls, SqlOwnListings listings) {
        this.database = new RoundTrip(database);
        this.calls = calls;
        this.listings = listings;
    }

    @Override
    public Facts of(CallKey call, String fingerprint, Map<String, String> subjectIds, Grant grant) {
        return listings.named(subjectIds)
                .map(id -> of(call, fingerprint, id, grant))
                .orElseGet(() -> new Facts(calls.find(call, fingerprint), Optional.empty()));
    }

    private Facts of(CallKey call, String fingerprint, ListingId id, Grant grant) {
        RoundTrip.Both<CallRow, PublicListing> rows = database.ask(CallRow.query(call), Listings.query(id));
        Prior prior = calls.prior(rows.first(), fingerprint);
        return new Facts(prior, rows.second().filter(listing -> listing.isOf(grant.sub())));
    }
}
