package dev.rctp.conformance.s07approvals;

import dev.rctp.conformance.hosts.HostedOperator;
import dev.rctp.conformance.run.AtOnce;
import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.server.Received;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Offer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** APR-6: what is checked again once the seller has said yes. Each test approves the same call before, with nothing changed. */
public final class Apr6 implements Section {

    private static final int AT_ONCE = 6;
    private static final int BUDGET = 3;
    private static final Duration PROFILE_KNOWN = Duration.ofSeconds(301);
    private static final Duration CARRIED_OUT = Duration.ofSeconds(10);
    private static final Duration A_MOMENT = Duration.ofSeconds(1);

    @Override
    public void register(Suite suite) {
        suite.test("APR-6.1", t -> grantChanged(t, asking -> asking.grant().revoke(), "grant_revoked"));
        suite.test("APR-6.2", t -> grantChanged(t, asking -> asking.grant().expire(), "grant_expired"));
        suite.test("APR-6.3", Apr6::lapsedToken);
        suite.test("APR-6.4", t -> grantChanged(t, Apr6::withoutScope, "action_forbidden"));
        suite.test("APR-6.5", t -> grantChanged(t, Apr6::forbidding, "action_forbidden"));
        suite.test("APR-6.6", Apr6::superseded);
        suite.test("APR-6.7", Apr6::reserved);
        suite.test("APR-6.8", Apr6::budget);
        suite.test("APR-6.9", Apr6::key);
        suite.test("APR-6.10", Apr6::otherListing);
        suite.test("APR-6.11", Apr6::notCarriedOut);
        suite.test("APR-6.12", Apr6::once);
    }

    private interface Change {
        void of(Asking asking);
    }

    private static void succeeds(Trial t, Asking asking, Page page) {
        page.answered("approve");
        int status = page.result(asking.agent()).path("status").asInt(0);
        t.blockedUnless(status == 200 || status == 201, "The approved call's result is " + status + ".");
    }

    private static void refused(Trial t, Asking asking, Page page, int status, String reason) {
        page.answered("approve");
        JsonNode result = page.result(asking.agent());
        t.equal(status, result.path("status").asInt(0), "`result.status`");
        t.equal(reason, result.path("body").path("code").asString(""), "`result.body.code`");
    }

    private static void grantChanged(Trial t, Change change, String reason) {
        Asking asking = new Asking(t);
        succeeds(t, asking, asking.ask());
        Page page = asking.ask();
        change.of(asking);
        refused(t, asking, page, 403, reason);
    }

    private static void withoutScope(Asking asking) {
        asking.grant().view(view -> {
            ArrayNode details = (ArrayNode) view.path("authorization_details");
            ((ObjectNode) details.get(0).path("tiers")).remove("dev.rctp.listing:answer_buyer");
            return view.put(
                    "scope",
                    Stream.of(view.path("scope").asString("").split(" ", -1))
                            .filter(scope -> !scope.equals("dev.rctp.listing:answer_buyer"))
                            .collect(Collectors.joining(" ")));
        });
    }

    private static void forbidding(Asking asking) {
        asking.grant().view(view -> {
            ((ObjectNode) view.path("authorization_details").get(0).path("tiers"))
                    .put("dev.rctp.listing:answer_buyer", "forbid");
            return view;
        });
    }

    private static void lapsedToken(Trial t) {
        Asking asking = new Asking(t);
        Page page = asking.ask();
        asking.grant().lapse();
        page.answered("approve");
        t.equal(200, page.result(asking.agent()).path("status").asInt(0), "`result.status` after the token lapsed");
    }

    private static void superseded(Trial t) {
        Asking asking = new Asking(t);
        succeeds(t, asking, asking.ask(asking.counter(asking.offered())));
        Offer offer = asking.offered();
        Page page = asking.ask(asking.counter(offer));
        t.control(t.scene().superseding(offer, Asking.PRICE + 50_000), 201);
        refused(t, asking, page, 409, "offer_not_open");
    }

    private static void reserved(Trial t) {
        Asking asking = new Asking(t);
        Page first = asking.ask(asking.accept(asking.offered()));
        Page second = asking.ask(asking.accept(t.scene().offered(t.scene().buyer(2), asking.listing(), Asking.PRICE)));
        succeeds(t, asking, first);
        refused(t, asking, second, 409, "listing_reserved");
    }

