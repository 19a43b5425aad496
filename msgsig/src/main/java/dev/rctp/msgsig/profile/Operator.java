package dev.rctp.msgsig.profile;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who runs an agent, as the operator's own profile says (OPR-4).
 *
 * @param profile the profile's URL, normalized: the operator's name everywhere
 * @param legalEntity the company
 * @param jurisdiction ISO 3166 code
 * @param incidentContact where to report an incident
 * @param incidentSlaHours how fast it answers one, in hours
 * @param certifications what it is certified for; empty where it names none
 * @param webhookUrl where it takes webhooks ({@code dev.rctp.deal}); null where it takes none
 */
public record Operator(
        String profile,
        String legalEntity,
        String jurisdiction,
        String incidentContact,
        int incidentSlaHours,
        List<String> certifications,
        @Nullable URI webhookUrl) {

    /** Keeps its own copy of the certifications. */
    public Operator {
        certifications = List.copyOf(certifications);
    }
}
