package dev.rctp.conformance.s01words;

import static dev.rctp.conformance.s02calling.Positives.carriedOut;
import static dev.rctp.conformance.s02calling.Positives.write;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.world.Json;
import dev.rctp.conformance.world.Offer;
import dev.rctp.conformance.world.Scene;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** The gateway's times and its clock (WRD-12, WRD-24 to WRD-28). */
public final class Times implements Section {

    private static final String UTC = "\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z";
    private static final Duration LIFE = Duration.ofSeconds(60);
    private static final Duration JUST = Duration.ofMillis(250);

    @Override
    public void register(Suite suite) {
        suite.test("WRD-12", Times::written);
        suite.test("WRD-24", Times::expired);
        suite.test("WRD-25", Times::neverBackwards);
        suite.test("WRD-28", t -> {
            t.world().clock().advance(Duration.ofSeconds(10));
            carriedOut(t, t.send(write(t)));
        });
    }

    private static void written(Trial t) {
        Scene scene = t.scene();
        Offer offer = scene.offered();
        Answer listing = t.control(
                scene.read(scene.buyer(), "/listings/" + scene.listing().id() + "/terms"), 200);
        List<String> times = List.of(
                offer.json().path("expires_at").asString(""),
                listing.at("public_terms/available_until").asString(""),
                scene.ask(scene.setTerms(scene.listing()))
                        .answer()
                        .at("expires_at")
                        .asString(""));
        for (String time : times) {
            t.that(time.matches(UTC), "A time in UTC ending in `Z` was expected, not " + time + ".");
        }
    }

    /** Within the very second of its expiry the offer is over already. */
    private static void expired(Trial t) {
        Scene scene = t.scene();
        Instant expiry = t.world().clock().now().plus(LIFE).truncatedTo(ChronoUnit.SECONDS);
        ObjectNode body = Json.object().put("expires_at", expiry.toString());
        body.set("deal_terms", Json.dealTerms(Scene.LIST_PRICE));
        Offer offer = scene.offer(
                scene.buyer(),
                scene.listing(),
                scene.offer(scene.buyer(), scene.listing(), Scene.LIST_PRICE).json(body));
        Instant said = t.preparing(
                () -> t.said(offer.json().path("expires_at"), "`expires_at`").instant());
        t.blockedUnless(said.equals(expiry), "The offer has another expiry than it was to have: " + offer.json());
        Duration left = Duration.between(t.world().clock().now(), expiry);
        t.world().clock().advance(left.minusSeconds(1));
        t.needed(
                t.awaited(
                        Duration.ofSeconds(5),
                        () -> t.world().clock().now().isBefore(expiry.plus(JUST)) ? null : expiry),
                "The clock stands still.");
        t.refused(t.send(scene.accept(offer)), 409, "offer_expired");
    }

    private static void neverBackwards(Trial t) {
        Scene scene = t.scene();
        Offer offer = scene.offered();
        for (int i = 0; i < 5; i++) {
            scene.offered(offer.buyer(), offer.listing(), Scene.LIST_PRICE);
        }
        Answer record = t.control(scene.read(offer.buyer(), "/records/negotiation/" + offer.negotiation()), 200);
        Instant before = Instant.MIN;
        t.blockedUnless(record.at("entries").size() > 5, "The record has too few entries: " + record.inShort());
        for (var entry : record.at("entries")) {
            Instant at = t.said(entry.path("at"), "`at`").instant();
            t.that(!at.isBefore(before), "`at` was not to run back from " + before + " to " + at + ".");
            before = at;
        }
    }
}
