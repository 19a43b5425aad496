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

    /** The negotiation of that id, or the one that the deal of that id comes from, also where a veto left no deal; empty where none is known. */
    Optional<Negotiation> negotiation(String type, String id);
}
