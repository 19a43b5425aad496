package dev.rctp.conformance.s11proxy;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.server.Received;
import dev.rctp.conformance.world.Deal;
import dev.rctp.conformance.world.Offer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** PRX-1: how an accepted call is forwarded. */
public final class Prx1 implements Section {

    @Override
    public void register(Suite suite) {
        suite.test("PRX-1.1", t -> {
            Passing passing = Passing.of(t);
            Received got = passing.forwarded();
            t.equal(passing.call().method(), got.method(), "The forwarded method");
            t.equal(passing.call().target(), got.target(), "The forwarded target");
        });
        suite.test("PRX-1.2", Prx1::bytes);
        suite.test(
                "PRX-1.3",
                t -> t.that(
                        header(t, "RCTP-Decision").matches("auto(;.*)?"),
                        "`RCTP-Decision` of the forwarded call was to be `auto`."));
        suite.test(
                "PRX-1.4",
                t -> t.equal("listing.answer_buyer", header(t, "RCTP-Action"), "`RCTP-Action` of the forwarded call"));
        suite.test(
                "PRX-1.5",
                t -> t.equal(
                        t.scene().sellerAgent().jkt(), header(t, "RCTP-Agent"), "`RCTP-Agent` of the forwarded call"));
        suite.test(
                "PRX-1.6",
                t -> t.that(
                        header(t, "RCTP-Operator")
                                .contains(t.scene().sellerAgent().profileUrl()),
                        "`RCTP-Operator` of the forwarded call was to be the operator's profile."));
        suite.test(
                "PRX-1.7",
                t -> t.equal(
                        t.scene().seller().sub(), header(t, "RCTP-Seller"), "`RCTP-Seller` of the forwarded call"));
        suite.test("PRX-1.8", t -> {
            Offer offer = t.scene().offered();
            t.equal(offer.id(), ofAccept(t, offer, "RCTP-Offer"), "`RCTP-Offer` of the forwarded accept");
        });
        suite.test("PRX-1.9", t -> {
            Offer offer = t.scene().offered();
            t.equal(
                    offer.negotiation(),
                    ofAccept(t, offer, "RCTP-Negotiation"),
                    "`RCTP-Negotiation` of the forwarded accept");
        });
        suite.test("PRX-1.10", t -> {
            Deal deal = t.scene().deal();
            t.control(t.scene().commit(deal), 200);
            Received got = last(t, "deal.commit_to_ship", deal.id());
            t.equal(deal.id(), got.header("RCTP-Deal"), "`RCTP-Deal` of the forwarded promise to ship");
        });
        suite.test("PRX-1.11", t -> {
            Passing passing = Passing.of(t);
            String key = "agents-own-" + t.world().fresh(18);
            t.control(passing.call().idempotencyKey(key), 200);
            String sent = passing.first().header("Idempotency-Key");
            t.that(
                    sent != null && !sent.isEmpty() && !sent.contains(key),
                    "The forwarded call was to have an `Idempotency-Key` of the gateway's own, not " + sent);
        });
        suite.test("PRX-1.12", t -> {
            Received first = Passing.of(t).forwarded();
            Received second = Passing.of(t).forwarded();
            t.that(
                    first.header("Idempotency-Key") != null
                            && !Objects.equals(first.header("Idempotency-Key"), second.header("Idempotency-Key")),
                    "Two calls were to be forwarded with two `Idempotency-Key`s.");
        });
        suite.test("PRX-1.13", t -> {
            Received got = Passing.of(t).forwarded();
            t.that(
                    got.header("Authorization") == null
                            && !got.text().contains(t.scene().grant().token()),
                    "The agent's `Authorization` was not to be forwarded.");
        });
    }

    private static String header(Trial t, String name) {
        String value = Passing.of(t).forwarded().header(name);
        t.that(value != null, "The forwarded call was to have `" + name + "`.");
        return value == null ? "" : value;
    }

    private static String ofAccept(Trial t, Offer offer, String name) {
        t.scene().accepted(offer);
        return Objects.requireNonNullElse(last(t, "offer.accept", offer.id()).header(name), "missing");
    }

    private static Received last(Trial t, String verb, String id) {
        List<Received> all =
                t.world().marketplace().requests(t.world().target().routes().path(verb, id));
        t.that(!all.isEmpty(), "The marketplace was to get the call.");
        return all.getLast();
    }

    private static void bytes(Trial t) {
        Passing passing = Passing.of(t);
        String body = "{ \"text\" :\t\"" + passing.text() + " caf\\u00e9 \\/ \u00e9\"\r\n}";
        byte[] octets = body.getBytes(StandardCharsets.UTF_8);
        t.control(passing.call().body(octets, "application/json"), 200);
        t.equal(body, new String(passing.first().body(), StandardCharsets.UTF_8), "The body that the marketplace got");
    }
}
