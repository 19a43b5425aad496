package dev.rctp.conformance.s07approvals;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.server.Received;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Offer;
import dev.rctp.msgsig.agent.DecisionField;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** APR-1: what a call that asks is answered, and how it is held. */
public final class Apr1 implements Section {

    private static final int MOST_PENDING = 20;
    private static final Duration LIFE = Duration.ofMinutes(15);
    private static final Duration CLOCKS = Duration.ofSeconds(30);

    @Override
    public void register(Suite suite) {
        suite.test("APR-1.1", Apr1::asks);
        suite.test("APR-1.2", Apr1::members);
        suite.test("APR-1.3", Apr1::verb);
        suite.test("APR-1.4", t -> fixed(t, "on_timeout", "deny"));
        suite.test("APR-1.5", t -> fixed(t, "level", "hosted_embedded"));
        suite.test("APR-1.6", Apr1::display);
        suite.test("APR-1.7", Apr1::displayWithoutPrivate);
        suite.test("APR-1.8", Apr1::absolute);
        suite.test("APR-1.9", Apr1::withoutQuery);
        suite.test("APR-1.10", Apr1::life);
        suite.test("APR-1.11", Apr1::withinOffer);
        suite.test("APR-1.12", Apr1::held);
        suite.test("APR-1.13", Apr1::exactBytes);
        suite.test("APR-1.15", Apr1::mostPending);
        suite.test("APR-1.16", Apr1::onePerSubject);
    }

    private static void asks(Trial t) {
        new Asking(t).each((verb, call) -> {
            Answer answer = t.send(call);
            t.equal(202, answer.status(), "status of " + verb + " with tier ask");
            t.that(
                    answer.decision().orElse(null) instanceof DecisionField.Ask,
                    "The decision of " + verb + " with tier ask is `ask`.");
        });
    }

    private static void members(Trial t) {
        JsonNode body = t.control(new Asking(t).create(), 202).json();
        for (String member :
                List.of("approval_id", "action", "display", "approval_url", "expires_at", "on_timeout", "level")) {
            t.that(body.hasNonNull(member), "The approval request has `" + member + "`.");
        }
    }

    private static void verb(Trial t) {
        new Asking(t)
                .each((verb, call) ->
                        t.equal(verb, t.control(call, 202).textAt("action"), "`action` of the approval request"));
    }

    private static void fixed(Trial t, String member, String value) {
        Answer answer = t.control(new Asking(t).create(), 202);
        t.equal(value, answer.textAt(member), "`" + member + "` of the approval request");
    }

    private static void display(Trial t) {
        Asking asking = new Asking(t);
        asking.each((verb, call) -> {
            Page page = asking.ask(call);
            JsonNode shown = page.view().path("approval").path("display");
            JsonNode told = page.request().path("display");
            t.blockedUnless(
                    !told.isNull() && !(told.isContainer() && told.isEmpty()),
                    "The approval request of " + verb + " shows nothing.");
            t.equal(told, shown, "`approval.display` of the page of " + verb);
        });
    }

    private static void displayWithoutPrivate(Trial t) {
        Asking asking = new Asking(t);
        PrivateAmount proposed = PrivateAmount.random(t);
        asking.eachWithForm(call -> {
            JsonNode display =
                    t.control(Asking.edited(call, proposed::propose), 202).at("display");
            t.that(!proposed.isIn(display.toString()), "`display` does not have the floor that the agent proposed.");
        });
        PrivateAmount stored = new PrivateAmount(asking.listing().floor());
        for (Call call : List.of(asking.answer(), asking.accept(asking.offered()))) {
            JsonNode display = t.control(call, 202).at("display");
            t.that(!stored.isIn(display.toString()), "`display` does not have the listing's floor.");
        }
    }

    private static void absolute(Trial t) {
        JsonNode told = t.control(new Asking(t).create(), 202).at("approval_url");
        String url = t.said(told, "`approval_url`").address().toString();
        t.that(url.matches("https?://[^/?#]+.*"), "`approval_url` is an absolute address; it is " + url + ".");
    }

