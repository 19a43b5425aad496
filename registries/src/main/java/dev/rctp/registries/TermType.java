package dev.rctp.registries;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What the value of a term is and within which bounds (LST-1): each {@code type} of a term set file. */
public sealed interface TermType {

    /**
     * {@code money}: an amount in the list price's currency.
     *
     * @param minimumPercent the least it may be, in percent of the list price, judged when terms are set and never on a
     *     reprice; null for no such bound
     * @param maximumPercent the most it may be, in percent of the list price; null for no such bound
     */
    record Amount(
            @Nullable Integer minimumPercent, @Nullable Integer maximumPercent) implements TermType {}

    /** {@code timestamp}: an RFC 3339 time in UTC. */
    record Timestamp() implements TermType {}

    /** {@code integer}: a whole number from {@code minimum} to {@code maximum}. */
    record Whole(long minimum, long maximum) implements TermType {}

    /** {@code boolean}: yes or no. */
    record YesNo() implements TermType {}

    /** {@code choice}: exactly one of the values. */
    record Choice(List<String> values) implements TermType {}

    /** {@code choices}: a list of at least one of the values, each once. */
    record Choices(List<String> values) implements TermType {}

    /** {@code release_condition}: exactly one of these registered release conditions. */
    record Release(List<String> values) implements TermType {}

    /** {@code counterparty_requirements}: what the buyer's operator must meet (CPR-1). */
    record Counterparty() implements TermType {}

    static TermType of(JsonNode entry) {
        return switch (entry.path("type").stringValue()) {
            case "money" -> amount(entry.path("list_price_percent"));
            case "timestamp" -> new Timestamp();
            case "integer" ->
                new Whole(
                        entry.path("minimum").longValue(), entry.path("maximum").longValue());
            case "boolean" -> new YesNo();
            case "choice" -> new Choice(values(entry));
            case "choices" -> new Choices(values(entry));
            case "release_condition" -> new Release(values(entry));
            case "counterparty_requirements" -> new Counterparty();
            default -> throw new IllegalStateException("a term's type is unknown: " + entry.path("type"));
        };
    }

    private static Amount amount(JsonNode percent) {
        return new Amount(percentOrNull(percent.get("minimum")), percentOrNull(percent.get("maximum")));
    }

    private static @Nullable Integer percentOrNull(@Nullable JsonNode percent) {
        return percent == null ? null : percent.intValue();
    }

    private static List<String> values(JsonNode entry) {
        return entry.path("values").valueStream().map(JsonNode::stringValue).toList();
    }
}
