package dev.rctp.conformance.s10discovery;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.registries.Action;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/** DIS-2: the protected resource metadata (RFC 9728). */
public final class Dis2 implements Section {

    private static final String WELL_KNOWN = "/.well-known/oauth-protected-resource";

    @Override
    public void register(Suite suite) {
        suite.test("DIS-2.1", Dis2::isServed);
        suite.test("DIS-2.2", t -> t.equal(resource(t), served(t).textAt("resource"), "`resource`"));
        suite.test("DIS-2.3", Dis2::issuer);
        suite.test("DIS-2.4", Dis2::scopes);
        suite.test(
                "DIS-2.5",
                t -> t.equal(
                        List.of("header"),
                        texts(served(t).at("bearer_methods_supported")),
                        "`bearer_methods_supported`"));
    }

    private static String resource(Trial t) {
        return t.world().target().plan().resource();
    }

    private static Answer metadata(Trial t) {
        String path = Objects.requireNonNullElse(URI.create(resource(t)).getRawPath(), "");
        return t.page("GET", WELL_KNOWN + (path.equals("/") ? "" : path), null);
    }

    private static Answer served(Trial t) {
        Answer answer = metadata(t);
        t.blockedUnless(answer.status() == 200, "The metadata was to be served, not " + answer.inShort());
        return answer;
    }

    private static void isServed(Trial t) {
        Answer answer = metadata(t);
        t.that(
                answer.status() == 200 && answer.json().isObject(),
                "The metadata is served as JSON with 200, not " + answer.inShort());
    }

    private static void issuer(Trial t) {
        List<String> servers = texts(served(t).at("authorization_servers"));
        String issuer = t.world().authorizationServer().issuer();
        t.that(servers.contains(issuer), "`authorization_servers` has " + issuer + ", not " + servers + ".");
    }

    private static void scopes(Trial t) {
        List<String> supported = texts(served(t).at("scopes_supported"));
        t.world().registries().actions().all().stream()
                .filter(action -> action.path() != null)
                .map(Action::scope)
                .filter(Objects::nonNull)
                .forEach(scope -> t.that(supported.contains(scope), "`scopes_supported` has `" + scope + "`."));
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream().map(one -> one.asString("")).toList();
    }
}
