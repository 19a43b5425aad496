package dev.rctp.conformance.s07approvals;

import dev.rctp.conformance.hosts.Ceremony;
import dev.rctp.conformance.hosts.SoftwarePasskey;
import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.world.Json;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;

/** APR-3: which answers decide. Each bad one is a good one with one change, for a question that a good one would have decided. */
public final class Apr3Answers implements Section {

    @Override
    public void register(Suite suite) {
        suite.test("APR-3.1", Apr3Answers::approves);
        suite.test("APR-3.2", Apr3Answers::strangers);
        suite.test(
                "APR-3.3",
                t -> refuses(t, "approve", "with another signature", good -> good.signature(Apr3Answers::bent)));
        suite.test(
                "APR-3.4",
                t -> refuses(t, "approve", "without user verification", good -> good.flags(Ceremony.USER_PRESENT)));
        suite.test(
                "APR-3.5",
                t -> refuses(t, "approve", "of `type` webauthn.create", good -> good.type("webauthn.create")));
        suite.test(
                "APR-3.6",
                t -> refuses(t, "decline", "with another signature", good -> good.signature(Apr3Answers::bent)));
        suite.test("APR-3.29", Apr3Answers::diesWithABadResponse);
        suite.test("APR-3.30", Apr3Answers::fresh);
        suite.test("APR-3.31", Apr3Answers::anotherApprovals);
        suite.test("APR-3.32", Apr3Answers::toDecline);
        suite.test(
                "APR-3.33",
                t -> refuses(
                        t, "approve", "to a challenge that was not given", good -> good.challenge("A".repeat(43))));
        suite.test("APR-3.34", Apr3Answers::relyingParty);
        suite.test("APR-3.35", Apr3Answers::origins);
        suite.test("APR-3.36", Apr3Answers::framed);
        suite.test("APR-3.37", Apr3Answers::framedAsConfigured);
        suite.test("APR-3.38", t -> counts(t, 0, 0));
        suite.test("APR-3.39", t -> counts(t, 5, 6));
        suite.test("APR-3.40", Apr3Answers::counterThatFell);
    }

    private static void approves(Trial t) {
        Asking asking = new Asking(t);
        Page page = asking.ask(asking.create());
        JsonNode taken = page.submitted(
                Json.terms(PrivateAmount.random(t).amount(), t.world().clock().now()));
        Answer answer = page.respond("approve", page.signed(taken, "approve"));
        t.equal(200, answer.status(), "status of the answer to a good response");
        t.equal("approved", page.status(asking.agent()).path("status").asString(""), "status of the approval");
    }

    private static Page controlled(Asking asking, String decision) {
        asking.ask().answered(decision);
        return asking.ask();
    }

    private static void refuses(Trial t, String decision, String what, UnaryOperator<Ceremony> change) {
        refuses(t, decision, Map.of(what, change));
    }

    private static void refuses(Trial t, String decision, Map<String, UnaryOperator<Ceremony>> changes) {
        Asking asking = new Asking(t);
        Page page = controlled(asking, decision);
        changes.forEach((what, change) -> Page.refused(t, page.answer(decision, change), what));
        t.equal("pending", page.status(asking.agent()).path("status").asString(""), "status of the approval");
    }

    private static byte[] bent(byte[] signature) {
        byte[] other = signature.clone();
        other[other.length - 1] ^= 1;
        return other;
    }

    private static void strangers(Trial t) {
        Asking asking = new Asking(t);
        Page page = controlled(asking, "approve");
        SoftwarePasskey other = t.scene().newSeller().passkey();
        SoftwarePasskey unknown = SoftwarePasskey.create(
                t.world().target().plan().rpId(),
                t.world().target().plan().origin(),
                t.world().random());
        String mine = page.passkey().credentialId();
        Page.refused(
                t,
                page.respond("approve", other.assertion(page.challenge(page.view(), "approve"))),
                "by another seller's passkey");
        for (UnaryOperator<Ceremony> change :
                List.<UnaryOperator<Ceremony>>of(good -> good, good -> good.credentialId(mine))) {
            Page.refused(
                    t,
                    page.respond("approve", unknown.assertion(page.challenge(page.view(), "approve"), change)),
                    "by a passkey that nobody enrolled");
        }
    }

