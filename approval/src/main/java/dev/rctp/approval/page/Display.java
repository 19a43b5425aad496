package dev.rctp.approval.page;

import dev.rctp.registries.Money;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What the seller is to see (APR-1): the member {@code display} of an approval request, of which every member is shown. */
final class Display {

    private static final Set<String> KNOWN = Set.of(
            "action",
            "title",
            "listing_id",
            "offer_id",
            "deal_id",
            "price",
            "list_price",
            "term_set",
            "deal_terms",
            "text",
            "category",
            "in_reply_to",
            "expires_at",
            "ship_by",
            "offered",
            "agent_id",
            "agent_jkt",
            "operator",
            "profile",
            "buyer");

    private final JsonNode display;

    Display(JsonNode display) {
        this.display = display;
    }

    String action() {
        return display.path("action").stringValue();
    }

    String agentId() {
        return display.path("agent_id").stringValue();
    }

    String operator() {
        return display.path("operator").stringValue();
    }

    /** The buyer's operator, its legal entity; null where the action has no buyer. */
    @Nullable
    String buyer() {
        return display.path("buyer").path("operator").stringValue(null);
    }

    /** A member that is a text; null where there is none. */
    @Nullable
    String text(String member) {
        return display.path(member).stringValue(null);
    }

    /** The chosen option of the Deal Terms' member; null where there is none. */
    @Nullable
    String option(String member) {
        return display.path("deal_terms").path(member).path("option").stringValue(null);
    }

    /** When what is asked about would end; null where the agent doesn't say. */
    @Nullable
    Instant expiresAt() {
        return time("expires_at");
    }

    /** By when the agent promises that the item is sent; null where it doesn't say. */
    @Nullable
    Instant shipBy() {
        return time("ship_by");
    }

    private @Nullable Instant time(String member) {
        String at = text(member);
        return at == null ? null : Instant.parse(at);
    }

    /** What the buyer offered, where the seller's own price is asked about; null otherwise. */
    @Nullable
    Money offered() {
        return money(display.path("offered"));
    }

    @Nullable
    Money listPrice() {
        return money(display.path("list_price"));
    }

    /** The price that is offered, agreed or new; null where this is about none. */
    @Nullable
    Money price() {
        Money price = money(display.path("price"));
        return price != null ? price : money(display.path("deal_terms").path("price"));
    }

    /** The members that this page has no words for, as their JSON, by name. */
    Map<String, String> others() {
        Map<String, String> others = new TreeMap<>();
        display.properties().forEach(member -> {
            if (!KNOWN.contains(member.getKey())) {
                JsonNode value = member.getValue();
                others.put(member.getKey(), value.isString() ? value.stringValue() : value.toString());
            }
        });
        return others;
    }

    private static @Nullable Money money(JsonNode money) {
        return money.isObject()
                ? new Money(
                        money.path("amount").longValue(), money.path("currency").stringValue())
                : null;
    }
}
