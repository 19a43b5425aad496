package dev.rctp.terms;

import dev.rctp.registries.CanonicalJson;
import dev.rctp.registries.Money;
import dev.rctp.registries.SqlStatement;
import dev.rctp.registries.TermSet;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The one way by which listings get terms (LST-3, LST-4), whoever asks; stores nothing itself. */
public final class ListingService {

    private static final String INSERT_TERMS =
            "INSERT INTO listing_terms (listing_id, terms_commitment, term_set, public_terms, sealed_terms,"
                    + " sealing_key_id, approved_at) VALUES (?, ?, ?, ?, ?, ?, ?)";
    private static final String USE_TERMS =
            "UPDATE listing SET terms_commitment = ?, term_set = ? WHERE listing_id = ? AND seller = ?"
                    + " AND list_amount = ? AND list_currency = ? AND NOT closed AND repricing IS NULL";

    private final Map<String, TermSet> termSets;
    private final SealingKeys keys;
    private final SecureRandom random;
    private final InstantSource clock;

    /** Takes the term sets that sellers may use here (LST-1), by their id. */
    public ListingService(Map<String, TermSet> termSets, SealingKeys keys, SecureRandom random, InstantSource clock) {
        this.termSets = Map.copyOf(termSets);
        this.keys = keys;
        this.random = random;
        this.clock = clock;
    }

    /** Whether sellers may use the term set here (LST-1). */
    public boolean offersTermSet(String termSet) {
        return termSets.containsKey(termSet);
    }

    /** Takes what the seller submitted and approved as the terms of the listing from now on; open offers keep theirs (LST-5). */
    public TermsApproval approveTerms(PublicListing listing, String termSet, JsonNode submitted) {
        TermSet set = termSets.get(termSet);
        if (set == null) {
            return new TermsInvalid(List.of(new TermFault("term_set", "is not one that this marketplace uses")));
        }
        return switch (ListingTerms.check(set, listing.listPrice(), submitted)) {
            case TermsInvalid invalid -> invalid;
            case ListingTerms terms -> approved(listing, termSet, terms);
        };
    }

    private ApprovedTerms approved(PublicListing listing, String termSet, ListingTerms terms) {
        TermsOpening opening = TermsOpening.of(terms, random);
        String commitment = opening.commitment();
        SealedTerms sealed = SealedTerms.seal(opening, listing.id(), keys.current(), random);
        ObjectNode shown = terms.publicTerms();
        return new ApprovedTerms(
                listing.withTerms(termSet, shown, commitment),
                use(commitment, termSet, listing),
                List.of(new SqlStatement(
                        INSERT_TERMS,
                        List.of(
                                listing.id().value(),
                                commitment,
                                termSet,
                                CanonicalJson.text(shown),
                                sealed.box(),
                                sealed.keyId(),
                                clock.instant()))));
    }

    /**
     * Checks what the seller's form gave, of which no time may be over, and seals it until their passkey has signed its commitment (LST-3).
     *
     * @param place what it is sealed for: the listing, or the approval that may make one
     */
    public Submission submit(ListingId place, String termSet, Money listPrice, JsonNode submitted) {
        TermSet set = termSets.get(termSet);
        if (set == null) {
            return new TermsInvalid(List.of(new TermFault("term_set", "is not one that this marketplace uses")));
        }
        return switch (ListingTerms.check(set, listPrice, submitted, clock.instant())) {
            case TermsInvalid invalid -> invalid;
            case ListingTerms terms -> {
                TermsOpening opening = TermsOpening.of(terms, random);
                SealedTerms sealed = SealedTerms.seal(opening, place, keys.current(), random);
                yield new SubmittedTerms(opening.commitment(), terms.publicTerms(), sealed.sealed());
            }
        };
    }

    /**
     * Gives submitted terms, whose commitment was signed, to the listing.
     *
     * @param place what they were sealed for
     * @param listing the listing as it is with them
     */
    public List<SqlStatement> keep(SubmittedTerms terms, ListingId place, PublicListing listing) {
        TermsOpening opening = new SealedTerms(terms.sealed()).open(place, terms.commitment(), keys);
        SealedTerms sealed = SealedTerms.seal(opening, listing.id(), keys.current(), random);
        return List.of(new SqlStatement(
                INSERT_TERMS,
                List.of(
                        listing.id().value(),
                        terms.commitment(),
                        listing.termSet(),
                        CanonicalJson.text(terms.publicTerms()),
                        sealed.box(),
                        sealed.keyId(),
                        clock.instant())));
    }

    /** Not for another seller or at another price than those the terms were judged by; nor for a listing that ended meanwhile. */
    private static SqlStatement use(String commitment, String termSet, PublicListing listing) {
        return new SqlStatement(
                USE_TERMS,
                List.of(
                        commitment,
                        termSet,
                        listing.id().value(),
                        listing.seller(),
                        listing.listPrice().amount(),
                        listing.listPrice().currency()));
    }
}
