package dev.rctp.conformance.s03grant;

import dev.rctp.conformance.hosts.Grant;
import dev.rctp.conformance.hosts.Introspection;
import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.server.Reply;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/** GRA-4: an authorization server that gives no good answer decides nothing, and never allows. */
public final class Gra4 implements Section {

    private static final String JSON = "application/json";

    @Override
    public void register(Suite suite) {
        suite.test("GRA-4.1", t -> undecided(t, Introspection.hangUp()));
        suite.test("GRA-4.2", t -> undecided(t, Introspection.slow(Duration.ofSeconds(60))));
        suite.test("GRA-4.3", t -> undecided(t, Introspection.trickle()));
        suite.test(
                "GRA-4.4",
                t -> List.of(500, 502, 404, 302).forEach(status -> undecided(t, right -> withStatus(status, right))));
        suite.test(
                "GRA-4.5",
                t -> List.of(401, 403)
                        .forEach(status ->
                                undecided(t, Introspection.raw(status, JSON, "{\"error\":\"invalid_client\"}"))));
        suite.test(
                "GRA-4.6",
                t -> List.of("", "<html>Good day</html>", "[]", "null", "{\"active\":true,", "\"active\"")
                        .forEach(body -> undecided(t, Introspection.raw(200, JSON, body))));
        suite.test("GRA-4.7", Gra4::otherTypes);
        suite.test("GRA-4.8", Gra4::retryAfter);
        suite.test("GRA-4.9", Gra4::neverAllows);
    }

    private static Reply withStatus(int status, Reply right) {
        return new Reply(status, right.headers(), right.content(), right.delay());
    }

    private static void otherTypes(Trial t) {
        List<UnaryOperator<ObjectNode>> changes = List.of(
                view -> view.put("active", "true"),
                view -> view.put("sub", 7),
                view -> view.put("exp", "tomorrow"),
                view -> view.put("cnf", "key"),
                view -> view.put("grant_status", true),
                view -> view.put("authorization_details", "all"));
        for (UnaryOperator<ObjectNode> change : changes) {
            t.refused(t.send(SellerCall.afterChange(t, change)), 503, "enforcement_unavailable");
        }
    }

    private static void retryAfter(Trial t) {
        Answer answer = sent(t, Introspection.hangUp());
        t.blockedUnless(answer.status() == 503, "The call was to be 503, not " + answer.inShort());
        String value = String.valueOf(answer.header("Retry-After"));
        t.that(value.matches("[0-9]+|[A-Z][a-z]{2}, .*GMT"), "The 503 has `Retry-After`, not " + value + ".");
    }

    private static void neverAllows(Trial t) {
        String listing = t.scene().listing().id();
        for (Introspection how : List.of(Introspection.hangUp(), Introspection.status(503))) {
            Grant grant = SellerCall.grant(t);
            Call call = SellerCall.under(t, grant);
            t.control(call);
            int before = t.world().marketplace().requests(listing).size();
            grant.answer(how);
            Answer answer = t.send(call);
            t.that(answer.status() >= 400, "Without an answer of the server no call is accepted: " + answer.inShort());
            t.equal(before, t.world().marketplace().requests(listing).size(), "The calls that reached the marketplace");
        }
    }

    private static void undecided(Trial t, Introspection how) {
        t.refused(sent(t, how), 503, "enforcement_unavailable");
    }

    private static Answer sent(Trial t, Introspection how) {
        Grant grant = SellerCall.grant(t);
        Call call = SellerCall.under(t, grant);
        t.control(call);
        grant.answer(how);
        return t.send(call.token(grant.newToken()));
    }
}
