package dev.rctp.gateway.enforce;

import dev.rctp.terms.PublicListing;
import dev.rctp.terms.negotiation.Offer;
import dev.rctp.terms.negotiation.Offer.Negotiation;
import dev.rctp.terms.negotiation.StandingOffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** What agents may read, if they are party to it. */
public interface ReadSource {

    /** The listing of that id; empty where none is known here. */
    Optional<PublicListing> listing(String id);

    /** The offer of that id as it is at that time; empty where none is known. */
    Optional<StandingOffer> offer(String id, Instant now);

    /** The approval of that id as it is at that time; empty where none is known. */
    Optional<KnownApproval> approval(String id, Instant now);

    /** The approval once its call has a result, through whatever process; or as it is when that time is over. */
    KnownApproval awaitResult(KnownApproval known, Duration patience, InstantSource clock) throws InterruptedException;

    /** The seller for whom a listing is made, or was, in the chain of that name (LST-7); empty for any other. */
    Optional<String> maker(String approvalOrIntent);

    /** The offers on the listing that its seller sees, oldest first. */
    List<Offer> offers(PublicListing listing, Instant now);

    /** The deal of that id with all that was reported of it; empty where the marketplace has taken none. */
    Optional<OpenDeal> deal(String id, Instant now);

    /** The entries of the deal's events in their order, as they are stored: from the entry of that number on, so many at most. */
    List<byte[]> events(String dealId, long from, int limit);

    /** The negotiation of that id, or the one that the deal of that id comes from, also where a veto left no deal; empty where none is known. */
    Optional<Negotiation> negotiation(String type, String id);
}
