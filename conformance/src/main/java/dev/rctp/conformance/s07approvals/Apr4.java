package dev.rctp.conformance.s07approvals;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** APR-4: silence is a no. */
public final class Apr4 implements Section {

    @Override
    public void register(Suite suite) {
        suite.test("APR-4.1", Apr4::silence);
        suite.test("APR-4.2", Apr4::lateYes);
    }

    private static void silence(Trial t) {
        Asking asking = new Asking(t);
        Page page = asking.ask();
        page.view();
        t.world().clock().advance(page.left());
        JsonNode result = page.result(asking.agent());
        t.equal(403, result.path("status").asInt(0), "`result.status` of a call that nobody answered");
        t.equal(
                "approval_declined",
                result.path("body").path("code").asString(""),
                "`result.body.code` of a call that nobody answered");
    }

    private static void lateYes(Trial t) {
        Asking asking = new Asking(t);
        asking.ask().answered("approve");
        Page page = asking.ask();
        ObjectNode yes = page.signed(page.view(), "approve");
        t.world().clock().advance(page.left());
        Page.refused(t, page.respond("approve", yes), "after `expires_at`");
    }
}
