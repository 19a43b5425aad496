package dev.rctp.terms;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** A listing with what only the gateway knows of it: who holds it, and its sealed terms. */
public final class StandingListing {

    /** The columns that {@link #read} reads, of {@code listing l} and its current {@code listing_terms t}. */
    public static final String COLUMNS =
            Listings.COLUMNS + ", l.reserved_for, l.reserved_until, t.sealed_terms, t.sealing_key_id, l.repricing";

    /** How many columns those are. */
    public static final int WIDTH = Listings.WIDTH + 5;

    private final PublicListing listing;
    private final @Nullable String heldBy;
    private final @Nullable Instant heldUntil;
    private final @Nullable SealedTerms sealed;
    private final boolean repricing;

    private StandingListing(
            PublicListing listing,
            @Nullable String heldBy,
            @Nullable Instant heldUntil,
            @Nullable SealedTerms sealed,
            boolean repricing) {
        this.listing = listing;
        this.heldBy = heldBy;
        this.heldUntil = heldUntil;
        this.sealed = sealed;
        this.repricing = repricing;
    }

    /** The listing in a row that begins with {@link #COLUMNS}. */
    public static StandingListing read(ResultSet row) throws SQLException {
        int own = Listings.WIDTH;
        byte[] box = row.getBytes(own + 3);
        return new StandingListing(
                Listings.read(row),
                row.getString(own + 1),
                instant(row.getObject(own + 2, OffsetDateTime.class)),
                box == null ? null : new SealedTerms(row.getString(own + 4), box),
                row.getString(own + 5) != null);
    }

    private static @Nullable Instant instant(@Nullable OffsetDateTime time) {
        return time == null ? null : time.equals(OffsetDateTime.MAX) ? Instant.MAX : time.toInstant();
    }

    /** What everybody may see of it. */
    public PublicListing listing() {
        return listing;
    }

    /** Whether an accepted offer other than this one holds it (OFF-8). */
    public boolean isHeldAt(Instant now, @Nullable String otherThan) {
        return heldBy != null && heldUntil != null && now.isBefore(heldUntil) && !heldBy.equals(otherThan);
    }

    /** Whether this offer holds it, or did last, with nothing since that ended the hold (CHK-1). */
    public boolean isHeldBy(String offer) {
        return offer.equals(heldBy);
    }

    /** Whether another price for it waits for the marketplace's answer (PRX-2). */
    public boolean isBeingRepriced() {
        return repricing;
    }

    @Nullable
    SealedTerms sealed() {
        return sealed;
    }

    @Override
    public String toString() {
        return "StandingListing[" + listing.id() + "]";
    }
}
