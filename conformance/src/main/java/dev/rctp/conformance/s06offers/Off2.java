package dev.rctp.conformance.s06offers;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.world.Listing;
import dev.rctp.conformance.world.Offer;

/** OFF-2: one negotiation between one agent key and one listing. */
public final class Off2 implements Section {

    @Override
    public void register(Suite suite) {
        suite.test("OFF-2.1", Off2::oneAgent);
        suite.test("OFF-2.2", Off2::counter);
        suite.test("OFF-2.3", Off2::otherKey);
        suite.test("OFF-2.4", Off2::otherListing);
    }

    private static Offer first(Trial t) {
        Listing listing = t.scene().listing();
        Offer offer = t.scene().offered(t.scene().buyer(1), listing, listing.floor());
        t.blockedUnless(!offer.negotiation().isEmpty(), "The offer has no `negotiation_id`: " + offer.json());
        return offer;
    }

    private static void oneAgent(Trial t) {
        Offer first = first(t);
        Offer second = t.scene().offered(first.buyer(), first.listing(), first.amount() + 1);
        t.equal(first.negotiation(), second.negotiation(), "`negotiation_id` of the second offer");
    }

    private static void counter(Trial t) {
        Offer first = first(t);
        Offer counter = t.scene().countered(first, first.amount() + 1);
        t.equal(first.negotiation(), counter.negotiation(), "`negotiation_id` of the counter");
    }

    private static void otherKey(Trial t) {
        Offer first = first(t);
        Offer other = t.scene().offered(t.scene().buyer(2), first.listing(), first.amount());
        t.that(
                !first.negotiation().equals(other.negotiation()),
                "Another key of the operator was to have another negotiation than " + first.negotiation() + ".");
    }

    private static void otherListing(Trial t) {
        Offer first = first(t);
        Listing listing = t.scene().listing(terms -> terms);
        Offer other = t.scene().offered(first.buyer(), listing, listing.floor());
        t.that(
                !first.negotiation().equals(other.negotiation()),
                "On another listing there was to be another negotiation than " + first.negotiation() + ".");
    }
}
