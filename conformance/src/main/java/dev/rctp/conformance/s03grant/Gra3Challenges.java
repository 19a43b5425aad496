package dev.rctp.conformance.s03grant;

import dev.rctp.conformance.hosts.Grant;
import dev.rctp.conformance.hosts.Introspection;
import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Scene;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** GRA-3's header: {@code WWW-Authenticate} of the 401 and of the 403 for the scope (RFC 6750, RFC 9728), and of nothing else. */
final class Gra3Challenges implements Section {

    private static final String SCOPE = "dev.rctp.listing:answer_buyer";

    @Override
    public void register(Suite suite) {
        suite.test("GRA-3.11", Gra3Challenges::realm);
        suite.test("GRA-3.12", Gra3Challenges::resourceMetadata);
        suite.test("GRA-3.13", t -> t.equal("invalid_token", badToken(t).get("error"), "`error`"));
        suite.test(
                "GRA-3.14",
                t -> t.that(noToken(t).get("error") == null, "Without a token `WWW-Authenticate` has no `error`."));
        suite.test("GRA-3.15", Gra3Challenges::insufficientScope);
        suite.test("GRA-3.16", Gra3Challenges::fullScope);
        suite.test("GRA-3.17", Gra3Challenges::noOtherRefusal);
    }

    private static void realm(Trial t) {
        String issuer = t.world().authorizationServer().issuer();
        for (Challenge challenge : List.of(noToken(t), badToken(t))) {
            t.that(challenge.isBearer(), "The 401 has `WWW-Authenticate: Bearer`.");
            t.equal(issuer, challenge.get("realm"), "`realm`");
        }
    }

    private static void resourceMetadata(Trial t) {
        for (Challenge challenge : List.of(noToken(t), badToken(t))) {
            String told = challenge.get("resource_metadata");
            t.that(told != null, "The 401 has `resource_metadata`.");
            String address = t.said(told, "`resource_metadata`").name();
            Answer document = t.page("GET", address, null);
            t.that(
                    document.status() == 200 && document.at("resource").isString(),
                    "At " + address + " the protected resource metadata is served, not " + document.inShort());
        }
    }

    private static Challenge noToken(Trial t) {
        Call call = SellerCall.usual(t);
        t.control(call);
        return challenge(t, call.token(null), 401);
    }

    private static Challenge badToken(Trial t) {
        Call call = SellerCall.usual(t);
        t.control(call);
        return challenge(t, call.token("tok_nobody-ever-gave-this-one"), 401);
    }

    private static Challenge challenge(Trial t, Call call, int status) {
        Answer answer = t.send(call);
        t.blockedUnless(
                answer.status() == status, "The call was to be refused with " + status + ", not " + answer.inShort());
        return Challenge.of(answer);
    }

    private static void insufficientScope(Trial t) {
        Challenge challenge = withoutScope(t);
        t.that(challenge.isBearer(), "The 403 for the scope has `WWW-Authenticate: Bearer`.");
        t.equal("insufficient_scope", challenge.get("error"), "`error`");
    }

    private static void fullScope(Trial t) {
        String scope = String.valueOf(withoutScope(t).get("scope"));
        t.that(
                List.of(scope.split(" ")).contains(SCOPE),
                "`scope` names the full scope `" + SCOPE + "`, not " + scope + ".");
    }

    private static Challenge withoutScope(Trial t) {
        Call call = SellerCall.afterChange(t, view -> view.put("scope", "dev.rctp.listing:reprice"));
        return challenge(t, call, 403);
    }

    private static void noOtherRefusal(Trial t) {
        refusals(t).forEach((which, call) -> {
            Answer answer = t.send(call.get());
            t.blockedUnless(answer.status() >= 400, which + " was to be refused, not " + answer.inShort());
            t.that(
                    answer.headers("WWW-Authenticate").isEmpty(),
                    which + " is answered without `WWW-Authenticate`: " + answer.inShort());
        });
    }

    private static Map<String, Supplier<Call>> refusals(Trial t) {
        Call call = SellerCall.usual(t);
        t.control(call);
        Scene scene = t.scene();
        Map<String, Supplier<Call>> all = new LinkedHashMap<>();
        all.put(
                "An altered signature",
                () -> call.signature(octets -> {
                    octets[0] ^= 1;
                    return octets;
                }));
        all.put(
                "An operator that isn't onboarded",
                () -> call.header("UCP-Agent", "profile=\"https://nobody.example/ucp\""));
        all.put("A call without `Idempotency-Key`", () -> call.idempotencyKey(null));
        all.put("A malformed body", () -> call.body("{".getBytes(StandardCharsets.UTF_8), "application/json"));
        all.put("A listing without terms", () -> scene.answerBuyer(scene.bareListing(), "Yes."));
        all.put("A revoked grant", () -> ended(t, "revoked"));
        all.put("An expired grant", () -> ended(t, "expired"));
        all.put("A tier `forbid`", () -> forbidden(t));
        all.put("A fixed forbid", () -> call.method("PATCH").path("/account"));
        all.put("An authorization server that doesn't answer", () -> undecided(t));
        return all;
    }

    private static Call ended(Trial t, String status) {
        return SellerCall.afterChange(t, view -> view.put("active", false).put("grant_status", status));
    }

    private static Call forbidden(Trial t) {
        Grant grant = t.scene().grant(t.scene().sellerAgent(), Map.of("answer_buyer", "forbid"));
        return SellerCall.under(t, grant);
    }

    private static Call undecided(Trial t) {
        Grant grant = SellerCall.grant(t);
        grant.answer(Introspection.hangUp());
        return SellerCall.under(t, grant);
    }
}
