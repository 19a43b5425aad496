package dev.rctp.conformance.s03grant;

import dev.rctp.conformance.hosts.Grant;
import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Call;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** GRA-3: how the check of a grant ends. */
public final class Gra3 implements Section {

    @Override
    public void register(Suite suite) {
        suite.test("GRA-3.1", t -> invalid(t, call -> call.token(null)));
        suite.test("GRA-3.2", Gra3::unknownToken);
        suite.test("GRA-3.3", t -> invalidView(t, view -> view.put("active", false)));
        suite.test("GRA-3.4", Gra3::lapsedByTime);
        suite.test("GRA-3.5", Gra3::boundToAnotherKey);
        suite.test("GRA-3.6", Gra3::givenToAnotherKey);
        suite.test("GRA-3.7", t -> ended(t, Grant::revoke, "grant_revoked"));
        suite.test("GRA-3.8", t -> ended(t, Grant::expire, "grant_expired"));
        suite.test(
                "GRA-3.9",
                t -> outOfScope(t, view -> {
                    tiers(view).remove("dev.rctp.listing:answer_buyer");
                    return view.put("scope", "dev.rctp.listing:reprice");
                }));
        suite.test("GRA-3.10", t -> outOfScope(t, view -> view.put("scope", "dev.rctp.listing:reprice")));
        new Gra3Challenges().register(suite);
    }

    private static void unknownToken(Trial t) {
        invalid(t, call -> call.token("tok_nobody-ever-gave-this-one"));
        invalidView(t, view -> JsonNodeFactory.instance.objectNode().put("active", false));
    }

    private static void lapsedByTime(Trial t) {
        long past = t.world().clock().instant().getEpochSecond() - 1;
        invalidView(t, view -> view.put("active", true).put("exp", past));
    }

    private static void boundToAnotherKey(Trial t) {
        String other = t.scene().buyer().jkt();
        invalidView(t, view -> {
            ((ObjectNode) view.get("cnf")).put("jkt", other);
            return view;
        });
    }

    private static void givenToAnotherKey(Trial t) {
        String other = t.scene().buyer().jkt();
        invalidView(t, view -> {
            detail(view).put("jkt", other);
            return view;
        });
    }

    private static void ended(Trial t, Consumer<Grant> end, String reason) {
        Grant grant = SellerCall.grant(t);
        Call call = SellerCall.under(t, grant);
        t.control(call);
        end.accept(grant);
        t.refused(t.send(call.token(grant.newToken())), 403, reason);
    }

    private static void outOfScope(Trial t, UnaryOperator<ObjectNode> change) {
        t.refused(t.send(SellerCall.afterChange(t, change)), 403, "action_forbidden");
    }

    private static void invalid(Trial t, UnaryOperator<Call> change) {
        Call call = SellerCall.usual(t);
        t.control(call);
        t.refused(t.send(change.apply(call)), 401, "grant_invalid");
    }

    private static void invalidView(Trial t, UnaryOperator<ObjectNode> change) {
        t.refused(t.send(SellerCall.afterChange(t, change)), 401, "grant_invalid");
    }

    private static ObjectNode detail(ObjectNode view) {
        return (ObjectNode) view.get("authorization_details").get(0);
    }

    private static ObjectNode tiers(ObjectNode view) {
        return (ObjectNode) detail(view).get("tiers");
    }
}