    private static void withoutQuery(Trial t) {
        String url = t.control(new Asking(t).create(), 202).textAt("approval_url");
        t.blockedUnless(url != null && !url.isEmpty(), "There is no `approval_url`.");
        t.that(String.valueOf(url).indexOf('?') < 0, "`approval_url` has no query; it is " + url + ".");
    }

    private static void life(Trial t) {
        Asking asking = new Asking(t);
        Call call = asking.create();
        Instant before = t.world().clock().now();
        Instant expires = end(t, t.control(call, 202).json());
        Duration off = Duration.between(before.plus(LIFE), expires).abs();
        t.that(off.compareTo(CLOCKS) <= 0, "`expires_at` is 900 s after the call; it is " + expires + ".");
    }

    private static void withinOffer(Trial t) {
        Asking asking = new Asking(t);
        Instant soon = t.world().clock().now().plusSeconds(300);
        Call offer = Asking.edited(
                t.scene().offer(t.scene().buyer(), asking.listing(), Asking.PRICE),
                body -> body.put(
                        "expires_at", soon.truncatedTo(ChronoUnit.SECONDS).toString()));
        Offer first = t.scene().offer(t.scene().buyer(), asking.listing(), offer);
        Offer second = t.scene().offer(t.scene().buyer(), asking.listing(), offer);
        for (Call call : List.of(asking.accept(first), asking.counter(second))) {
            Instant end = t.preparing(() -> end(t, first.json()));
            Instant expires = end(t, t.control(call, 202).json());
            t.that(
                    !expires.isAfter(end),
                    "`expires_at` of the approval, " + expires + ", is not after that of the offer, " + end + ".");
        }
    }

    private static Instant end(Trial t, JsonNode of) {
        return t.said(of.path("expires_at"), "`expires_at`").instant();
    }

    private static void held(Trial t) {
        Asking asking = new Asking(t);
        Page page = asking.ask();
        t.that(told(t, asking).isEmpty(), "The marketplace does not get a call that waits for its seller.");
        ObjectNode yes = page.signed(page.view(), "approve");
        t.that(told(t, asking).isEmpty(), "The marketplace does not get a call whose seller only looks.");
        Answer taken = page.respond("approve", yes);
        t.blockedUnless(taken.status() == 200, "The seller's good answer is " + taken.inShort() + ".");
        t.blockedUnless(
                page.result(asking.agent()).path("status").asInt(0) == 200, "The approved call did not succeed.");
        t.that(told(t, asking).size() == 1, "The marketplace gets the call after its approval.");
    }

    private static void exactBytes(Trial t) {
        Asking asking = new Asking(t);
        byte[] body = "{ \"text\":\t\"Fully \\u0077orking, 1\\/2 used \u00e9\"\n }".getBytes(StandardCharsets.UTF_8);
        Page page = asking.ask(asking.answer().body(body, "application/json"));
        page.answered("approve");
        page.result(asking.agent());
        List<Received> told = told(t, asking);
        t.blockedUnless(told.size() == 1, "The marketplace did not get the approved call once.");
        t.that(
                Arrays.equals(body, told.getFirst().body()),
                "The marketplace gets the held call's own bytes; it got "
                        + told.getFirst().text() + ".");
    }

    private static List<Received> told(Trial t, Asking asking) {
        return t.world()
                .marketplace()
                .requests(t.world()
                        .target()
                        .routes()
                        .path("listing.answer_buyer", asking.listing().id()));
    }

    private static void mostPending(Trial t) {
        Asking asking = new Asking(t);
        for (int n = 1; n <= MOST_PENDING; n++) {
            t.control(asking.create(), 202);
        }
        t.refused(t.send(asking.create()), 429, "enforcement_unavailable", "limit");
    }

    private static void onePerSubject(Trial t) {
        Asking asking = new Asking(t);
        Call counter = asking.counter(asking.offered());
        for (Call call : List.of(asking.answer(), asking.reprice(), counter)) {
            t.control(call, 202);
            t.refused(t.send(call), 429, "enforcement_unavailable", "limit");
        }
    }
}