    private static void diesWithABadResponse(Trial t) {
        Page page = controlled(new Asking(t), "approve");
        JsonNode view = page.view();
        Answer bad = page.respond("approve", page.signed(view, "approve", good -> good.signature(Apr3Answers::bent)));
        t.blockedUnless(bad.status() == 422, "A response with a bad signature is answered " + bad.inShort() + ".");
        Page.refused(
                t, page.respond("approve", page.signed(view, "approve")), "to a challenge that a bad one had before");
    }

    private static void fresh(Trial t) {
        Page page = new Asking(t).ask();
        JsonNode first = page.view();
        JsonNode second = page.view();
        for (String decision : List.of("approve", "decline")) {
            t.that(
                    !page.challenge(first, decision).equals(page.challenge(second, decision)),
                    "Two views of the page have two challenges to " + decision + ".");
        }
    }

    private static void anotherApprovals(Trial t) {
        Asking asking = new Asking(t);
        Page page = controlled(asking, "approve");
        Page other = asking.ask(asking.reprice());
        Page.refused(
                t, page.respond("approve", other.signed(other.view(), "approve")), "to another approval's challenge");
    }

    private static void toDecline(Trial t) {
        Page page = controlled(new Asking(t), "approve");
        Page.refused(t, page.respond("approve", page.signed(page.view(), "decline")), "over the challenge to decline");
    }

    private static void relyingParty(Trial t) {
        String rpId = t.world().target().plan().rpId();
        refuses(
                t,
                "approve",
                Map.of(
                        "for www." + rpId,
                        good -> good.rpId("www." + rpId),
                        "for another.example",
                        good -> good.rpId("another.example")));
    }

    private static void origins(Trial t) {
        URI origin = URI.create(t.world().target().plan().origin());
        String scheme = origin.getScheme();
        String host = origin.getHost();
        String port = origin.getPort() < 0 ? "" : ":" + origin.getPort();
        Map<String, UnaryOperator<Ceremony>> changes = new LinkedHashMap<>();
        for (String other : List.of(
                (scheme.equals("https") ? "http" : "https") + "://" + host + port,
                scheme + "://" + host + ":" + (origin.getPort() == 1 ? 2 : 1),
                scheme + "://www." + host + port,
                origin + ".evil.example",
                origin + "/",
                "https://another.example")) {
            changes.put("made at " + other, good -> good.origin(other));
        }
        refuses(t, "approve", changes);
    }

    private static void framed(Trial t) {
        refuses(
                t,
                "approve",
                Map.of(
                        "from a frame", good -> good.crossOrigin(true),
                        "from a frame in https://another.example",
                                good -> good.crossOrigin(true).topOrigin("https://another.example")));
    }

    private static void framedAsConfigured(Trial t) {
        String embedding = t.world().target().plan().embeddingOrigin();
        if (embedding == null) {
            t.notApplicable("The plan names no origin that may embed the page.");
            return;
        }
        Page page = controlled(new Asking(t), "approve");
        t.equal(
                200,
                page.answer("approve", good -> good.crossOrigin(true).topOrigin(embedding))
                        .status(),
                "status of the answer to a response from a configured frame");
    }

    private static void counts(Trial t, long first, long second) {
        Asking asking = new Asking(t);
        Page before = asking.ask();
        t.blockedUnless(
                before.answer("approve", good -> good.counter(first)).status() == 200,
                "The response with counter " + first + " was not taken.");
        t.equal(
                200,
                asking.ask().answer("approve", good -> good.counter(second)).status(),
                "status of the answer to a response with counter " + second + " after " + first);
    }

    private static void counterThatFell(Trial t) {
        Asking asking = new Asking(t);
        t.blockedUnless(
                asking.ask().answer("approve", good -> good.counter(7)).status() == 200,
                "The response with counter 7 was not taken.");
        Page page = asking.ask();
        for (long fallen : new long[] {7, 6, 0}) {
            Page.refused(
                    t, page.answer("approve", good -> good.counter(fallen)), "with counter " + fallen + " after 7");
        }
    }
}
