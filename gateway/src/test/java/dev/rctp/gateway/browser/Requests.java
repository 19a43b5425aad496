package dev.rctp.gateway.browser;

import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Requests that the browser tests put before a seller, in the form of APR-8. */
final class Requests {

    private Requests() {}

    /** An offer to accept, open for so long. */
    static ObjectNode offer(Duration open) {
        return json("""
                {"approval": {"approval_id": "%s", "action": "offer.accept",
                  "display": {"action": "offer.accept", "title": "Gravel bike, 56 cm, barely ridden \\ud83d\\udeb2",
                    "listing_id": "lst-2041", "offer_id": "off_k3v7q2m5xw4ya6tz3bnc2dpe4f",
                    "price": {"amount": 123450, "currency": "EUR"}, "list_price": {"amount": 139000, "currency": "EUR"},
                    "deal_terms": {"price": {"amount": 123450, "currency": "EUR"},
                      "fulfillment": {"option": "shipping"}, "payment": {"option": "escrow"}},
                    "agent_id": "sales-assistant", "agent_jkt": "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs",
                    "operator": "Seller Ops GmbH", "profile": "https://agents.seller-ops.example/.well-known/ucp",
                    "buyer": {"operator": "Nordic Buying AB"}},
                  "approval_url": "https://gw.example/approve/%s", "expires_at": "%s",
                  "on_timeout": "deny", "level": "hosted_embedded"}}""".formatted(
                        StandInApprovals.ID,
                        StandInApprovals.ID,
                        Instant.now().plus(open).truncatedTo(ChronoUnit.MILLIS)));
    }

    /** A new listing with its form, as the agent proposes it. */
    static ObjectNode listing(String termSet, String proposed) {
        ObjectNode asked = offer(Duration.ofMinutes(15));
        ObjectNode display = (ObjectNode) asked.path("approval").path("display");
        display.put("action", "listing.create");
        display.put("text", "Bought in 2024, two seasons.\nSmall scratch on the left crank.");
        display.remove(List.of("price", "deal_terms", "offer_id", "buyer", "listing_id"));
        asked.set("form", json("{\"term_set\": {\"id\": \"" + termSet + "\"}, \"proposed\": " + proposed + "}"));
        return asked;
    }

    static ObjectNode json(String json) {
        try {
            return (ObjectNode) StrictJson.parse(json.getBytes(StandardCharsets.UTF_8));
        } catch (InvalidJsonException e) {
            throw new AssertionError(json, e);
        }
    }
}
