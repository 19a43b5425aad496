package dev.rctp.conformance.s09record;

import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.s08deals.TestedDeal;
import dev.rctp.conformance.wire.Agent;
import dev.rctp.conformance.world.Deal;
import java.util.List;
import java.util.function.Supplier;

/** A deal with all that led to it, and the three chains that tell of it (REC-1). */
final class Story {

    private final Trial t;
    private final TestedDeal deal;

    private Story(Trial t, TestedDeal deal) {
        this.t = t;
        this.deal = deal;
    }

    /** Listed, negotiated, opened, paid. */
    static Story paid(Trial t) {
        TestedDeal deal = TestedDeal.of(t);
        deal.happened("funds_held");
        return new Story(t, deal);
    }

    /** Listed, negotiated, opened: nothing more comes into its chains by itself. */
    static Story opened(Trial t) {
        return new Story(t, TestedDeal.of(t));
    }

    TestedDeal tested() {
        return deal;
    }

    Deal deal() {
        return deal.deal();
    }

    /** The chains of listing, negotiation and deal, each read by a party. */
    List<Chain> chains() {
        return List.of(listing(), negotiation(), dealt());
    }

    Chain listing() {
        return Chain.read(
                t, t.scene().sellerAgent(), "listing", deal().offer().listing().id());
    }

    Chain negotiation() {
        return negotiation(t.scene().buyer());
    }

    Chain negotiation(Agent reader) {
        return Chain.read(t, reader, "negotiation", deal().offer().negotiation());
    }

    Chain dealt() {
        return Chain.read(t, t.scene().buyer(), "deal", deal.id());
    }

    /** What a step adds to a chain. */
    static Chain added(Trial t, Agent reader, Supplier<Chain> chain, Runnable step) {
        Chain before = chain.get();
        step.run();
        return before.since(t, reader);
    }
}
