package dev.rctp.terms;

/** Opens sealed terms for as long as it takes to ask their floor (LST-4, INV-1). */
public final class Floors {

    private final SealingKeys keys;

    /** Opens with these keys. */
    public Floors(SealingKeys keys) {
        this.keys = keys;
    }

    /** The floor of the listing's approved terms; throws {@link IllegalStateException} for terms that can't be opened. */
    public Floor of(StandingListing standing) {
        PublicListing listing = standing.listing();
        SealedTerms sealed = standing.sealed();
        String commitment = listing.termsCommitment();
        if (sealed == null || commitment == null) {
            throw new IllegalStateException("a listing without approved terms has no floor");
        }
        TermsOpening opening = sealed.open(listing.id(), commitment, keys);
        return new Floor(MoneyJson.read(opening.terms().path("floor"))
                .orElseThrow(() -> new IllegalStateException("approved terms have no floor")));
    }
}
