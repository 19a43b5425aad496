package dev.rctp.conformance.s07approvals;

import dev.rctp.conformance.hosts.AuthorizationServerHost;
import dev.rctp.conformance.hosts.SoftwarePasskey;
import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.world.Json;
import dev.rctp.conformance.world.Seller;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** APR-9: how a seller's passkey is enrolled. */
public final class Apr9 implements Section {

    private static final long LIFE = 600;

    @Override
    public void register(Suite suite) {
        suite.test("APR-9.1", Apr9::options);
        suite.test("APR-9.2", Apr9::html);
        suite.test("APR-9.3", Apr9::enrols);
        suite.test("APR-9.4", Apr9::ofTheTicketsSeller);
        suite.test("APR-9.5", Apr9::type);
        suite.test("APR-9.6", Apr9::signature);
        suite.test("APR-9.7", Apr9::audience);
        suite.test("APR-9.8", Apr9::once);
        suite.test("APR-9.9", Apr9::age);
        suite.test("APR-9.10", Apr9::secondAlone);
        suite.test("APR-9.11", Apr9::secondConfirmed);
        suite.test("APR-9.12", Apr9::secondAfterReset);
    }

    private static AuthorizationServerHost server(Trial t) {
        return t.world().authorizationServer();
    }

    private static Answer look(Trial t, String ticket) {
        return t.scene().patiently(() -> t.page("GET", "/enroll?ticket=" + ticket, null));
    }

    /** The challenge that the ticket is given. */
    private static String challenge(Trial t, String ticket) {
        Answer options = look(t, ticket);
        return t.needed(options.textAt("challenge"), "A good ticket is given no challenge: " + options.inShort());
    }

    private static Answer post(Trial t, String ticket, JsonNode credential, @Nullable JsonNode assertion) {
        ObjectNode body = Json.object().put("ticket", ticket);
        body.set("credential", credential);
        if (assertion != null) {
            body.set("assertion", assertion);
        }
        return t.scene().patiently(() -> t.page("POST", "/enroll", body));
    }

    private static Answer enrol(Trial t, SoftwarePasskey passkey, String ticket) {
        return post(t, ticket, passkey.registration(challenge(t, ticket)), null);
    }

    private static SoftwarePasskey another(Trial t) {
        return t.scene().stranger().passkey();
    }

    private static void options(Trial t) {
        Seller seller = t.scene().stranger();
        Answer options = look(t, server(t).ticket(seller.sub(), false));
        t.equal(200, options.status(), "status of the creation options");
        for (String member : List.of("challenge", "rp", "user", "pubKeyCredParams")) {
            t.that(!options.at(member).isMissingNode(), "The creation options have `" + member + "`.");
        }
    }

    private static void html(Trial t) {
        String ticket = server(t).ticket(t.scene().stranger().sub(), false);
        Answer page = t.exchange(
                t.world()
                        .target()
                        .plain("GET", "/enroll?ticket=" + ticket, null)
                        .with("Accept", "text/html"),
                "");
        t.equal(200, page.status(), "status of the page of enrolment");
        String type = page.header("Content-Type");
        t.that(
                type != null && type.toLowerCase(Locale.ROOT).startsWith("text/html"),
                "The page of enrolment is HTML to a browser; its Content-Type is " + type + ".");
    }

    private static void enrols(Trial t) {
        Seller seller = t.scene().stranger();
        Answer enrolled = enrol(t, seller.passkey(), server(t).ticket(seller.sub(), false));
        t.equal(201, enrolled.status(), "status of the answer to a good registration");
    }

    private static void ofTheTicketsSeller(Trial t) {
        Asking asking = new Asking(t);
        t.equal(200, asking.ask().answer("approve").status(), "status of the answer to the enrolled passkey's yes");
        Seller other = t.scene().newSeller();
        Page page = asking.ask();
        Answer answer = page.respond("approve", other.passkey().assertion(page.challenge(page.view(), "approve")));
        t.equal(422, answer.status(), "status of the answer to the yes of another seller's passkey");
    }

