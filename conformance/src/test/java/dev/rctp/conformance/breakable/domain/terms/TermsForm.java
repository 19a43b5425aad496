package dev.rctp.conformance.breakable.domain.terms;

import dev.rctp.conformance.breakable.domain.Json;
import dev.rctp.registries.Schemas;
import dev.rctp.registries.Term;
import dev.rctp.registries.TermSet;
import dev.rctp.registries.TermType;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Judges the form that a seller sends, by the data of its term set (LST-1, LST-3). */
public final class TermsForm {

    private final Schemas schemas;

    /** Judges by these schemas. */
    public TermsForm(Schemas schemas) {
        this.schemas = schemas;
    }

    /** What is wrong, by the term's name; empty where all may stand. */
    public Map<String, String> faults(TermSet set, JsonNode terms, JsonNode listPrice, Instant now) {
        Map<String, String> faults = new TreeMap<>();
        terms.propertyNames().forEach(name -> {
            if (set.term(name).isEmpty()) {
                faults.put(name, "is no term of " + set.id());
            }
        });
        for (Term term : set.terms()) {
            JsonNode value = terms.get(term.name());
            String fault = value == null
                    ? (term.required() ? "is required" : null)
                    : fault(term.type(), value, listPrice, now);
            if (fault != null) {
                faults.put(term.name(), fault);
            }
        }
        return faults;
    }

    /** The terms with their defaults filled in. */
    public static ObjectNode filled(TermSet set, JsonNode terms) {
        ObjectNode all = Json.object();
        for (Term term : set.terms()) {
            JsonNode value = terms.get(term.name());
            if (value != null) {
                all.set(term.name(), value);
            } else if (term.defaultValue() != null) {
                all.set(term.name(), term.defaultValue());
            }
        }
        return all;
    }

    private @Nullable String fault(TermType type, JsonNode value, JsonNode listPrice, Instant now) {
        return switch (type) {
            case TermType.Amount bounds -> amount(bounds, value, listPrice);
            case TermType.Timestamp() -> timestamp(value, now);
            case TermType.Whole(long minimum, long maximum) ->
                value.isIntegralNumber() && value.asLong(-1) >= minimum && value.asLong(-1) <= maximum
                        ? null
                        : "must be a whole number from " + minimum + " to " + maximum;
            case TermType.YesNo() -> value.isBoolean() ? null : "must be true or false";
            case TermType.Choice(List<String> values) -> one(values, value);
            case TermType.Release(List<String> values) -> one(values, value);
            case TermType.Choices(List<String> values) -> several(values, value);
            case TermType.Counterparty() -> counterparty(value);
        };
    }

    private static @Nullable String amount(TermType.Amount bounds, JsonNode value, JsonNode listPrice) {
        JsonNode amount = value.path("amount");
        if (!value.isObject() || value.size() != 2 || !amount.isIntegralNumber() || amount.asLong(-1) < 0) {
            return "must be an amount in minor units";
        }
        if (!value.path("currency").equals(listPrice.path("currency"))) {
            return "must be in the list price's currency";
        }
        long list = listPrice.path("amount").longValue();
        Integer most = bounds.maximumPercent();
        if (most != null && amount.longValue() > list * most / 100) {
            return "must not be above the list price";
        }
        Integer least = bounds.minimumPercent();
        return least != null && amount.longValue() < (list * least + 99) / 100
                ? "must be at least " + least + " percent of the list price"
                : null;
    }

    private static @Nullable String timestamp(JsonNode value, Instant now) {
        try {
            String text = value.asString("");
            if (!text.endsWith("Z")) {
                return "must be a time in UTC";
            }
            return Instant.parse(text).isAfter(now) ? null : "must be in the future";
        } catch (DateTimeParseException e) {
            return "must be a time in UTC";
        }
    }

    private static @Nullable String one(List<String> values, JsonNode value) {
        return value.isString() && values.contains(value.stringValue()) ? null : "must be one of " + values;
    }

    private static @Nullable String several(List<String> values, JsonNode value) {
        Set<String> given = new HashSet<>();
        value.valueStream().forEach(v -> given.add(v.asString("")));
        return value.isArray() && !value.isEmpty() && given.size() == value.size() && values.containsAll(given)
                ? null
                : "must be at least one of " + values + ", each once";
    }

    private @Nullable String counterparty(JsonNode value) {
        ObjectNode terms = Json.object();
        terms.set("counterparty_requirements", value);
        ObjectNode body = Json.object();
        body.set("terms", terms);
        return schemas.validate("terms-submission", body).isEmpty() ? null : "must be what CPR-1 knows";
    }
}
