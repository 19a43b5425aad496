package dev.rctp.conformance.s05listings;

import dev.rctp.conformance.world.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Terms as a seller's form sends them (LST-2). */
public final class Terms {

    private Terms() {}

    /** Good terms of {@code goods.small/1} for a listing of the usual price. */
    public static ObjectNode goods(Instant now) {
        return Json.terms(8_000_000, now);
    }

    /** Good terms of {@code vehicles/1} for it. */
    public static ObjectNode vehicle(Instant now) {
        return goods(now)
                .put("deposit_pct", 10)
                .put("inspection_before_deposit", true)
                .put("required_observation", "test_drive");
    }

    /** The terms with one change. */
    public static ObjectNode with(ObjectNode terms, String name, JsonNode value) {
        ObjectNode changed = terms.deepCopy();
        changed.set(name, value);
        return changed;
    }

    /** The terms without one. */
    public static ObjectNode without(ObjectNode terms, String name) {
        ObjectNode changed = terms.deepCopy();
        changed.remove(name);
        return changed;
    }

    /** What of them all may see. */
    public static ObjectNode open(ObjectNode terms) {
        return without(terms, "floor");
    }

    /** A time from now on, in whole seconds (section 1). */
    public static String until(Instant now, Duration time) {
        return now.plus(time).truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** An edit that gives a listing another floor. */
    public static UnaryOperator<ObjectNode> floor(long amount) {
        return terms -> with(terms, "floor", Json.eur(amount));
    }
}
