package dev.rctp.conformance.s06offers;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.s05listings.Profile;
import dev.rctp.conformance.s05listings.Terms;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Listing;
import dev.rctp.conformance.world.Offer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** OFF-4: how long an offer stands. */
public final class Off4 implements Section {

    private static final Duration USUAL = Duration.ofDays(2);
    private static final Duration LONGEST = Duration.ofDays(7);
    private static final Duration TOLERANCE = Duration.ofSeconds(60);

    @Override
    public void register(Suite suite) {
        suite.test("OFF-4.1", t -> near(t, offer(t), USUAL));
        suite.test("OFF-4.2", Off4::requested);
        suite.test("OFF-4.3", t -> near(t, Bargain.until(offer(t), now(t).plus(Duration.ofDays(8))), LONGEST));
        suite.test("OFF-4.4", Off4::availableUntil);
        suite.test("OFF-4.5", Off4::published);
        suite.test("OFF-4.6", Off4::past);
        suite.test("OFF-4.7", Off4::expired);
    }

    private static Instant now(Trial t) {
        return t.world().clock().now();
    }

    private static Call offer(Trial t) {
        Listing listing = t.scene().listing();
        return t.scene().offer(t.scene().buyer(), listing, listing.listPrice());
    }

    private static Instant end(Trial t, Call call) {
        return t.said(t.control(call, 201).at("expires_at"), "`expires_at` of the offer")
                .instant();
    }

    private static void near(Trial t, Call call, Duration life) {
        Instant expected = now(t).plus(life);
        Instant end = end(t, call);
        t.that(
                Duration.between(expected, end).abs().compareTo(TOLERANCE) < 0,
                "`expires_at` was to be " + life.toHours() + " h from now, near " + expected + ", not " + end + ".");
    }

    private static void requested(Trial t) {
        Instant wished = Instant.parse(Terms.until(now(t), Duration.ofHours(5)));
        t.equal(wished, end(t, Bargain.until(offer(t), wished)), "`expires_at` of the offer");
    }

    private static void availableUntil(Trial t) {
        Instant last = Instant.parse(Terms.until(now(t), Duration.ofHours(20)));
        Listing listing = t.scene().listing(terms -> terms.put("available_until", last.toString()));
        Call offer = t.scene().offer(t.scene().buyer(), listing, listing.listPrice());
        for (Call call : List.of(offer, Bargain.until(offer, last.plusSeconds(3600)))) {
            Instant end = end(t, call);
            t.that(
                    !end.isAfter(last),
                    "`expires_at` was to be no later than `available_until`, " + last + ", not " + end + ".");
        }
    }

    private static void published(Trial t) {
        JsonNode expiry = Profile.ofDeals(t, "offer_expiry");
        t.that(
                expiry.isObject() && says(expiry, USUAL) && says(expiry, LONGEST),
                "`config.offer_expiry` was to say the default of 48 h and the maximum of 7 days: " + expiry);
    }

    /** Whether one of its values is this time, as a number of whatever unit or as ISO 8601 writes durations. */
    private static boolean says(JsonNode expiry, Duration time) {
        Set<String> spellings = Stream.of(
                        time.toMillis(),
                        time.toSeconds(),
                        time.toMinutes(),
                        time.toHours(),
                        time.toDays(),
                        time.toString(),
                        "P" + time.toDays() + "D",
                        "P" + time.toDays() / 7 + "W")
                .map(Object::toString)
                .collect(Collectors.toSet());
        return expiry.valueStream().anyMatch(value -> spellings.contains(value.asString("")));
    }

    private static void past(Trial t) {
        t.control(Bargain.until(offer(t), now(t).plusSeconds(3600)), 201);
        t.refused(t.send(Bargain.until(offer(t), now(t).minusSeconds(60))), 422, "terms_invalid");
    }

    private static void expired(Trial t) {
        Listing listing = t.scene().listing();
        Offer lasting = t.scene().offered(t.scene().buyer(1), listing, listing.listPrice());
        Instant end = new Bargain(t).soon();
        Call brief = Bargain.until(t.scene().offer(t.scene().buyer(2), listing, listing.listPrice()), end);
        Offer offer = t.scene().offer(t.scene().buyer(2), listing, brief);
        t.control(t.scene().counter(lasting, listing.listPrice()), 201);
        new Bargain(t).at(end.plusSeconds(1));
        t.refused(t.send(t.scene().counter(offer, listing.listPrice())), 409, "offer_expired");
        t.refused(t.send(t.scene().accept(offer)), 409, "offer_expired");
    }
}
