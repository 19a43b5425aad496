package dev.rctp.terms.negotiation;

import dev.rctp.registries.Money;
import dev.rctp.terms.PublicListing;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Offers on the one listing of a {@link Ground}, moved as the gateway moves them; ids are counted. */
final class Bazaar {

    static final Agent BUYER = new Agent("https://buyers.example/ucp", "buyer-1");
    static final Agent SELLER = new Agent("https://sellers.example/ucp", "seller-1");
    static final CheckoutSigner SIGNER = new CheckoutSigner() {
        @Override
        public Duration lifetime() {
            return Duration.ofMinutes(30);
        }

        @Override
        public String keyId() {
            return "kid";
        }

        @Override
        public String issuer() {
            return "https://gateway.example/ucp";
        }

        @Override
        public byte[] sign(byte[] data) {
            return "signature".getBytes(StandardCharsets.US_ASCII);
        }
    };

    static final DealRules RULES = new DealRules("buyer_accepted", 7, Instant.parse("2026-12-04T12:00:00Z"));

    final Moves moves = new Moves(BudgetLimits.defaults());
    final Standings standings = new Standings(BudgetLimits.defaults());

    private final Ground ground;
    private final PublicListing listing;
    private int made;

    Bazaar(Ground ground, PublicListing listing) {
        this.ground = ground;
        this.listing = listing;
    }

    private String next(String prefix) {
        return prefix + ++made;
    }

    /** An offer of this agent in the one negotiation it has, not made yet. */
    Offer draft(Agent buyer, long amount, @Nullable String supersedes, Instant expiresAt) {
        return draft(buyer, Offer.Party.BUYER, amount, supersedes, expiresAt);
    }

    Offer draft(Agent buyer, Offer.Party by, long amount, @Nullable String supersedes, Instant expiresAt) {
        Offer.Negotiation negotiation =
                new Offer.Negotiation("neg_" + buyer.jkt(), listing.id(), Ground.SELLER, buyer.operator(), buyer.jkt());
        String currency = listing.listPrice().currency();
        return new Offer(
                next("off_"),
                negotiation,
                by,
                new DealTerms(new Money(amount, currency), "shipping", "escrow"),
                listing.approvedCommitment(),
                supersedes,
                expiresAt,
                OfferState.OPEN);
    }

    static Instant expiry(Instant now) {
        return now.plus(Duration.ofDays(2));
    }

    boolean isFirst(Agent buyer, Instant now) throws SQLException {
        return ground.ask(standings.offering(listing.id(), buyer.operator(), buyer.jkt(), now))
                        .orElseThrow()
                        .negotiation()
                == null;
    }

    Optional<String> begin(String intent, Offer offer, @Nullable Offer superseded, Instant now) throws SQLException {
        Offer.Negotiation negotiation = offer.negotiation();
        boolean first = isFirst(new Agent(negotiation.operator(), negotiation.buyer()), now);
        return ground.begin(moves.offer(intent, offer, first, superseded, now));
    }

    void stand(String intent, Step step, Instant now) throws SQLException {
        ground.carryOut(moves.stand(intent, step, SIGNER, now));
    }

    void undo(String intent, Step step) throws SQLException {
        won(ground.begin(new Beginning(Moves.releases(intent, step), moves.undo(intent, step))));
    }

    /** An offer that stands. */
    Offer offered(Agent buyer, long amount, Instant now) throws SQLException {
        Offer offer = draft(buyer, amount, null, expiry(now));
        String intent = next("int_");
        won(begin(intent, offer, null, now));
        stand(intent, new Step.OfferMade(offer), now);
        return offer;
    }

    /** A counter that stands. */
    Offer countered(Offer offer, long amount, Instant now) throws SQLException {
        Offer counter = counter(offer, amount, now);
        String intent = next("int_");
        won(ground.begin(moves.counter(intent, offer, counter, SELLER, now)));
        stand(intent, new Step.OfferMade(counter), now);
        return counter;
    }

    Offer counter(Offer offer, long amount, Instant now) {
        Agent buyer =
                new Agent(offer.negotiation().operator(), offer.negotiation().buyer());
        return draft(buyer, Offer.Party.SELLER, amount, null, expiry(now));
    }

    Step.OfferAccepted acceptance(Offer offer) {
        return new Step.OfferAccepted(
                offer.in(OfferState.ACCEPTED), new Checkout.Draft(next("chk_"), "nonce", listing.hash()));
    }

    /** An offer that is accepted; its checkout's text. */
    String accepted(Offer offer, Instant now) throws SQLException {
        String intent = next("int_");
        won(ground.begin(moves.accept(intent, offer, now)));
        stand(intent, acceptance(offer), now);
        return checkout(offer, now);
    }

    String checkout(Offer offer, Instant now) throws SQLException {
        return Optional.ofNullable(standing(offer, now).checkout()).orElseThrow();
    }

    Deal deal(Offer offer) {
        return new Deal(
                next("dea_"),
                offer.in(OfferState.ACCEPTED),
                "open",
                List.of("funds_held", "accepted"),
                List.of("funds_held", "rejected"));
    }

    /** A redemption that stands. */
    void sold(Offer offer, Instant now) throws SQLException {
        Deal deal = deal(offer);
        String intent = next("int_");
        won(ground.begin(moves.open(intent, deal, RULES, Checkout.digest(checkout(offer, now)), now)));
        stand(intent, new Step.DealOpened(deal), now);
    }

    StandingOffer standing(Offer offer, Instant now) throws SQLException {
        return ground.ask(standings.offer(offer.id(), now)).orElseThrow();
    }

    /** The offer's state as it is read. */
    String state(Offer offer, Instant now) throws SQLException {
        return standing(offer, now).offer().state().code();
    }

    private static void won(Optional<String> lost) {
        if (lost.isPresent()) {
            throw new AssertionError("lost the guard " + lost.get());
        }
    }
}
