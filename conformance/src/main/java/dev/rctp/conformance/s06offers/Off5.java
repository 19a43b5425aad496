package dev.rctp.conformance.s06offers;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.world.Listing;
import dev.rctp.conformance.world.Offer;
import java.util.List;

/** OFF-5: who accepts and who counters. */
public final class Off5 implements Section {

    @Override
    public void register(Suite suite) {
        suite.test("OFF-5.1", Off5::buyerAccepts);
        suite.test("OFF-5.2", Off5::buyerCounters);
        suite.test("OFF-5.3", Off5::counterAccepted);
        suite.test("OFF-5.4", Off5::countered);
        suite.test("OFF-5.5", Off5::belowTheFloor);
        suite.test("OFF-5.6", Off5::atTheFloor);
    }

    private static void buyerAccepts(Trial t) {
        new Bargain(t).acceptable();
        Offer offer = t.scene().offered();
        t.refused(t.send(t.scene().accept(offer).by(offer.buyer()).token(null)), 401, "grant_invalid");
    }

    private static void buyerCounters(Trial t) {
        List<Offer> offers = two(t);
        t.control(t.scene().counter(offers.get(0), offers.get(0).amount()), 201);
        Offer offer = offers.get(1);
        t.refused(
                t.send(t.scene()
                        .counter(offer, offer.amount())
                        .by(offer.buyer())
                        .token(null)),
                401,
                "grant_invalid");
    }

    private static void counterAccepted(Trial t) {
        new Bargain(t).acceptable();
        Offer counter =
                t.scene().countered(t.scene().offered(), t.scene().listing().listPrice());
        t.refused(t.send(t.scene().accept(counter)), 409, "offer_not_open");
    }

    private static void countered(Trial t) {
        Offer offer = t.scene().offered();
        t.scene().countered(offer, offer.amount());
        new Bargain(t).stands(offer, "countered", "the offer that was countered");
    }

    private static void belowTheFloor(Trial t) {
        List<Offer> offers = two(t);
        t.control(t.scene().counter(offers.get(0), offers.get(0).amount()), 201);
        t.refused(t.send(t.scene().counter(offers.get(1), t.scene().listing().floor() - 1)), 403, "below_floor");
    }

    private static void atTheFloor(Trial t) {
        List<Offer> offers = two(t);
        t.control(t.scene().counter(offers.get(0), offers.get(0).amount()), 201);
        t.accepted(t.send(t.scene().counter(offers.get(1), t.scene().listing().floor())), 201);
    }

    private static List<Offer> two(Trial t) {
        Listing listing = t.scene().listing();
        return List.of(
                t.scene().offered(t.scene().buyer(1), listing, listing.listPrice()),
                t.scene().offered(t.scene().buyer(2), listing, listing.listPrice()));
    }
}
