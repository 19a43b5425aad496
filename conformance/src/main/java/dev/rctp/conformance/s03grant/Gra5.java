package dev.rctp.conformance.s03grant;

import dev.rctp.conformance.hosts.Grant;
import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import java.util.Set;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/** GRA-5 and GRA-6: revocation, and who gave the token for whom. */
public final class Gra5 implements Section {

    private static final Set<String> REFUSED = Set.of("grant_invalid", "enforcement_unavailable");

    @Override
    public void register(Suite suite) {
        suite.test("GRA-5.1", Gra5::revoked);
        suite.test(
                "GRA-6.1",
                t -> foreign(t, view -> view.put("iss", view.path("iss").asString("") + "/other")));
        suite.test("GRA-6.2", Gra5::otherAudience);
        suite.test("GRA-6.3", t -> {
            String resource = t.world().authorizationServer().resource();
            passes(t, view -> {
                view.putArray("aud").add("https://other.example").add(resource);
                return view;
            });
        });
        suite.test(
                "GRA-6.4",
                t -> passes(t, view -> {
                    view.remove("iss");
                    view.remove("aud");
                    return view;
                }));
    }

    private static void revoked(Trial t) {
        Grant grant = SellerCall.grant(t);
        Call call = SellerCall.under(t, grant);
        t.control(call);
        grant.revoke();
        Answer next = t.send(call);
        t.that(next.status() >= 400, "After the revocation the next call fails: " + next.inShort());
    }

    private static void otherAudience(Trial t) {
        foreign(t, view -> view.put("aud", "https://other.example"));
        foreign(t, view -> {
            view.putArray("aud").add("https://other.example").add("https://third.example");
            return view;
        });
    }

    private static void foreign(Trial t, UnaryOperator<ObjectNode> change) {
        Answer answer = t.send(SellerCall.afterChange(t, change));
        t.that(
                REFUSED.contains(String.valueOf(answer.reason())),
                "A token of another issuer or for another resource is refused for the grant: " + answer.inShort());
    }

    private static void passes(Trial t, UnaryOperator<ObjectNode> change) {
        t.accepted(t.send(SellerCall.afterChange(t, change)), 200);
    }
}
