package dev.rctp.conformance.s07approvals;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.world.Offer;
import tools.jackson.databind.JsonNode;

/** APR-2: what the asking agent reads of an approval. */
public final class Apr2 implements Section {

    @Override
    public void register(Suite suite) {
        suite.test("APR-2.1", Apr2::pending);
        suite.test("APR-2.2", t -> decided(t, "approve", "approved"));
        suite.test("APR-2.3", t -> decided(t, "decline", "declined"));
        suite.test("APR-2.4", Apr2::expired);
        suite.test("APR-2.5", Apr2::result);
    }

    private static void pending(Trial t) {
        Asking asking = new Asking(t);
        Page page = asking.ask();
        t.equal("pending", status(page, asking), "status of an approval before its decision");
    }

    private static void decided(Trial t, String decision, String status) {
        Asking asking = new Asking(t);
        Page page = asking.ask();
        page.answered(decision);
        t.equal(status, status(page, asking), "status of an approval after the seller's decision");
    }

    private static void expired(Trial t) {
        Asking asking = new Asking(t);
        Page page = asking.ask();
        t.blockedUnless(status(page, asking).equals("pending"), "The approval was not pending before its end.");
        t.world().clock().advance(page.left());
        t.equal("expired", status(page, asking), "status of an approval past its `expires_at`");
    }

    private static void result(Trial t) {
        Asking asking = new Asking(t);
        Offer offer = asking.offered();
        Page page = asking.ask(asking.accept(offer));
        t.that(!page.status(asking.agent()).has("result"), "A pending approval has no `result`.");
        page.answered("approve");
        JsonNode result = page.result(asking.agent());
        t.equal(200, result.path("status").asInt(0), "`result.status` of an approved accept");
        t.equal("auto", result.path("decision").asString(""), "`result.decision` of an approved accept");
        t.equal(offer.id(), result.path("body").path("offer_id").asString(""), "`result.body.offer_id`");
        t.equal("accepted", result.path("body").path("state").asString(""), "`result.body.state`");
    }

    private static String status(Page page, Asking asking) {
        return page.status(asking.agent()).path("status").asString("");
    }
}