    private static void budget(Trial t) {
        Asking asking = new Asking(t);
        succeeds(t, asking, asking.ask(asking.reprice()));
        Page page = asking.ask(asking.asks(t.scene().reprice(asking.listing(), 9_890_000)));
        Call low = asking.asks(t.scene().counter(asking.offered(), 100));
        for (int n = 0; n < BUDGET; n++) {
            Answer refused = t.send(low);
            t.blockedUnless(
                    "below_floor".equals(refused.code()), "A price under the floor is " + refused.inShort() + ".");
        }
        refused(t, asking, page, 429, "offer_budget_exceeded");
    }

    private static void key(Trial t) {
        Asking asking = new Asking(t);
        succeeds(t, asking, asking.ask());
        Page page = asking.ask();
        HostedOperator operator = t.world().operators().operator(asking.agent().operator());
        operator.publish(profile -> {
            ((ArrayNode) profile.path("keys"))
                    .removeIf(key ->
                            key.path("kid").asString("").equals(asking.agent().jkt()));
            return profile;
        });
        try {
            t.world().clock().advance(PROFILE_KNOWN);
            int fetched = operator.fetches();
            Answer answer = page.answer("approve");
            t.blockedUnless(answer.status() == 200, "The seller's good answer is " + answer.inShort() + ".");
            if (!answer.at("result").isObject()) {
                // it may still be carrying out; the profile has to stay without the key until it has looked
                t.awaited(CARRIED_OUT, () -> operator.fetches() > fetched ? operator : null);
                t.awaited(A_MOMENT, () -> null);
            }
            operator.restore();
            t.world().clock().advance(PROFILE_KNOWN);
            JsonNode result = answer.at("result").isObject() ? answer.at("result") : page.result(asking.agent());
            t.equal(401, result.path("status").asInt(0), "`result.status`");
            t.equal("operator_unknown", result.path("body").path("code").asString(""), "`result.body.code`");
        } finally {
            operator.restore();
        }
    }

    private static void otherListing(Trial t) {
        Asking asking = new Asking(t);
        Page page = asking.ask(asking.accept(asking.offered()));
        t.control(t.scene().reprice(asking.listing(), 9_700_000), 200);
        Answer answer = page.answer("approve");
        if (answer.status() == 200) {
            JsonNode result = page.result(asking.agent());
            t.equal(422, result.path("status").asInt(0), "`result.status` of an accept on a listing that changed");
            t.equal("approval_invalid", result.path("body").path("code").asString(""), "`result.body.code`");
        } else {
            Page.refused(t, answer, "about a listing that changed");
        }
    }

    private static List<String> told(Trial t, Asking asking) {
        String path = t.world()
                .target()
                .routes()
                .path("listing.answer_buyer", asking.listing().id());
        return t.world().marketplace().requests(path).stream()
                .map(Received::method)
                .toList();
    }

    private static void notCarriedOut(Trial t) {
        Asking asking = new Asking(t);
        succeeds(t, asking, asking.ask());
        int before = told(t, asking).size();
        t.blockedUnless(before == 1, "The marketplace got the first call " + before + " times.");
        Page page = asking.ask();
        asking.grant().revoke();
        page.answered("approve");
        page.result(asking.agent());
        t.equal(before, told(t, asking).size(), "calls that the marketplace got");
    }

    private static void once(Trial t) throws InterruptedException {
        Asking asking = new Asking(t);
        Page page = asking.ask();
        List<Supplier<Answer>> responses = new ArrayList<>();
        for (int n = 0; n < AT_ONCE; n++) {
            ObjectNode signed = page.signed(page.view(), "approve");
            responses.add(() -> page.respond("approve", signed));
        }
        long taken = AtOnce.all(responses).stream()
                .filter(answer -> answer.status() == 200)
                .count();
        page.result(asking.agent());
        t.equal(1, told(t, asking).size(), "calls that the marketplace got after answers at once");
        t.equal(1L, taken, "answers that were taken of those that came at once");
    }
}