    /** The ticket must enrol nothing, where a good one for the same kind of seller enrols. */
    private static void refused(Trial t, Seller seller, String ticket, String what) {
        Seller good = t.scene().stranger();
        Answer control = enrol(t, good.passkey(), server(t).ticket(good.sub(), false));
        t.blockedUnless(control.status() == 201, "A good ticket was not taken: " + control.inShort());
        String given = look(t, ticket).textAt("challenge");
        String challenge = given == null ? challenge(t, server(t).ticket(seller.sub(), false)) : given;
        Answer answer = post(t, ticket, seller.passkey().registration(challenge), null);
        t.that(
                answer.status() / 100 == 4,
                "A ticket " + what + " enrols nothing: 4xx was expected, not " + answer.status() + ".");
    }

    private static void changed(
            Trial t, UnaryOperator<ObjectNode> claims, UnaryOperator<ObjectNode> header, String what) {
        Seller seller = t.scene().stranger();
        refused(t, seller, server(t).ticket(seller.sub(), claims, header), what);
    }

    private static void type(Trial t) {
        for (String typ : List.of("JWT", "at+jwt")) {
            changed(t, claims -> claims, header -> header.put("typ", typ), "of `typ` " + typ);
        }
    }

    private static void signature(Trial t) {
        Seller seller = t.scene().stranger();
        refused(t, seller, server(t).forgedTicket(seller.sub()), "with another key's signature");
        Seller other = t.scene().stranger();
        refused(
                t,
                other,
                server(t).unknownKeysTicket(other.sub()),
                "of a key that the authorization server does not publish");
    }

    private static void audience(Trial t) {
        changed(t, claims -> claims.put("aud", "https://another.example"), header -> header, "for another `aud`");
    }

    private static void once(Trial t) {
        Seller seller = t.scene().stranger();
        String ticket = server(t).ticket(seller.sub(), true);
        SoftwarePasskey second = another(t);
        String before = challenge(t, ticket);
        Answer first = enrol(t, seller.passkey(), ticket);
        t.blockedUnless(first.status() == 201, "The first passkey was not enrolled: " + first.inShort());
        String after = look(t, ticket).textAt("challenge");
        for (String challenge : after == null ? List.of(before) : List.of(before, after)) {
            Answer answer = post(t, ticket, second.registration(challenge), null);
            t.that(
                    answer.status() / 100 == 4,
                    "A used ticket enrols nothing: 4xx was expected, not " + answer.status() + ".");
        }
    }

    private static void age(Trial t) {
        long old = t.world().clock().now().getEpochSecond() - LIFE - 1;
        changed(t, claims -> claims.put("iat", old).put("exp", old + LIFE), header -> header, "that has expired");
        changed(
                t,
                claims -> claims.put("iat", old).put("exp", old + 6 * LIFE),
                header -> header,
                "that was issued over 10 minutes ago");
    }

    private static void secondAlone(Trial t) {
        Seller seller = t.scene().seller();
        Answer answer = enrol(t, another(t), server(t).ticket(seller.sub(), false));
        t.that(
                answer.status() / 100 == 4,
                "A second passkey without an assertion is not enrolled: 4xx was expected, not " + answer.status()
                        + ".");
    }

    private static void secondConfirmed(Trial t) {
        Seller seller = t.scene().seller();
        String ticket = server(t).ticket(seller.sub(), false);
        String challenge = challenge(t, ticket);
        Answer answer = post(
                t, ticket, another(t).registration(challenge), seller.passkey().assertion(challenge));
        t.equal(201, answer.status(), "status of the answer to a second registration with an assertion");
    }

    private static void secondAfterReset(Trial t) {
        Seller seller = t.scene().seller();
        Answer answer = enrol(t, another(t), server(t).ticket(seller.sub(), true));
        t.equal(201, answer.status(), "status of the answer to a second registration with `reset: true`");
    }
}
