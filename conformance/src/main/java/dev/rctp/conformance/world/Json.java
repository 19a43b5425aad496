package dev.rctp.conformance.world;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The bodies that calls carry (sections 1 and 15). */
public final class Json {

    private Json() {}

    /** An empty object. */
    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** Money in minor units of EUR. */
    public static ObjectNode eur(long amount) {
        return money(amount, "EUR");
    }

    /** Money in minor units. */
    public static ObjectNode money(long amount, String currency) {
        return object().put("amount", amount).put("currency", currency);
    }

    /** Deal Terms: the price in EUR, shipped, in escrow. */
    public static ObjectNode dealTerms(long amount) {
        return dealTerms(eur(amount), "shipping", "escrow");
    }

    /** Deal Terms. */
    public static ObjectNode dealTerms(ObjectNode price, String fulfillment, String payment) {
        ObjectNode terms = object();
        terms.set("price", price);
        terms.putObject("fulfillment").put("option", fulfillment);
        terms.putObject("payment").put("option", payment);
        return terms;
    }

    /** Terms of {@code goods.small/1}: this floor in EUR, all options, for 14 days from then. */
    public static ObjectNode terms(long floor, Instant now) {
        ObjectNode terms = object();
        terms.set("floor", eur(floor));
        terms.put(
                "available_until",
                now.plus(14, ChronoUnit.DAYS).truncatedTo(ChronoUnit.SECONDS).toString());
        terms.putArray("fulfillment_options").add("pickup").add("shipping").add("courier");
        terms.putArray("payment_terms").add("escrow").add("cash_on_pickup").add("bank_transfer");
        terms.put("release_condition", "buyer_accepted");
        terms.put("deliver_within_days", 7);
        return terms;
    }
}
