package dev.rctp.gateway.enforce;

import dev.rctp.terms.PublicListing;
import dev.rctp.terms.negotiation.Offer;
import dev.rctp.terms.negotiation.Offer.Negotiation;
import dev.rctp.terms.negotiation.StandingOffer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What agents may read, if they are party to it. */
public interface ReadSource {

    /** The listing of that id; empty where none is known here. */
    Optional<PublicListing> listing(String id);

    /** The offer of that id as it is at that time; empty where none is known. */
    Optional<StandingOffer> offer(String id, Instant now);

    /** The offers on the listing that its seller sees, oldest first. */
    List<Offer> offers(PublicListing listing, Instant now);

    /** Between whom the negotiation, or the deal, of that id is; empty where none is known. */
    Optional<Parties> parties(String type, String id);

    /** Whose listing it is; the pseudonym {@code sub}. */
    Optional<String> seller(Negotiation negotiation);

    /**
     * Between whom something is.
     *
     * @param negotiation the buyer's agent, and the listing
     * @param seller the listing's seller
     */
    record Parties(Negotiation negotiation, String seller) {}
}
