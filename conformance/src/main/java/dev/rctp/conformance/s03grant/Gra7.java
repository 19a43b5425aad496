package dev.rctp.conformance.s03grant;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** GRA-7: what any authorization server owes, up to the grant. */
public final class Gra7 implements Section {

    @Override
    public void register(Suite suite) {
        suite.test("GRA-7.1", Gra7::issuer);
        suite.test("GRA-7.2", Gra7::endpoints);
        suite.test("GRA-7.3", t -> {
            offers(t, "response_types_supported", "code");
            offers(t, "code_challenge_methods_supported", "S256");
        });
        suite.test("GRA-7.4", t -> {
            Map<String, String> without = new Asking(t).parameters();
            without.keySet().removeAll(List.of("code_challenge", "code_challenge_method"));
            refused(t, without);
        });
        suite.test("GRA-7.5", t -> {
            Map<String, String> plain = new Asking(t).parameters();
            plain.put("code_challenge_method", "plain");
            refused(t, plain);
        });
        suite.test("GRA-7.6", Gra7::otherVerifier);
        suite.test("GRA-7.7", Gra7::codeOnce);
        suite.test("GRA-7.8", t -> offers(t, "authorization_details_types_supported", "dev.rctp.agent_grant"));
        suite.test("GRA-7.9", t -> {
            Asking asking = new Asking(t);
            List.of("agent_id", "jkt", "tiers")
                    .forEach(member -> refused(t, asking.parameters(asking.tiers(), detail -> {
                        detail.remove(member);
                        return detail;
                    })));
        });
        suite.test("GRA-7.10", Gra7::asAskedFor);
        suite.test("GRA-7.26", Gra7::issInAnswer);
        suite.test("GRA-7.27", Gra7::issInError);
        new Gra7Consent().register(suite);
        new Gra7Tokens().register(suite);
    }

    private static void issuer(Trial t) {
        JudgedServer server = JudgedServer.of(t);
        JudgedServer.Reply metadata = server.metadata();
        t.equal(200, metadata.status(), "The status of the metadata");
        t.equal(server.issuer(), metadata.get("issuer"), "`issuer`");
    }

    private static void endpoints(Trial t) {
        JsonNode metadata = JudgedServer.of(t).metadata().json();
        for (String name :
                List.of("authorization_endpoint", "token_endpoint", "introspection_endpoint", "revocation_endpoint")) {
            t.that(metadata.path(name).isString(), "The metadata names `" + name + "`.");
        }
    }

    private static void offers(Trial t, String member, String value) {
        JsonNode offered = JudgedServer.of(t).metadata().json().path(member);
        t.that(
                offered.valueStream().anyMatch(one -> one.asString("").equals(value)),
                "`" + member + "` has `" + value + "`, not " + offered + ".");
    }

    private static void refused(Trial t, Map<String, String> parameters) {
        Asking asking = new Asking(t);
        asking.code();
        JudgedServer.Visit visit = asking.server().visit(parameters);
        t.that(!visit.parameters().containsKey("code"), "The request gets no code.");
    }

    private static void otherVerifier(Trial t) {
        Asking asking = new Asking(t);
        asking.tokens();
        asking.isInvalidGrant(asking.redeem(asking.code(), t.world().fresh(32)), "A code with another verifier");
    }

    private static void codeOnce(Trial t) {
        Asking asking = new Asking(t);
        String code = asking.code();
        asking.good(asking.redeem(code));
        asking.isInvalidGrant(asking.redeem(code), "A code that was redeemed");
    }

    private static void asAskedFor(Trial t) {
        Asking asking = new Asking(t);
        JsonNode detail = asking.tokens().json().path("authorization_details").path(0);
        t.equal("dev.rctp.agent_grant", detail.path("type").asString(""), "`type` of the granted detail");
        t.equal(asking.agent().jkt(), detail.path("jkt").asString(""), "`jkt` of the granted detail");
        t.equal(asking.agentId(), detail.path("agent_id").asString(""), "`agent_id` of the granted detail");
        Map<String, String> tiers = new TreeMap<>();
        detail.path("tiers")
                .propertyNames()
                .forEach(scope ->
                        tiers.put(scope, detail.path("tiers").path(scope).asString("")));
        t.equal(new TreeMap<>(asking.tiers()), tiers, "`tiers` of the granted detail");
    }

    private static void issInAnswer(Trial t) {
        Asking asking = new Asking(t);
        JudgedServer.Visit visit = asking.server().visit(asking.parameters());
        t.blockedUnless(visit.parameters().containsKey("code"), "The seller's consent gave no code.");
        t.equal(asking.server().issuer(), visit.parameters().get("iss"), "`iss`");
        t.that(
                asking.server()
                        .metadata()
                        .json()
                        .path("authorization_response_iss_parameter_supported")
                        .asBoolean(false),
                "The metadata has `authorization_response_iss_parameter_supported`.");
    }

    private static void issInError(Trial t) {
        Asking asking = new Asking(t);
        Map<String, String> wrong = asking.parameters();
        wrong.put("response_type", "token");
        Map<String, String> told = asking.server().visit(wrong).parameters();
        t.blockedUnless(told.containsKey("error"), "The fault was not told by redirect.");
        t.equal(asking.server().issuer(), told.get("iss"), "`iss` beside `error`");
    }
}
