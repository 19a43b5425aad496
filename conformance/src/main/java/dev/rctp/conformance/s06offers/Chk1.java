package dev.rctp.conformance.s06offers;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.s05listings.Claims;
import dev.rctp.conformance.s05listings.Profile;
import dev.rctp.conformance.s05listings.Told;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Offer;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** CHK-1: the checkout of an accepted offer, who sees it, and its redemption. */
public final class Chk1 implements Section {

    private static final int LIFE = 1800;

    @Override
    public void register(Suite suite) {
        suite.test("CHK-1.1", Chk1::type);
        suite.test("CHK-1.2", Chk1::signed);
        suite.test("CHK-1.3", Chk1::claims);
        suite.test("CHK-1.4", Chk1::ofTheOffer);
        suite.test("CHK-1.5", Chk1::life);
        suite.test("CHK-1.6", Chk1::notTheSeller);
        suite.test("CHK-1.7", Chk1::noOtherAgent);
        suite.test("CHK-1.8", Chk1::once);
        suite.test("CHK-1.9", Chk1::sold);
        suite.test("CHK-1.10", t -> forged(t, Forgery.altered(t, fresh(t))));
        suite.test("CHK-1.11", t -> forged(t, Forgery.byAnotherKey(t, fresh(t))));
        suite.test("CHK-1.12", Chk1::withoutKeyPair);
        suite.test("CHK-1.13", t -> forged(t, List.of(Forgery.inDer(t, fresh(t)))));
        suite.test("CHK-1.14", t -> forged(t, List.of(entry(t))));
        suite.test("CHK-1.15", Chk1::expired);
        suite.test("CHK-1.16", Chk1::changedListing);
    }

    private static Offer accepted(Trial t) {
        return t.scene().accepted(t.scene().offered());
    }

    private static String fresh(Trial t) {
        return t.scene().checkout(accepted(t));
    }

    private static void type(Trial t) {
        String checkout = fresh(t);
        t.that(checkout.split("\\.", -1).length == 3, "A compact JWS was expected: " + checkout);
        t.equal("rctp-checkout+jwt", Claims.header(t, checkout).path("typ").asString(""), "`typ` of the checkout");
    }

    private static void signed(Trial t) {
        String checkout = fresh(t);
        t.equal("ES256", Claims.header(t, checkout).path("alg").asString(""), "`alg` of the checkout");
        JsonNode keys = Profile.of(t).at("keys");
        t.that(Forgery.isBy(keys, checkout), "The checkout was to verify with a key of the gateway's profile.");
    }

    private static void claims(Trial t) {
        JsonNode claims = Claims.of(t, fresh(t));
        for (String claim : List.of(
                "iss",
                "jti",
                "listing_id",
                "listing_hash",
                "offer_id",
                "negotiation_id",
                "deal_terms",
                "buyer_jkt",
                "nonce",
                "iat",
                "exp")) {
            t.that(claims.hasNonNull(claim), "The checkout was to have `" + claim + "`: " + claims);
        }
    }

    private static void ofTheOffer(Trial t) {
        Offer offer = accepted(t);
        JsonNode claims = Claims.of(t, t.scene().checkout(offer));
        t.equal(offer.listing().id(), claims.path("listing_id").asString(""), "`listing_id`");
        t.equal(offer.id(), claims.path("offer_id").asString(""), "`offer_id`");
        t.equal(offer.negotiation(), claims.path("negotiation_id").asString(""), "`negotiation_id`");
        t.equal(offer.buyer().jkt(), claims.path("buyer_jkt").asString(""), "`buyer_jkt`");
    }

    private static void life(Trial t) {
        JsonNode claims = Claims.of(t, fresh(t));
        t.equal(
                (long) LIFE,
                claims.path("exp").asLong(0) - claims.path("iat").asLong(0),
                "The seconds from `iat` to `exp`");
    }

    private static void notTheSeller(Trial t) {
        Offer offer = accepted(t);
        String checkout = t.scene().checkout(offer);
        Answer list =
                t.control(t.scene().sellerReads("/listings/" + offer.listing().id() + "/offers"), 200);
        Answer read = t.control(t.scene().sellerReads("/offers/" + offer.id()), 200);
        for (JsonNode seen : List.of(offer.json(), list.json(), read.json())) {
            t.that(
                    seen.findValue("checkout") == null && !seen.toString().contains(checkout),
                    "The seller's agent was to see no checkout: " + seen);
        }
    }

    private static void noOtherAgent(Trial t) {
        Offer offer = accepted(t);
        Call read = t.scene().read(offer.buyer(), "/offers/" + offer.id());
        t.control(read, 200);
        t.refused(t.send(read.by(t.scene().buyer(2))), 403, "not_in_scope");
        t.refused(t.send(read.by(t.scene().otherBuyer())), 403, "not_in_scope");
    }

    private static void once(Trial t) {
        Offer offer = accepted(t);
        Call open = t.scene().openDeal(offer.buyer(), t.scene().checkout(offer));
        t.control(open, 201);
        t.refused(t.send(open), 422, "checkout_invalid");
    }

    private static void sold(Trial t) {
        Offer offer = accepted(t);
        t.scene().opened(offer);
        t.refused(
                t.send(t.scene().offer(t.scene().otherBuyer(), offer.listing(), offer.amount())),
                409,
                "listing_closed");
    }

    /** The control is a checkout of another listing, which the same buyer redeems. */
    private static void forged(Trial t, List<String> forgeries) {
        t.scene().deal(terms -> terms);
        for (String forgery : forgeries) {
            t.refused(t.send(t.scene().openDeal(t.scene().buyer(), forgery)), 422, "checkout_invalid");
        }
    }

    /** A text without a signature may be no compact JWS to the target at all. */
    private static void withoutKeyPair(Trial t) {
        String checkout = fresh(t);
        forged(t, List.of(Forgery.keyed(t, checkout), Forgery.disowned(t, checkout)));
        Answer unsigned = t.send(t.scene().openDeal(t.scene().buyer(), Forgery.unsigned(t, checkout)));
        if (unsigned.status() == 400) {
            t.refused(unsigned, 400, "request_invalid");
        } else {
            t.refused(unsigned, 422, "checkout_invalid");
        }
    }

    private static String entry(Trial t) {
        Offer offer = accepted(t);
        Answer record = t.control(t.scene().read(offer.buyer(), "/records/negotiation/" + offer.negotiation()), 200);
        return t.needed(record.textAt("entries/0/jws"), "The record has no signed entry: " + record.inShort());
    }

    private static void expired(Trial t) {
        t.scene().deal(terms -> terms);
        String checkout = fresh(t);
        new Bargain(t).later(Duration.ofSeconds(LIFE + 1L));
        t.refused(t.send(t.scene().openDeal(t.scene().buyer(), checkout)), 422, "checkout_invalid");
    }

    private static void changedListing(Trial t) {
        Offer offer = accepted(t);
        String checkout = t.scene().checkout(offer);
        Told.of(t, offer.listing().id(), "Another title", t.scene().seller().sub());
        t.accepted(t.send(t.scene().openDeal(offer.buyer(), checkout)), 201);
    }
}
