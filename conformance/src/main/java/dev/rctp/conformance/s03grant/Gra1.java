package dev.rctp.conformance.s03grant;

import dev.rctp.conformance.hosts.Grant;
import dev.rctp.conformance.hosts.Introspection;
import dev.rctp.conformance.run.AtOnce;
import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.server.Received;
import dev.rctp.conformance.wire.Call;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.JsonNodeFactory;

/** GRA-1: the token is introspected on each seller-side call, and no answer is kept or shared. */
public final class Gra1 implements Section {

    private static final int AT_ONCE = 6;

    @Override
    public void register(Suite suite) {
        suite.test("GRA-1.1", Gra1::bearerAlone);
        suite.test("GRA-1.2", Gra1::asksByForm);
        suite.test("GRA-1.3", Gra1::authenticatesByBasic);
        suite.test("GRA-1.4", Gra1::asksForEachCall);
        suite.test("GRA-1.5", Gra1::asksForEachRead);
        suite.test("GRA-1.6", Gra1::keepsNoAnswer);
        suite.test("GRA-1.7", Gra1::sharesNoAnswer);
    }

    private static void bearerAlone(Trial t) {
        Grant grant = SellerCall.grant(t);
        Call call = SellerCall.under(t, grant);
        t.control(call);
        for (String scheme : List.of("Basic", "Token", "DPoP")) {
            t.refused(t.send(call.header("Authorization", scheme + " " + grant.token())), 401, "grant_invalid");
        }
    }

    private static void asksByForm(Trial t) {
        Received asked = lastAsked(t);
        String type = String.valueOf(asked.header("content-type")).toLowerCase(Locale.ROOT);
        t.that(asked.method().equals("POST"), "Introspection is a POST, not " + asked.method() + ".");
        t.that(
                type.startsWith("application/x-www-form-urlencoded"),
                "Introspection is asked with a form, not with " + type + ".");
    }

    private static void authenticatesByBasic(Trial t) {
        String authorization = String.valueOf(lastAsked(t).header("authorization"));
        t.that(
                authorization.regionMatches(true, 0, "Basic ", 0, 6),
                "The gateway authenticates to the authorization server by `client_secret_basic`.");
    }

    private static Received lastAsked(Trial t) {
        Grant grant = SellerCall.grant(t);
        t.send(SellerCall.under(t, grant));
        List<Received> asked = t.world().authorizationServer().introspections(grant.token());
        t.that(!asked.isEmpty(), "The authorization server is asked for the token in the form's `token`.");
        return asked.getLast();
    }

    private static void asksForEachCall(Trial t) {
        Grant grant = SellerCall.grant(t);
        Call call = SellerCall.under(t, grant);
        t.control(call);
        int before = grant.introspections();
        t.control(call);
        t.that(grant.introspections() > before, "The second call with the token is introspected too.");
    }

    private static void asksForEachRead(Trial t) {
        Grant grant = SellerCall.grant(t);
        Call read = t.scene()
                .read(
                        t.scene().sellerAgent(),
                        "/listings/" + t.scene().listing().id() + "/offers")
                .token(grant.token());
        t.control(read);
        int before = grant.introspections();
        t.control(read);
        t.that(grant.introspections() > before, "The second read with the token is introspected too.");
    }

    private static void keepsNoAnswer(Trial t) {
        Grant grant = SellerCall.grant(t);
        Call call = SellerCall.under(t, grant);
        t.control(call);
        grant.view(view -> JsonNodeFactory.instance.objectNode().put("active", false));
        t.refused(t.send(call), 401, "grant_invalid");
    }

    private static void sharesNoAnswer(Trial t) throws InterruptedException {
        Grant grant = SellerCall.grant(t);
        Call call = SellerCall.under(t, grant);
        t.control(call);
        grant.answer(Introspection.slow(Duration.ofMillis(200)));
        int before = grant.introspections();
        AtOnce.send(t, Collections.nCopies(AT_ONCE, call));
        int asked = grant.introspections() - before;
        t.that(asked >= AT_ONCE, "Of " + AT_ONCE + " calls at once each is introspected, not " + asked + " of them.");
    }
}
