package dev.rctp.terms.negotiation;

import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * A buyer's operator as sellers may choose it (CPR-1).
 *
 * @param jurisdiction its ISO 3166 code, with a subdivision or without
 * @param incidentSlaHours how fast it answers an incident
 * @param certifications what it is certified for
 */
public record Counterparty(String jurisdiction, int incidentSlaHours, Set<String> certifications) {

    /** Keeps its own copy of the certifications. */
    public Counterparty {
        certifications = Set.copyOf(certifications);
    }

    /** Whether it meets the listing's public term {@code counterparty_requirements}; without that term everyone does. */
    public boolean meets(JsonNode publicTerms) {
        JsonNode asked = publicTerms.path("counterparty_requirements");
        return (asked.path("jurisdictions").isMissingNode()
                        || asked.path("jurisdictions").valueStream().anyMatch(one -> isIn(one.stringValue())))
                && incidentSlaHours <= asked.path("max_incident_sla_hours").intValue(Integer.MAX_VALUE)
                && asked.path("certifications")
                        .valueStream()
                        .allMatch(one -> certifications.contains(one.stringValue()));
    }

    /** A country holds its subdivisions. */
    private boolean isIn(String asked) {
        return jurisdiction.equals(asked) || jurisdiction.startsWith(asked + "-");
    }
}
