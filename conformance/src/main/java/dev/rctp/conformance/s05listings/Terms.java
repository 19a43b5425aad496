package dev.rctp.conformance.s05listings;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Terms as a seller's form sends them (LST-2). */
public final class Terms {

    /** The list price that the listings here have, in EUR. */
    public static final long LIST_PRICE = 100_000;

    private Terms() {}

    /** Good terms of {@code goods.small/1} for that list price. */
    public static ObjectNode goods(Instant now) {
        ObjectNode terms = JsonNodeFactory.instance.objectNode();
        terms.set("floor", money(80_000, "EUR"));
        terms.put("available_until", until(now, Duration.ofDays(14)));
        terms.putArray("fulfillment_options").add("pickup").add("shipping").add("courier");
        terms.putArray("payment_terms").add("escrow").add("cash_on_pickup").add("bank_transfer");
        return terms.put("release_condition", "buyer_accepted").put("deliver_within_days", 7);
    }

    /** Good terms of {@code vehicles/1} for that list price. */
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

    /** An amount of minor units (section 1). */
    public static ObjectNode money(long amount, String currency) {
        return JsonNodeFactory.instance.objectNode().put("amount", amount).put("currency", currency);
    }

    /** A time from now on, in whole seconds (section 1). */
    public static String until(Instant now, Duration time) {
        return now.plus(time).truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** An edit that gives a listing another floor. */
    public static UnaryOperator<ObjectNode> floor(long amount) {
        return terms -> with(terms, "floor", money(amount, "EUR"));
    }
}
