package dev.rctp.conformance.s04decision;

import dev.rctp.conformance.hosts.Grant;
import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Json;
import dev.rctp.conformance.world.Listing;
import dev.rctp.conformance.world.Offer;
import dev.rctp.conformance.world.Scene;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** DEC-1 from the subject on: of two faults the earlier check's is told. */
final class Dec1Subject implements Section {

    @Override
    public void register(Suite suite) {
        suite.test("DEC-1.8", Dec1Subject::subjectBeforeListing);
        suite.test("DEC-1.9", Dec1Subject::listingBeforeRequirements);
        suite.test("DEC-1.10", Dec1Subject::requirementsBeforeDealTerms);
        suite.test("DEC-1.11", Dec1Subject::dealTermsBeforeState);
        suite.test("DEC-1.12", Dec1Subject::supersedesBeforeBudget);
        suite.test("DEC-1.13", Dec1Subject::budgetBeforeFloor);
        suite.test("DEC-1.14", Dec1Subject::floorBeforeTier);
    }

    private static void subjectBeforeListing(Trial t) {
        Scene scene = t.scene();
        Call onSold = scene.answerBuyer(scene.deal().offer().listing(), "It is sold.");
        t.control(onSold, 409);
        Grant others = scene.grant(scene.sellerAgent(), scene.everything());
        others.view(view -> view.put("sub", "another-seller"));
        t.refused(t.send(onSold.token(others.token())), 403, "not_in_scope");
    }

    private static void listingBeforeRequirements(Trial t) {
        Scene scene = t.scene();
        Listing listing = scene.listing(terms -> Buyers.from("DE", terms));
        Call ineligible = scene.offer(Buyers.of("FR", t), listing, listing.listPrice());
        t.control(ineligible, 403);
        scene.opened(scene.accepted(scene.offered(scene.buyer(), listing, listing.listPrice())));
        t.refused(t.send(ineligible), 409, "listing_closed");
    }

    private static void requirementsBeforeDealTerms(Trial t) {
        Scene scene = t.scene();
        ObjectNode unacceptable = Json.dealTerms(Json.eur(Scene.LIST_PRICE), "courier", "escrow");
        t.control(scene.offer(scene.buyer(), scene.listing(Dec1Subject::shippedOnly), unacceptable), 422);
        Listing selective = scene.listing(terms -> Buyers.from("FR", shippedOnly(terms)));
        t.refused(t.send(scene.offer(scene.buyer(), selective, unacceptable)), 403, "counterparty_not_eligible");
    }

    private static ObjectNode shippedOnly(ObjectNode terms) {
        terms.putArray("fulfillment_options").add("shipping");
        return terms;
    }

    private static void dealTermsBeforeState(Trial t) {
        Scene scene = t.scene();
        Listing listing = scene.listing(Dec1Subject::shippedOnly);
        Offer earlier = scene.offered(scene.buyer(), listing, listing.listPrice());
        t.control(scene.superseding(earlier, listing.listPrice()), 201);
        Call counter = scene.counter(earlier, listing.listPrice());
        t.control(counter, 409);
        ObjectNode body = Json.object();
        body.set("deal_terms", Json.dealTerms(Json.eur(listing.listPrice()), "courier", "escrow"));
        t.refused(t.send(counter.json(body)), 422, "terms_invalid");
    }

    private static void supersedesBeforeBudget(Trial t) {
        Scene scene = t.scene();
        Listing listing = scene.listing();
        Budget.ofBuyer(t, listing);
        ObjectNode body = Json.object().put("supersedes", "off_aaaaaaaaaaaaaaaaaaaaaaaaaa");
        body.set("deal_terms", Json.dealTerms(listing.listPrice()));
        t.refused(
                t.send(scene.offer(scene.buyer(), listing, listing.listPrice()).json(body)), 422, "terms_invalid");
    }

    private static void budgetBeforeFloor(Trial t) {
        Scene scene = t.scene();
        Offer offer = scene.offered();
        long below = scene.listing().floor() - 1;
        t.refused(Budget.use(t, () -> scene.counter(offer, below)), 429, "offer_budget_exceeded");
    }

    private static void floorBeforeTier(Trial t) {
        Scene scene = t.scene();
        Offer offer = scene.offered();
        long floor = scene.listing().floor();
        for (String tier : List.of("ask", "forbid")) {
            Grant grant = scene.grant(scene.sellerAgent(), Map.of("offer_counter", tier));
            Answer answer = t.send(scene.counter(offer, floor - 1).token(grant.token()));
            t.refused(answer, 403, "below_floor");
        }
    }
}
