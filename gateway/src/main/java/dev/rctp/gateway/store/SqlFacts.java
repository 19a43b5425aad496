package dev.rctp.gateway.store;

import dev.rctp.approval.Approvals;
import dev.rctp.attest.Receipt;
import dev.rctp.attest.Subject;
import dev.rctp.gateway.enforce.AdmittedCall;
import dev.rctp.gateway.enforce.BuyerCall;
import dev.rctp.gateway.enforce.FactSource;
import dev.rctp.gateway.enforce.Facts;
import dev.rctp.gateway.enforce.Facts.Known;
import dev.rctp.gateway.enforce.GrantedCall;
import dev.rctp.gateway.enforce.PartyCall;
import dev.rctp.gateway.enforce.SignedTerms;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.SqlQuery;
import dev.rctp.registries.StrictJson;
import dev.rctp.terms.ListingId;
import dev.rctp.terms.ListingIdFolding;
import dev.rctp.terms.Listings;
import dev.rctp.terms.PublicListing;
import dev.rctp.terms.negotiation.Checkout;
import dev.rctp.terms.negotiation.Offer;
import dev.rctp.terms.negotiation.OfferState;
import dev.rctp.terms.negotiation.StandingOffer;
import dev.rctp.terms.negotiation.Standings;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import tools.jackson.databind.node.ObjectNode;

/** The facts of a call out of the tables, in one round trip. */
public final class SqlFacts implements FactSource {

    private static final String NEGOTIATION_HEAD = """
            SELECT h.subject_id, h.seq, h.hash FROM checkout c JOIN offer o USING (offer_id)
            JOIN chain_head h ON h.subject_type = 'negotiation' AND h.subject_id = o.negotiation_id
            WHERE c.digest = ?""";

    private final DataSource database;
    private final SqlCallStore calls;
    private final ListingIdFolding folding;
    private final Standings standings;
    private final OpenDeals deals;

    /** Reads this database, calls, offers and deals as these do; listing ids are folded as configured. */
    public SqlFacts(
            DataSource database, SqlCallStore calls, ListingIdFolding folding, Standings standings, OpenDeals deals) {
        this.database = database;
        this.calls = calls;
        this.folding = folding;
        this.standings = standings;
        this.deals = deals;
    }

    /** One look, and what it shows of the subject. */
    private final class Look {

        private final AdmittedCall call;
        private final Instant now;
        private final RoundTrip trip = new RoundTrip();
        private final RoundTrip.Answer<CallRow> prior;

        Look(AdmittedCall call, Instant now) {
            this.call = call;
            this.now = now;
            this.prior = trip.add(CallRow.query(call.key()));
        }

        private String operator() {
            return call.caller().group();
        }

        private String agent() {
            return call.caller().key();
        }

        private Optional<String> id(String name) {
            return Optional.ofNullable(call.operation().subjectIds().get(name));
        }

        private Facts facts(Known known) {
            return new Facts(calls.prior(prior.row(), call.fingerprint(), now), known);
        }

        /** Makes the round trip with this question, if there is one. */
        private <T> Optional<T> ask(Optional<SqlQuery<T>> question) {
            Optional<RoundTrip.Answer<T>> answer = question.map(trip::add);
            trip.make(database);
            return answer.flatMap(RoundTrip.Answer::row);
        }
    }

    @Override
    public Facts of(AdmittedCall call, Optional<ObjectNode> body, Instant now) {
        Look look = new Look(call, now);
        return look.facts(
                switch (call.operation().action().name()) {
                    case "listing.create" -> new Known.NewListing(signed(look));
                    case "listing.set_terms" -> terms(look);
                    case "offer.create" -> offering(look, body);
                    case "listing.reprice" -> asking(look);
                    case "offer.counter", "offer.accept" -> answering(look);
                    case "deal.open" -> redeeming(look, body);
                    case "deal.commit_to_ship", "deal.event" -> ofDeal(look);
                    default -> ofListing(look);
                });
    }

    private Known ofListing(Look look) {
        Optional<SqlQuery<PublicListing>> question = listing(look).map(Listings::query);
        return new Known.OfListing(look.ask(question).filter(listing -> isOwn(look, listing)), askedHash(look));
    }

    private Known terms(Look look) {
        Optional<SignedTerms> signed = approval(look)
                .flatMap(id -> RoundTrip.ask(database, Approvals.signedTerms(id)))
                .map(SqlFacts::signed);
        Optional<SqlQuery<Standings.Asking>> question =
                listing(look).map(id -> standings.asking(id, look.operator(), look.agent(), look.now));
        return new Known.Terms(
                look.ask(question).map(Standings.Asking::listing).filter(listing -> isOwn(look, listing.listing())),
                signed,
                askedHash(look));
    }

