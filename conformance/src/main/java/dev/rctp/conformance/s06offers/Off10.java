package dev.rctp.conformance.s06offers;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Agent;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Listing;
import java.time.Duration;

/** OFF-10: what a checkout costs that nobody redeemed. */
public final class Off10 implements Section {

    private static final Duration CHECKOUT = Duration.ofMinutes(30);

    @Override
    public void register(Suite suite) {
        suite.test("OFF-10.1", Off10::itsAgent);
        suite.test("OFF-10.2", Off10::itsOperator);
        suite.test("OFF-10.3", Off10::window);
    }

    private static Call offer(Trial t, Agent buyer) {
        Listing listing = t.scene().listing();
        return t.scene().offer(buyer, listing, listing.listPrice());
    }

    private static void lapsed(Trial t, Agent buyer) {
        Listing listing = t.scene().listing();
        t.scene().accepted(t.scene().offer(buyer, listing, offer(t, buyer)));
        new Bargain(t).later(CHECKOUT.plusSeconds(1));
    }

    private static void itsAgent(Trial t) {
        lapsed(t, t.scene().buyer(1));
        t.refused(t.send(offer(t, t.scene().buyer(1))), 429, "offer_budget_exceeded");
    }

    private static void itsOperator(Trial t) {
        lapsed(t, t.scene().buyer(1));
        t.accepted(t.send(offer(t, t.scene().buyer(3))), 201);
        lapsed(t, t.scene().buyer(2));
        t.refused(t.send(offer(t, t.scene().buyer(4))), 429, "offer_budget_exceeded");
    }

    private static void window(Trial t) {
        lapsed(t, t.scene().buyer(1));
        t.control(offer(t, t.scene().buyer(1)), 429);
        new Bargain(t).later(Duration.ofHours(24).plusMinutes(5));
        t.accepted(t.send(offer(t, t.scene().buyer(1))), 201);
    }
}
