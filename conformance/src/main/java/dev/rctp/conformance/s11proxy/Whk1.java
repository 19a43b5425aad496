package dev.rctp.conformance.s11proxy;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.s07approvals.Asking;
import dev.rctp.conformance.s07approvals.Page;
import dev.rctp.conformance.server.Received;
import dev.rctp.conformance.server.Reply;
import dev.rctp.conformance.world.Offer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** WHK-1: who is told what, and how it gets there. */
public final class Whk1 implements Section {

    private static final Set<String> MEMBERS = Set.of("id", "type", "subject", "status");
    private static final Duration LATE = Duration.ofHours(23);
    private static final Duration AGAIN = Duration.ofSeconds(75);
    private static final Duration RETRIES = Duration.ofMinutes(4);
    private static final Duration QUIET = Duration.ofSeconds(2);
    private static final String ACCEPTED = "accepted";

    @Override
    public void register(Suite suite) {
        suite.test("WHK-1.1", Whk1::outcome);
        suite.test("WHK-1.2", Whk1::buyer);
        suite.test("WHK-1.3", Whk1::seller);
        suite.test("WHK-1.4", Whk1::requested);
        suite.test("WHK-1.5", Whk1::address);
        suite.test("WHK-1.6", Whk1::addressToNobodyElse);
        suite.test("WHK-1.7", Whk1::members);
        suite.test("WHK-1.8", Whk1::withoutCheckout);
        suite.test("WHK-1.12", Whk1::again);
        suite.test("WHK-1.13", Whk1::growing);
        suite.test("WHK-1.14", Whk1::forADay);
        suite.test("WHK-1.15", Whk1::inOrder);
        suite.test("WHK-1.17", Whk1::redirect);
    }

    private static void outcome(Trial t) {
        for (String decision : List.of("approve", "decline")) {
            Asking asking = new Asking(t);
            Page page = asking.ask();
            page.answered(decision);
            String status = decision.equals("approve") ? "approved" : "declined";
            new Told(t, asking.agent().operator(), page.id()).with(status);
        }
    }

    private static Offer accepted(Trial t) {
        return t.scene().accepted(t.scene().offered());
    }

    private static void buyer(Trial t) {
        Offer offer = accepted(t);
        new Told(t, offer.buyer().operator(), offer.id()).with(ACCEPTED);
    }

    private static void seller(Trial t) {
        Offer offer = t.scene().offered();
        new Told(t, t.scene().sellerAgent().operator(), offer.id()).with("open");
    }

    private static JsonNode requestedOf(Page page, Trial t) {
        return new Told(t, Told.MARKETPLACE, page.id()).with("pending").json();
    }

    private static void requested(Trial t) {
        JsonNode told = requestedOf(new Asking(t).ask(), t);
        t.equal("approval.requested", told.path("type").asString(""), "`type` of what the marketplace is told");
    }

    private static void address(Trial t) {
        Page page = new Asking(t).ask();
        JsonNode told = requestedOf(page, t);
        t.that(
                told.valueStream().anyMatch(value -> value.asString("").equals(page.url())),
                "`approval.requested` has the page's address, " + page.url() + "; it is " + told + ".");
    }

    private static void addressToNobodyElse(Trial t) {
        Asking asking = new Asking(t);
        Offer offer = asking.offered();
        Page page = asking.ask(asking.accept(offer));
        requestedOf(page, t);
        page.answered("approve");
        new Told(t, asking.agent().operator(), page.id()).with("approved");
        new Told(t, offer.buyer().operator(), offer.id()).with(ACCEPTED);
        t.world().operators().all().forEach(operator -> {
            List<Received> told = t.world()
                    .webhooks()
                    .deliveries(
                            operator.name(),
                            body -> body.toString().contains(page.url())
                                    || (body.path("type").asString("").equals("approval.requested")
                                            && body.path("subject").asString("").equals(page.id())));
            t.that(told.isEmpty(), "No operator gets `approval.requested`; " + operator.name() + " got it.");
        });
    }

    private static void members(Trial t) {
        Asking asking = new Asking(t);
        Page page = asking.ask();
        page.answered("approve");
        Offer offer = accepted(t);
        List<Received> told = List.of(
                new Told(t, asking.agent().operator(), page.id()).with("approved"),
                new Told(t, asking.agent().operator(), offer.id()).with("open"),
                new Told(t, offer.buyer().operator(), offer.id()).with(ACCEPTED));
        for (Received one : told) {
            t.equal(MEMBERS, new HashSet<>(one.json().propertyNames()), "members of a webhook to an operator");
        }
    }

