package dev.rctp.conformance.s04decision;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Json;
import dev.rctp.conformance.world.Listing;
import dev.rctp.conformance.world.Offer;
import dev.rctp.conformance.world.Scene;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import tools.jackson.databind.node.ObjectNode;

/** The reasons of section 4 that offers meet, and their statuses. */
final class Dec9Offers implements Section {

    @Override
    public void register(Suite suite) {
        suite.test("DEC-9.8", Dec9Offers::notEligible);
        suite.test("DEC-9.9", Dec9Offers::termsInvalid);
        suite.test("DEC-9.10", Dec9Offers::belowFloor);
        suite.test("DEC-9.11", Dec9Offers::budgetExceeded);
        suite.test("DEC-9.12", Dec9Offers::expired);
        suite.test("DEC-9.13", Dec9Offers::notOpen);
        suite.test("DEC-9.14", Dec9Offers::reserved);
    }

    private static Call at(Trial t, long amount) {
        return t.scene().offer(t.scene().buyer(), t.scene().listing(), amount);
    }

    private static void notEligible(Trial t) {
        Scene scene = t.scene();
        t.control(at(t, Scene.LIST_PRICE), 201);
        Listing selective = scene.listing(terms -> Buyers.from("FR", terms));
        t.refused(t.send(scene.offer(scene.buyer(), selective, Scene.LIST_PRICE)), 403, "counterparty_not_eligible");
    }

    private static void termsInvalid(Trial t) {
        Scene scene = t.scene();
        Listing listing = scene.listing(terms -> {
            terms.putArray("fulfillment_options").add("shipping");
            return terms;
        });
        ObjectNode good = Json.dealTerms(Scene.LIST_PRICE);
        t.control(scene.offer(scene.buyer(), listing, good), 201);
        ObjectNode carried = Json.dealTerms(Json.eur(Scene.LIST_PRICE), "courier", "escrow");
        ObjectNode inFrancs = Json.dealTerms(Json.money(Scene.LIST_PRICE, "CHF"), "shipping", "escrow");
        ObjectNode superseding = Json.object().put("supersedes", "off_aaaaaaaaaaaaaaaaaaaaaaaaaa");
        superseding.set("deal_terms", good);
        t.refused(t.send(scene.offer(scene.buyer(), listing, carried)), 422, "terms_invalid");
        t.refused(t.send(scene.offer(scene.buyer(), listing, inFrancs)), 422, "terms_invalid");
        t.refused(t.send(scene.offer(scene.buyer(), listing, good).json(superseding)), 422, "terms_invalid");
    }

    private static void belowFloor(Trial t) {
        t.control(at(t, t.scene().listing().floor()), 201);
        t.refused(t.send(at(t, t.scene().listing().floor() - 1)), 403, "below_floor");
    }

    private static void budgetExceeded(Trial t) {
        long below = t.scene().listing().floor() - 1;
        t.refused(Budget.use(t, () -> at(t, below)), 429, "offer_budget_exceeded");
    }

    private static void expired(Trial t) {
        Scene scene = t.scene();
        ObjectNode body = Json.object()
                .put(
                        "expires_at",
                        t.world()
                                .clock()
                                .now()
                                .plus(1, ChronoUnit.HOURS)
                                .truncatedTo(ChronoUnit.SECONDS)
                                .toString());
        body.set("deal_terms", Json.dealTerms(Scene.LIST_PRICE));
        Offer offer = scene.offer(
                scene.buyer(), scene.listing(), at(t, Scene.LIST_PRICE).json(body));
        t.world().clock().advance(Duration.ofHours(1).plusSeconds(1));
        t.refused(t.send(scene.accept(offer).token(scene.grant().newToken())), 409, "offer_expired");
    }

    private static void notOpen(Trial t) {
        Scene scene = t.scene();
        Offer earlier = scene.offered();
        t.control(scene.superseding(earlier, Scene.LIST_PRICE), 201);
        t.refused(t.send(scene.accept(earlier)), 409, "offer_not_open");
    }

    private static void reserved(Trial t) {
        Scene scene = t.scene();
        Offer other = scene.offered(scene.buyer(2), scene.listing(), Scene.LIST_PRICE);
        scene.accepted(scene.offered());
        t.refused(t.send(scene.accept(other)), 409, "listing_reserved");
    }
}
