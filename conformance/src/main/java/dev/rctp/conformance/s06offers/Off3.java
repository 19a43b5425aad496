package dev.rctp.conformance.s06offers;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.s05listings.Edited;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Listing;
import dev.rctp.conformance.world.Offer;

/** OFF-3: {@code supersedes}. */
public final class Off3 implements Section {

    private static final String NO_OFFER = "off_aaaaaaaaaaaaaaaaaaaaaaaaaa";
    private static final long PRICE = 9_000_000;

    @Override
    public void register(Suite suite) {
        suite.test("OFF-3.1", Off3::open);
        suite.test("OFF-3.2", Off3::countered);
        suite.test("OFF-3.3", Off3::unknown);
        suite.test("OFF-3.4", Off3::otherNegotiation);
        suite.test("OFF-3.5", Off3::otherState);
    }

    private static Offer offered(Trial t, int buyer) {
        return t.scene().offered(t.scene().buyer(buyer), t.scene().listing(), PRICE);
    }

    private static void open(Trial t) {
        Offer offer = offered(t, 1);
        t.accepted(t.send(t.scene().superseding(offer, PRICE)), 201);
        new Bargain(t).stands(offer, "superseded", "the open offer that was superseded");
    }

    private static void countered(Trial t) {
        Offer offer = offered(t, 1);
        t.scene().countered(offer, PRICE + 1);
        t.accepted(t.send(t.scene().superseding(offer, PRICE)), 201);
        new Bargain(t).stands(offer, "superseded", "the countered offer that was superseded");
    }

    private static void unknown(Trial t) {
        t.control(t.scene().superseding(offered(t, 1), PRICE), 201);
        t.refused(t.send(naming(t, offered(t, 1), NO_OFFER)), 422, "terms_invalid");
    }

    private static void otherNegotiation(Trial t) {
        t.control(t.scene().superseding(offered(t, 1), PRICE), 201);
        Offer own = offered(t, 1);
        Offer others = offered(t, 2);
        t.refused(t.send(naming(t, own, others.id())), 422, "terms_invalid");
        Listing listing = t.scene().listing(terms -> terms);
        Offer elsewhere = t.scene().offered(own.buyer(), listing, PRICE);
        t.refused(t.send(naming(t, own, elsewhere.id())), 422, "terms_invalid");
        new Bargain(t).stands(others, "open", "another buyer's offer");
    }

    private static void otherState(Trial t) {
        Bargain bargain = new Bargain(t);
        Offer superseded = offered(t, 1);
        t.control(t.scene().superseding(superseded, PRICE), 201);
        t.refused(t.send(t.scene().superseding(superseded, PRICE)), 422, "terms_invalid");
        Offer declined = offered(t, 2);
        bargain.declined(declined);
        t.refused(t.send(t.scene().superseding(declined, PRICE)), 422, "terms_invalid");
        Offer awaiting = offered(t, 3);
        bargain.awaiting(awaiting);
        t.refused(t.send(t.scene().superseding(awaiting, PRICE)), 422, "terms_invalid");
    }

    private static Call naming(Trial t, Offer own, String other) {
        return Edited.body(t.scene().superseding(own, PRICE), body -> body.put("supersedes", other));
    }
}
