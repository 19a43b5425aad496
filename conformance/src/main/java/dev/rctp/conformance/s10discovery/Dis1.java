package dev.rctp.conformance.s10discovery;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.JWK;
import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.s04decision.Profile;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.registries.Action;
import java.text.ParseException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** DIS-1: the gateway's own profile. */
public final class Dis1 implements Section {

    private static final String DEAL = "ucp/capabilities/dev.rctp.deal/0/config/";
    // 60 or more
    private static final Pattern MAX_AGE = Pattern.compile("max-age=\"?0*(?:[6-9]\\d|[1-9]\\d{2,})(?!\\d)");

    @Override
    public void register(Suite suite) {
        suite.test("DIS-1.1", Dis1::isServed);
        suite.test("DIS-1.2", Dis1::version);
        suite.test("DIS-1.3", t -> has(t, "ucp/services"));
        suite.test("DIS-1.4", t -> has(t, "ucp/payment_handlers"));
        suite.test("DIS-1.5", t -> has(t, DEAL + "offer_expiry"));
        suite.test("DIS-1.6", t -> has(t, DEAL + "term_sets"));
        suite.test("DIS-1.7", Dis1::scopes);
        suite.test("DIS-1.8", Dis1::keys);
        suite.test("DIS-1.9", Dis1::entries);
        suite.test("DIS-1.10", Dis1::authority);
        suite.test("DIS-1.11", Dis1::cacheControl);
        suite.test("DIS-1.12", t -> t.that(profile(t).header("ETag") != null, "The profile is sent with an `ETag`."));
    }

    private static Answer profile(Trial t) {
        Answer answer = Profile.answer(t);
        t.blockedUnless(answer.status() == 200, "The profile was to be served, not " + answer.inShort());
        return answer;
    }

    private static void isServed(Trial t) {
        Answer answer = Profile.answer(t);
        t.that(
                answer.status() == 200 && answer.json().isObject(),
                "The profile is served as JSON with 200, not " + answer.inShort());
    }

    private static void version(Trial t) {
        String version = String.valueOf(profile(t).textAt("ucp/version"));
        t.that(version.matches("\\d{4}-\\d{2}-\\d{2}"), "`ucp.version` is a date, not " + version + ".");
    }

    private static void has(Trial t, String path) {
        JsonNode found = profile(t).at(path);
        t.that(found.isContainer(), "The profile has `" + path + "`.");
    }

    private static void scopes(Trial t) {
        JsonNode scopes = profile(t).at("ucp/capabilities/dev.ucp.common.identity_linking/0/config/scopes");
        for (Action action : t.world().registries().actions().all()) {
            // a verb without a route may be left out
            if (action.scope() != null && (action.path() != null || scopes.has(action.scope()))) {
                JsonNode scope = scopes.path(action.scope());
                JsonNode tier = scope.path("default_tier");
                JsonNode allowed = scope.path("allowed_tiers");
                t.that(
                        tier.isString() && allowed.isArray(),
                        "`config.scopes` has `" + action.scope() + "` with `default_tier` and `allowed_tiers`.");
                t.that(
                        allowed.valueStream().anyMatch(tier::equals),
                        "The `default_tier` of `" + action.scope() + "` is one of its `allowed_tiers`, not " + tier
                                + ".");
            }
        }
    }

    private static void keys(Trial t) {
        JsonNode keys = profile(t).at("keys");
        t.that(keys.isArray() && !keys.isEmpty(), "The profile has `keys[]`.");
        keys.forEach(
                key -> t.that(isThumbprinted(key), "A public JWK whose `kid` is its thumbprint, not " + key + "."));
    }

    private static boolean isThumbprinted(JsonNode key) {
        try {
            JWK jwk = JWK.parse(key.toString());
            return !jwk.isPrivate() && jwk.computeThumbprint().toString().equals(jwk.getKeyID());
        } catch (ParseException | JOSEException | IllegalArgumentException _) {
            return false;
        }
    }

    private static Stream<JsonNode> entries(JsonNode byName) {
        return byName.valueStream().flatMap(JsonNode::valueStream);
    }

    private static void entries(Trial t) {
        Answer profile = profile(t);
        List<JsonNode> all = Stream.of("ucp/capabilities", "ucp/services")
                .flatMap(path -> entries(profile.at(path)))
                .toList();
        t.blockedUnless(!all.isEmpty(), "The profile has no entries.");
        all.forEach(entry -> List.of("version", "spec", "schema")
                .forEach(member -> t.that(
                        entry.path(member).isString(), "Each entry has `" + member + "`; one is " + entry + ".")));
    }

    private static void authority(Trial t) {
        JsonNode capabilities = profile(t).at("ucp/capabilities");
        List<JsonNode> urls = capabilities.propertyNames().stream()
                .filter(name -> name.startsWith("dev.rctp."))
                .flatMap(name -> capabilities.path(name).valueStream())
                .flatMap(entry -> Stream.of(entry.path("spec"), entry.path("schema")))
                .toList();
        t.blockedUnless(!urls.isEmpty(), "The profile has no entry of `dev.rctp.*`.");
        urls.forEach(url ->
                t.that(url.asString("").startsWith("https://rctp.dev/"), "It is on rctp.dev, not at " + url + "."));
    }

    private static void cacheControl(Trial t) {
        String field = String.join(", ", profile(t).headers("Cache-Control")).toLowerCase(Locale.ROOT);
        t.that(
                field.contains("public") && MAX_AGE.matcher(field).find(),
                "`Cache-Control` is `public` with `max-age` of 60 or more, not " + field + ".");
    }
}
