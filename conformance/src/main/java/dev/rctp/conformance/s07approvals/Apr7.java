package dev.rctp.conformance.s07approvals;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** APR-7: an approval is decided once. */
public final class Apr7 implements Section {

    @Override
    public void register(Suite suite) {
        suite.test("APR-7.1", Apr7::refused);
        suite.test("APR-7.2", Apr7::nothingChanges);
    }

    private static void refused(Trial t) {
        for (String first : List.of("approve", "decline")) {
            for (String second : List.of("approve", "decline")) {
                Page page = new Asking(t).ask();
                ObjectNode later = page.signed(page.view(), second);
                page.answered(first);
                Page.refused(t, page.respond(second, later), "to a decided approval");
            }
        }
    }

    private static void nothingChanges(Trial t) {
        for (String first : List.of("approve", "decline")) {
            Asking asking = new Asking(t);
            Page page = asking.ask();
            String other = first.equals("approve") ? "decline" : "approve";
            ObjectNode later = page.signed(page.view(), other);
            page.answered(first);
            page.result(asking.agent());
            JsonNode before = page.status(asking.agent());
            page.respond(other, later);
            t.equal(before, page.status(asking.agent()), "the approval after a second answer");
        }
    }
}
