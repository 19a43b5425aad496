package dev.rctp.conformance.s06offers;

import dev.rctp.conformance.hosts.Grant;
import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Agent;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Listing;
import dev.rctp.conformance.world.Offer;
import java.time.Duration;

/** OFF-9: the budget of a seller's agent. */
public final class Off9 implements Section {

    private static final int LIMIT = 3;

    @Override
    public void register(Suite suite) {
        suite.test("OFF-9.1", Off9::counters);
        suite.test("OFF-9.2", Off9::reprices);
        suite.test("OFF-9.3", Off9::together);
        suite.test("OFF-9.4", Off9::otherListing);
        suite.test("OFF-9.5", Off9::otherAgent);
        suite.test("OFF-9.6", Off9::window);
    }

    private static void counters(Trial t) {
        Offer offer = t.scene().offered();
        for (int n = LIMIT; n > 0; n--) {
            t.refused(t.send(t.scene().counter(offer, offer.listing().floor() - n)), 403, "below_floor");
        }
        spent(t, t.scene().counter(offer, offer.amount()));
    }

    private static void reprices(Trial t) {
        Listing listing = t.scene().listing();
        for (int n = LIMIT; n > 0; n--) {
            t.refused(t.send(t.scene().reprice(listing, listing.floor() - n)), 403, "below_floor");
        }
        spent(t, t.scene().reprice(listing, listing.listPrice()));
    }

    private static void together(Trial t) {
        Offer offer = t.scene().offered();
        exhausted(t, offer);
        spent(t, t.scene().counter(offer, offer.amount()));
        spent(t, t.scene().reprice(offer.listing(), offer.amount()));
    }

    /** Counters and a reprice below the floor, as many as the limit. */
    private static void exhausted(Trial t, Offer offer) {
        long floor = offer.listing().floor();
        t.control(t.scene().counter(offer, floor - 3), 403);
        t.control(t.scene().reprice(offer.listing(), floor - 2), 403);
        t.control(t.scene().counter(offer, floor - 1), 403);
    }

    private static void otherListing(Trial t) {
        exhausted(t, t.scene().offered());
        t.control(t.scene().reprice(t.scene().listing(), t.scene().listing().listPrice()), 429);
        Listing other = t.scene().listing(terms -> terms);
        t.accepted(t.send(t.scene().reprice(other, other.listPrice())), 200);
        Offer offer = t.scene().offered(t.scene().buyer(), other, other.listPrice());
        t.accepted(t.send(t.scene().counter(offer, offer.amount())), 201);
    }

    private static void otherAgent(Trial t) {
        Offer offer = t.scene().offered();
        exhausted(t, offer);
        Call reprice = t.scene().reprice(offer.listing(), offer.amount());
        t.control(reprice, 429);
        Agent other = t.scene().otherSellerAgent();
        Grant grant = t.scene().grant(other, t.scene().everything());
        t.accepted(t.send(reprice.by(other).token(grant.token())), 200);
    }

    private static void window(Trial t) {
        Offer offer = t.scene().offered();
        exhausted(t, offer);
        t.control(t.scene().reprice(offer.listing(), offer.amount()), 429);
        new Bargain(t).later(Duration.ofHours(24).plusSeconds(1));
        t.accepted(t.send(t.scene().reprice(offer.listing(), offer.amount())), 200);
        t.accepted(t.send(t.scene().counter(offer, offer.amount())), 201);
    }

    private static void spent(Trial t, Call call) {
        t.refused(t.send(call), 429, "offer_budget_exceeded");
    }
}