    private static void withoutCheckout(Trial t) {
        Offer offer = accepted(t);
        String checkout = t.scene().checkout(offer);
        Told told = new Told(t, offer.buyer().operator(), offer.id());
        told.with(ACCEPTED);
        for (Received one : told.all()) {
            t.that(!one.text().contains(checkout), "A webhook does not have the checkout.");
            t.that(
                    !new String(one.body(), StandardCharsets.UTF_8).contains("eyJ"),
                    "A webhook has nothing signed in its body, such as a checkout.");
        }
    }

    /** What the buyer's operator is told of the acceptance, where it gives these answers to the first attempts. */
    private static Told toldAfter(Trial t, Reply... replies) {
        Offer offer = t.scene().offered();
        Told told = settled(t, offer);
        t.world().webhooks().behave(offer.buyer().operator(), offer.id(), replies);
        t.scene().accepted(offer);
        return told;
    }

    /** What the buyer's operator is told, once what it may be told of its own offer has come. */
    private static Told settled(Trial t, Offer offer) {
        Told told = new Told(t, offer.buyer().operator(), offer.id());
        t.awaited(QUIET, () -> told.all().isEmpty() ? null : told);
        return told;
    }

    private static void again(Trial t) {
        Told told = toldAfter(t, Reply.of(503), Reply.hangUp());
        t.that(told.cameAtLeast(ACCEPTED, 2, AGAIN), "A webhook that was not taken is sent again, until it is taken.");
        t.blockedUnless(
                told.cameAtLeast(ACCEPTED, 3, RETRIES),
                "Three attempts did not come within " + RETRIES.toSeconds() + " s.");
        List<Received> attempts = told.attempts(ACCEPTED);
        for (Received attempt : attempts) {
            t.equal(attempts.getFirst().json(), attempt.json(), "body of another attempt");
            t.equal(
                    attempts.getFirst().header("webhook-id"),
                    attempt.header("webhook-id"),
                    "`webhook-id` of another attempt");
        }
    }

    private static void growing(Trial t) {
        Reply busy = Reply.of(503);
        Told told = toldAfter(t, busy, busy, busy);
        t.blockedUnless(
                told.cameAtLeast(ACCEPTED, 4, RETRIES),
                "Four attempts did not come within " + RETRIES.toSeconds() + " s.");
        List<Instant> at = told.attempts(ACCEPTED).stream().map(Received::at).toList();
        Duration first = Duration.between(at.get(0), at.get(1));
        Duration third = Duration.between(at.get(2), at.get(3));
        t.that(
                third.toMillis() * 10 >= first.toMillis() * 14,
                "The pauses between attempts grow; the first was " + first.toMillis() + " ms, the third "
                        + third.toMillis() + " ms.");
    }

    private static void forADay(Trial t) {
        Offer offer = t.scene().offered();
        String operator = offer.buyer().operator();
        Told told = settled(t, offer);
        t.world().webhooks().behaveAlways(operator, offer.id(), Reply.of(503));
        try {
            t.scene().accepted(offer);
            told.with(ACCEPTED);
            t.world().clock().advance(LATE);
            Instant late = t.world().clock().now();
            t.eventually(
                    "A webhook that nobody takes is attempted 23 h later still.",
                    Told.SOON,
                    () -> told.all().stream()
                            .filter(one -> !one.at().isBefore(late))
                            .findFirst()
                            .orElse(null));
        } finally {
            t.world().webhooks().forget(offer.id());
        }
    }

    private static void inOrder(Trial t) {
        Asking asking = new Asking(t);
        Offer offer = asking.offered();
        Told told = settled(t, offer);
        int before = told.all().size();
        t.world().webhooks().behave(offer.buyer().operator(), offer.id(), Reply.of(503), Reply.of(503));
        asking.ask(asking.accept(offer)).answered("approve");
        told.with(ACCEPTED, RETRIES);
        List<String> ids = told.all().stream()
                .skip(before)
                .map(one -> one.json().path("id").asString(""))
                .toList();
        t.that(
                ids.size() >= 3 && new HashSet<>(ids.subList(0, 3)).size() == 1,
                "A later webhook of a subject waits until the one before it was taken; the ids came as " + ids + ".");
    }

    private static void redirect(Trial t) {
        String elsewhere = "/" + t.world().fresh(12);
        Reply moved = Reply.of(307).with("Location", t.world().operators().base() + elsewhere);
        Told told = toldAfter(
                t, moved, Reply.of(302).with("Location", t.world().operators().base() + elsewhere));
        t.awaited(
                RETRIES, () -> followed(t, elsewhere) || told.attempts(ACCEPTED).size() > 2 ? told : null);
        t.that(!followed(t, elsewhere), "A webhook follows no redirect.");
        t.blockedUnless(told.attempts(ACCEPTED).size() > 2, "The webhook whose receiver had moved was not sent again.");
    }

    private static boolean followed(Trial t, String elsewhere) {
        return t.world().operators().strays().stream()
                .anyMatch(request -> request.path().equals(elsewhere));
    }
}
