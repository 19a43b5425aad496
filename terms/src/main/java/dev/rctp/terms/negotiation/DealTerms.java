package dev.rctp.terms.negotiation;

import dev.rctp.registries.Money;
import dev.rctp.terms.TermFault;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What buyer and seller would agree on: {@code deal_terms} (protocol section 15).
 *
 * @param price the price
 * @param fulfillment one of the listing's {@code fulfillment_options}
 * @param payment one of the listing's {@code payment_terms}
 */
public record DealTerms(Money price, String fulfillment, String payment) {

    /** The terms that an object of schema {@code deal-terms} holds; other objects are the caller's fault. */
    public static DealTerms of(JsonNode json) {
        JsonNode price = json.path("price");
        return new DealTerms(
                new Money(
                        price.path("amount").longValue(), price.path("currency").stringValue()),
                json.path("fulfillment").path("option").stringValue(),
                json.path("payment").path("option").stringValue());
    }

    /** The object {@code deal_terms}. */
    public ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.putObject("price").put("amount", price.amount()).put("currency", price.currency());
        json.putObject("fulfillment").put("option", fulfillment);
        json.putObject("payment").put("option", payment);
        return json;
    }

    /** What of them is not within the listing's public terms and its currency (OFF-1); empty where all is. */
    public List<TermFault> faults(JsonNode publicTerms, String currency) {
        List<TermFault> faults = new ArrayList<>();
        if (!price.currency().equals(currency)) {
            faults.add(new TermFault("price", "is not in the listing's currency"));
        }
        if (!offered(publicTerms.path("fulfillment_options"), fulfillment)) {
            faults.add(new TermFault("fulfillment", "is not one of the listing's fulfillment options"));
        }
        if (!offered(publicTerms.path("payment_terms"), payment)) {
            faults.add(new TermFault("payment", "is not one of the listing's payment terms"));
        }
        return faults;
    }

    private static boolean offered(JsonNode options, String option) {
        return options.valueStream().anyMatch(one -> one.stringValue().equals(option));
    }
}
