package dev.rctp.terms;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The term {@code counterparty_requirements}: what the buyer's operator must meet (CPR-1). */
final class CounterpartyRequirements {

    private static final Set<String> MEMBERS = Set.of("jurisdictions", "max_incident_sla_hours", "certifications");
    private static final Pattern JURISDICTION = Pattern.compile("[A-Z]{2}(-[A-Z0-9]{1,3})?");
    private static final int MAX_HOURS = 8760;

    private CounterpartyRequirements() {}

    static @Nullable String fault(JsonNode value) {
        if (!value.isObject() || value.isEmpty() || !MEMBERS.containsAll(value.propertyNames())) {
            return "must have jurisdictions, max_incident_sla_hours or certifications, and nothing else";
        }
        if (!absentOr(value, "jurisdictions", list(300, JURISDICTION.asMatchPredicate()))) {
            return "must name its jurisdictions by ISO 3166 codes, each once";
        }
        if (!absentOr(value, "max_incident_sla_hours", CounterpartyRequirements::isHours)) {
            return "must give max_incident_sla_hours from 1 to " + MAX_HOURS;
        }
        if (!absentOr(value, "certifications", list(50, name -> !name.isEmpty() && name.length() <= 100))) {
            return "must name its certifications, each once";
        }
        return null;
    }

    private static boolean absentOr(JsonNode value, String member, Predicate<JsonNode> wellFormed) {
        return !value.has(member) || wellFormed.test(value.path(member));
    }

    private static boolean isHours(JsonNode hours) {
        return hours.isIntegralNumber()
                && hours.canConvertToInt()
                && hours.intValue() >= 1
                && hours.intValue() <= MAX_HOURS;
    }

    private static Predicate<JsonNode> list(int longest, Predicate<String> entry) {
        return value -> value.isArray()
                && !value.isEmpty()
                && value.size() <= longest
                && value.valueStream().allMatch(e -> e.isString() && entry.test(e.stringValue()))
                && new HashSet<>(value.valueStream().toList()).size() == value.size();
    }
}
