package dev.rctp.gateway.cli.dossier;

import static dev.rctp.approval.page.Html.tag;

import dev.rctp.approval.page.Html;
import dev.rctp.approval.page.PartyText;
import dev.rctp.approval.page.Tongue;
import dev.rctp.registries.Money;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/** What an entry was about, in the words of the pages for sellers. */
final class Facts {

    private final Tongue tongue;

    Facts(Tongue tongue) {
        this.tongue = tongue;
    }

    /** A list of names and values; nothing where the body has none of them. */
    Html of(JsonNode body) {
        JsonNode terms = body.path("offer").path("deal_terms");
        JsonNode agreed = terms.isMissingNode() ? body.path("deal_terms") : terms;
        JsonNode price = agreed.path("price").isMissingNode() ? body.path("price") : agreed.path("price");
        List<Html> facts = new ArrayList<>();
        money(facts, "Price", price);
        money(facts, "List price", body.path("list_price"));
        money(facts, tongue.say("amount.other"), body.path("amount"));
        text(facts, tongue.say("fact.fulfillment"), agreed.path("fulfillment").path("option"));
        text(facts, tongue.say("fact.payment"), agreed.path("payment").path("option"));
        text(facts, tongue.say("fact.term_set"), body.path("term_set"));
        text(facts, "Event", body.path("refused_event"));
        text(facts, "It lacked", all(body.path("unmet")));
        text(facts, "To be shipped by", body.path("ship_by"));
        text(facts, "Reason", body.path("event_reason"));
        text(facts, "Happened, as reported", body.path("occurred_at"));
        text(facts, "How known", relation(body.path("relation")));
        exact(facts, "Reported by", body.path("reported_by"));
        exact(facts, "The reporter's own name for it", body.path("source_event_id"));
        exact(facts, "Signed with key", body.path("key"));
        exact(facts, "Next key", body.path("next_jkt"));
        text(facts, "Money is released when", body.path("release_condition"));
        text(facts, "Days to deliver", body.path("deliver_within_days"));
        return facts.isEmpty() ? Html.all() : tag("dl").of(Html.all(facts));
    }

    private static JsonNode all(JsonNode names) {
        return names.isEmpty()
                ? names
                : StringNode.valueOf(
                        names.valueStream().map(name -> name.asString("")).collect(Collectors.joining(", ")));
    }

    private void money(List<Html> facts, String name, JsonNode money) {
        JsonNode amount = money.path("amount");
        String currency = money.path("currency").asString("");
        if (amount.isIntegralNumber()
                && amount.canConvertToLong()
                && amount.longValue() >= 0
                && amount.longValue() <= Money.MAX_AMOUNT
                && currency.matches("[A-Z]{3}")) {
            fact(facts, name, Html.text(tongue.money(new Money(amount.longValue(), currency))));
        }
    }

    private static JsonNode relation(JsonNode relation) {
        return switch (relation.asString("")) {
            case "first_hand" -> StringNode.valueOf("at first hand");
            case "relayed" -> StringNode.valueOf("passed on from another");
            default -> relation;
        };
    }

    private static void exact(List<Html> facts, String name, JsonNode value) {
        if (value.isString()) {
            fact(facts, name, PartyText.code(value.stringValue()));
        }
    }

    private static void text(List<Html> facts, String name, JsonNode value) {
        if (value.isString() || value.isIntegralNumber()) {
            fact(facts, name, PartyText.inline(Said.words(value.asString())));
        }
    }

    private static void fact(List<Html> facts, String name, Html value) {
        facts.add(tag("dt").of(name));
        facts.add(tag("dd").of(value));
    }
}
