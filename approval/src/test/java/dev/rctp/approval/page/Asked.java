package dev.rctp.approval.page;

import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Registries;
import dev.rctp.registries.StrictJson;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Approvals as the pages' tests show them, and the pages of a site called {@code shop.example}. */
final class Asked {

    static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    static final Registries REGISTRIES = Registries.load();
    static final Visitor ENGLISH = new Visitor("https://gw.example", "en");
    static final Visitor GERMAN = new Visitor("https://gw.example", "de");

    private Asked() {}

    static HostedPages pages(String... ancestors) {
        return new HostedPages(
                new PageSettings("shop.example", List.of(ancestors)), REGISTRIES, InstantSource.fixed(NOW));
    }

    static ObjectNode offer() {
        return json("""
                {"approval": {"approval_id": "apr_aaaaaaaaaaaaaaaaaaaaaaaaaa", "action": "offer.accept",
                  "display": {"action": "offer.accept", "title": "Racing bicycle", "listing_id": "lst-1",
                    "offer_id": "off_aaaaaaaaaaaaaaaaaaaaaaaaaa", "price": {"amount": 41000, "currency": "EUR"},
                    "list_price": {"amount": 45000, "currency": "EUR"},
                    "deal_terms": {"price": {"amount": 41000, "currency": "EUR"},
                      "fulfillment": {"option": "shipping"}, "payment": {"option": "escrow"}},
                    "text": "a text", "agent_id": "agent-7", "agent_jkt": "jkt", "operator": "Seller Ops GmbH",
                    "profile": "https://ops.example/ucp", "buyer": {"operator": "Buyer AB"}, "pickup_hint": "soon"},
                  "approval_url": "https://gw.example/approve/apr_aaaaaaaaaaaaaaaaaaaaaaaaaa",
                  "expires_at": "2026-11-30T12:15:00Z", "on_timeout": "deny", "level": "hosted_embedded"},
                 "rp_id": "shop.example", "allow_credentials": ["AAAA"]}""");
    }

    static ObjectNode listing(String termSet, String proposed) {
        ObjectNode answer = offer();
        ObjectNode display = display(answer);
        display.put("action", "listing.create");
        display.remove(List.of("price", "deal_terms", "offer_id", "buyer"));
        answer.set("form", json("{\"term_set\": {\"id\": \"" + termSet + "\"}, \"proposed\": " + proposed + "}"));
        return answer;
    }

    static ObjectNode display(ObjectNode answer) {
        return (ObjectNode) answer.path("approval").path("display");
    }

    static String pending(JsonNode answer, Visitor visitor) {
        return text(pages().approval(new ApprovalView.Pending(answer), visitor));
    }

    static String text(RenderedPage page) {
        return new String(page.body(), StandardCharsets.UTF_8);
    }

    static ObjectNode json(String json) {
        try {
            return (ObjectNode) StrictJson.parse(json.getBytes(StandardCharsets.UTF_8));
        } catch (InvalidJsonException e) {
            throw new AssertionError(e);
        }
    }
}