    /** What the listing was when its seller was asked (LST-7). */
    private Optional<String> askedHash(Look look) {
        return approval(look)
                .flatMap(id -> RoundTrip.ask(database, Approvals.find(id, look.now)))
                .map(approval ->
                        approval.question().about().path("listing_hash").stringValue());
    }

    private Optional<SignedTerms> signed(Look look) {
        Optional<RoundTrip.Answer<Approvals.SignedTerms>> signed =
                approval(look).map(id -> look.trip.add(Approvals.signedTerms(id)));
        look.trip.make(database);
        return signed.flatMap(RoundTrip.Answer::row).map(SqlFacts::signed);
    }

    private static SignedTerms signed(Approvals.SignedTerms terms) {
        try {
            return new SignedTerms(
                    terms.commitment(),
                    StrictJson.parseObject(terms.publicTerms().getBytes(StandardCharsets.UTF_8)));
        } catch (InvalidJsonException e) {
            throw new IllegalStateException("stored public terms are not JSON", e);
        }
    }

    private static Optional<String> approval(Look look) {
        return look.call instanceof GrantedCall granted ? Optional.ofNullable(granted.approval()) : Optional.empty();
    }

    private Known asking(Look look) {
        Optional<SqlQuery<Standings.Asking>> question =
                listing(look).map(id -> standings.asking(id, look.operator(), look.agent(), look.now));
        return new Known.Asking(
                look.ask(question).filter(asking -> isOwn(look, asking.listing().listing())), askedHash(look));
    }

    private Known offering(Look look, Optional<ObjectNode> body) {
        Optional<RoundTrip.Answer<StandingOffer>> superseded = body.flatMap(
                        json -> Optional.ofNullable(json.get("supersedes")))
                .map(id -> look.trip.add(standings.offer(id.stringValue(), look.now)));
        Optional<SqlQuery<Standings.Offering>> question =
                listing(look).map(id -> standings.offering(id, look.operator(), look.agent(), look.now));
        return new Known.Offering(look.ask(question), superseded.flatMap(RoundTrip.Answer::row));
    }

    private Known answering(Look look) {
        Optional<SqlQuery<Standings.Answering>> question =
                look.id("offer_id").map(id -> standings.answering(id, look.operator(), look.agent(), look.now));
        Optional<Standings.Answering> standing = look.ask(question)
                .filter(answering -> answering.offer().made())
                // what was refused to its buyer is not there for the seller (REC-6)
                .filter(answering -> answering.offer().offer().state() != OfferState.REFUSED)
                .filter(answering -> isOwn(look, answering.asking().listing().listing()))
                .filter(answering -> isOwn(look, answering.offer().offer().negotiation()));
        return new Known.Answering(standing, askedHash(look));
    }

    private Known redeeming(Look look, Optional<ObjectNode> body) {
        Optional<String> digest =
                body.map(json -> Checkout.digest(json.path("checkout").stringValue()));
        Optional<RoundTrip.Answer<Receipt>> head = digest.map(known -> look.trip.add(negotiationHead(known)));
        return new Known.Redeeming(
                look.ask(digest.map(known -> standings.redeeming(known, look.now))),
                head.flatMap(RoundTrip.Answer::row));
    }

    private Known ofDeal(Look look) {
        return new Known.OfDeal(
                deals.find(look.trip, database, look.id("deal_id").orElse(""), look.now));
    }

    private static SqlQuery<Receipt> negotiationHead(String checkoutDigest) {
        return new SqlQuery<>(
                NEGOTIATION_HEAD,
                List.of(checkoutDigest),
                row -> new Receipt(new Subject("negotiation", row.getString(1)), row.getLong(2), row.getString(3)));
    }

    private Optional<ListingId> listing(Look look) {
        return look.id("listing_id").flatMap(text -> ListingId.parse(text, folding));
    }

    /** What was offered to an earlier seller of the listing is not this one's to answer. */
    private static boolean isOwn(Look look, Offer.Negotiation negotiation) {
        return look.call instanceof GrantedCall granted
                && negotiation.seller().equals(granted.grant().sub());
    }

    /** On the seller's side only the granting seller's listings are there (LST-8). */
    private static boolean isOwn(Look look, PublicListing listing) {
        return switch (look.call) {
            case GrantedCall granted -> listing.isOf(granted.grant().sub());
            case BuyerCall _, PartyCall _ -> false;
        };
    }
}
