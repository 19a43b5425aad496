package dev.rctp.conformance.s05listings;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Deal;
import dev.rctp.conformance.world.Listing;
import dev.rctp.conformance.world.Offer;
import tools.jackson.databind.JsonNode;

/** LST-5: another list price, other terms. */
public final class Lst5 implements Section {

    private static final long FLOOR = 8_000_000;

    @Override
    public void register(Suite suite) {
        suite.test("LST-5.1", Lst5::belowTheFloor);
        suite.test("LST-5.2", Lst5::atTheFloor);
        suite.test(
                "LST-5.3", t -> openOfferStays(t, listing -> t.control(t.scene().reprice(listing, 9_500_000), 200)));
        suite.test("LST-5.4", t -> openOfferStays(t, listing -> otherFloor(t, listing, 9_000_000)));
        suite.test("LST-5.5", Lst5::laterOffers);
        suite.test("LST-5.6", Lst5::versionKept);
    }

    /** Something that is done to a listing. */
    private interface Change {
        void to(Listing listing);
    }

    private static void belowTheFloor(Trial t) {
        Listing listing = t.scene().listing(Terms.floor(FLOOR));
        t.control(t.scene().reprice(listing, FLOOR + 5_000), 200);
        t.refused(t.send(t.scene().reprice(listing, FLOOR - 1)), 403, "below_floor");
    }

    private static void atTheFloor(Trial t) {
        Listing listing = t.scene().listing(Terms.floor(FLOOR));
        t.control(t.scene().reprice(listing, FLOOR + 5_000), 200);
        t.accepted(t.send(t.scene().reprice(listing, FLOOR)), 200);
    }

    private static void openOfferStays(Trial t, Change change) {
        Listing listing = t.scene().listing(Terms.floor(FLOOR));
        Offer offer = t.scene().offered(t.scene().buyer(), listing, 8_500_000);
        JsonNode before = read(t, offer);
        t.blockedUnless("open".equals(before.path("state").asString("")), "The offer was to be open: " + before);
        change.to(listing);
        t.equal(before, read(t, offer), "The open offer after the change");
    }

    private static JsonNode read(Trial t, Offer offer) {
        return t.control(t.scene().read(t.scene().buyer(), "/offers/" + offer.id()), 200)
                .json();
    }

    private static void laterOffers(Trial t) {
        Listing listing = t.scene().listing(Terms.floor(FLOOR));
        t.control(t.scene().offer(t.scene().buyer(1), listing, 8_500_000), 201);
        otherFloor(t, listing, 9_000_000);
        Answer later = t.send(t.scene().offer(t.scene().buyer(2), listing, 8_500_000));
        t.refused(later, 403, "below_floor");
    }

    private static void versionKept(Trial t) {
        Listing listing = t.scene().listing(terms -> terms.put("release_condition", "buyer_accepted"));
        Offer offer = t.scene().offered(t.scene().buyer(), listing, listing.listPrice());
        Form form = new Form(t, t.scene().ask(t.scene().setTerms(listing)));
        form.approve(form.goods().put("release_condition", "delivered"));
        Deal deal = t.scene().opened(t.scene().accepted(offer));
        t.scene().happened(t.scene().holder(), deal, "funds_held");
        t.scene().happened(t.scene().carrier(), deal, "delivered", claims -> claims.put("relation", "first_hand"));
        Call released = t.scene().event(t.scene().holder(), deal, "released", claims -> claims);
        t.refused(t.send(released), 409, "release_condition_unmet");
    }

    private static void otherFloor(Trial t, Listing listing, long floor) {
        Form form = new Form(t, t.scene().ask(t.scene().setTerms(listing)));
        form.approve(Terms.floor(floor).apply(form.goods()));
    }
}
