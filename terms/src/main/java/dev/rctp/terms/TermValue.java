package dev.rctp.terms;

import dev.rctp.registries.Money;
import dev.rctp.registries.TermType;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Judges one value of a term by the term's type and bounds (LST-1); a fault is a sentence without its subject. */
final class TermValue {

    private static final Pattern UTC_TIME =
            Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-5][0-9](\\.[0-9]{1,9})?Z");

    private TermValue() {}

    static @Nullable String fault(TermType type, JsonNode value, Money listPrice, Instant now) {
        return switch (type) {
            case TermType.Amount amount -> amountFault(amount, value, listPrice);
            case TermType.Timestamp _ -> timeFault(value, now);
            case TermType.Whole whole -> wholeFault(whole, value);
            case TermType.YesNo _ -> value.isBoolean() ? null : "must be true or false";
            case TermType.Choice choice -> choiceFault(choice.values(), value);
            case TermType.Choices choices -> choicesFault(choices.values(), value);
            case TermType.Release release -> choiceFault(release.values(), value);
            case TermType.Counterparty _ -> CounterpartyRequirements.fault(value);
        };
    }

    private static @Nullable String amountFault(TermType.Amount type, JsonNode value, Money listPrice) {
        Money money = MoneyJson.read(value).orElse(null);
        if (money == null) {
            return "must be an amount in minor units and a currency";
        }
        if (!money.currency().equals(listPrice.currency())) {
            return "must be in the list price's currency";
        }
        Integer maximum = type.maximumPercent();
        if (maximum != null && money.amount() * 100 > listPrice.amount() * maximum) {
            return maximum == 100
                    ? "must not be above the list price"
                    : "must be at most " + maximum + " % of the list price";
        }
        Integer minimum = type.minimumPercent();
        return minimum != null && money.amount() * 100 < listPrice.amount() * minimum
                ? "must be at least " + minimum + " % of the list price"
                : null;
    }

    private static @Nullable String timeFault(JsonNode value, Instant now) {
        String fault = "must be a time in UTC, such as 2026-12-31T18:00:00Z";
        if (!value.isString() || !UTC_TIME.matcher(value.stringValue()).matches()) {
            return fault;
        }
        try {
            return Instant.parse(value.stringValue()).isAfter(now) ? null : "must be in the future";
        } catch (DateTimeParseException e) {
            return fault;
        }
    }

    private static @Nullable String wholeFault(TermType.Whole type, JsonNode value) {
        boolean within = value.isIntegralNumber()
                && value.canConvertToLong()
                && value.longValue() >= type.minimum()
                && value.longValue() <= type.maximum();
        return within ? null : "must be a whole number from " + type.minimum() + " to " + type.maximum();
    }

    private static @Nullable String choiceFault(List<String> values, JsonNode value) {
        return value.isString() && values.contains(value.stringValue())
                ? null
                : "must be one of " + String.join(", ", values);
    }

    private static @Nullable String choicesFault(List<String> values, JsonNode value) {
        if (!value.isArray() || value.isEmpty()) {
            return "must name at least one of " + String.join(", ", values);
        }
        Set<JsonNode> seen = new HashSet<>();
        for (JsonNode choice : value) {
            if (choiceFault(values, choice) != null) {
                return "must name only " + String.join(", ", values);
            }
            if (!seen.add(choice)) {
                return "must name each value once";
            }
        }
        return null;
    }
}
