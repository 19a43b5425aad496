package dev.rctp.conformance.s03grant;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Call;
import java.util.List;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** GRA-2: what an introspection view has to say, and in which order it is read. */
public final class Gra2 implements Section {

    private static final String DETAILS = "authorization_details";

    @Override
    public void register(Suite suite) {
        suite.test(
                "GRA-2.1",
                t -> List.of("scope", "sub", "exp", "cnf", "grant_status", DETAILS)
                        .forEach(member -> undecided(t, view -> view.without(member))));
        suite.test("GRA-2.2", Gra2::oneDetail);
        suite.test(
                "GRA-2.3",
                t -> List.of("agent_id", "jkt", "tiers")
                        .forEach(member -> undecided(t, view -> {
                            detail(view).remove(member);
                            return view;
                        })));
        suite.test("GRA-2.4", Gra2::otherDetailsPass);
        suite.test("GRA-2.5", t -> undecided(t, view -> view.put("grant_status", "suspended")));
        suite.test("GRA-2.6", Gra2::statusBesideInactive);
        suite.test("GRA-2.7", Gra2::statusBeforeScope);
    }

    private static void oneDetail(Trial t) {
        undecided(t, view -> {
            details(view).removeAll();
            return view;
        });
        undecided(t, view -> {
            details(view).add(detail(view).deepCopy());
            return view;
        });
    }

    private static void otherDetailsPass(Trial t) {
        Call call = SellerCall.afterChange(t, view -> {
            details(view).insertObject(0).put("type", "example.payment").put("amount", 1);
            return view;
        });
        t.accepted(t.send(call), 200);
    }

    private static void statusBesideInactive(Trial t) {
        t.refused(t.send(SellerCall.afterChange(t, view -> bare("revoked"))), 403, "grant_revoked");
        t.refused(t.send(SellerCall.afterChange(t, view -> bare("expired"))), 403, "grant_expired");
    }

    private static ObjectNode bare(String status) {
        return JsonNodeFactory.instance.objectNode().put("active", false).put("grant_status", status);
    }

    private static void statusBeforeScope(Trial t) {
        Call call = SellerCall.afterChange(
                t, view -> view.put("grant_status", "revoked").put("scope", "dev.rctp.listing:reprice"));
        t.refused(t.send(call), 403, "grant_revoked");
    }

    private static void undecided(Trial t, UnaryOperator<ObjectNode> change) {
        t.refused(t.send(SellerCall.afterChange(t, change)), 503, "enforcement_unavailable");
    }

    private static ArrayNode details(ObjectNode view) {
        return (ArrayNode) view.get(DETAILS);
    }

    private static ObjectNode detail(ObjectNode view) {
        return (ObjectNode) details(view).get(0);
    }
}
