package dev.rctp.conformance.breakable.domain.terms;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.domain.Json;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** What an offer may propose, and who may make it (OFF-1, CPR-1). */
public final class DealTerms {

    private DealTerms() {}

    /** What of the Deal Terms isn't within the terms, by its member. */
    public static Map<String, String> faults(Terms terms, JsonNode dealTerms, Set<Fault> broken) {
        Map<String, String> faults = new TreeMap<>();
        boolean currency = Json.text(dealTerms.path("price"), "currency").equals(terms.currency());
        if (!currency && !broken.contains(Fault.CURRENCY_IGNORED)) {
            faults.put("price", "is not in the listing's currency");
        }
        boolean fulfillment =
                terms.options("fulfillment_options").contains(Json.text(dealTerms.path("fulfillment"), "option"));
        if (!fulfillment && !broken.contains(Fault.FULFILLMENT_NOT_CHECKED)) {
            faults.put("fulfillment", "is not one of the listing's fulfillment options");
        }
        boolean payment = terms.options("payment_terms").contains(Json.text(dealTerms.path("payment"), "option"));
        if (!payment && !broken.contains(Fault.PAYMENT_NOT_CHECKED)) {
            faults.put("payment", "is not one of the listing's payment terms");
        }
        return faults;
    }

    /** Whether an operator's {@code dev.rctp.operator} config meets what the seller requires (CPR-1). */
    public static boolean meets(JsonNode required, JsonNode operator) {
        String jurisdiction = Json.text(operator, "jurisdiction");
        JsonNode jurisdictions = required.path("jurisdictions");
        boolean where = jurisdictions.isMissingNode()
                || jurisdictions
                        .valueStream()
                        .map(JsonNode::asString)
                        .anyMatch(j -> jurisdiction.equals(j) || jurisdiction.startsWith(j + "-"));
        JsonNode hours = required.path("max_incident_sla_hours");
        boolean answers = hours.isMissingNode()
                || operator.path("incident_sla_hours").asLong(Long.MAX_VALUE) <= hours.longValue();
        Set<String> has = operator.path("certifications")
                .valueStream()
                .map(JsonNode::asString)
                .collect(Collectors.toSet());
        boolean certified = required.path("certifications")
                .valueStream()
                .allMatch(certification -> has.contains(certification.asString()));
        return where && answers && certified;
    }
}
