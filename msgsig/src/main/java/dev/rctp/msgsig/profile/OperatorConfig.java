package dev.rctp.msgsig.profile;

import dev.rctp.registries.ShownName;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** The {@code config} of capability {@code dev.rctp.operator}, with what {@code dev.rctp.deal} adds to it (OPR-4). */
final class OperatorConfig {

    static final String NAME = "dev.rctp.operator";

    private static final Pattern ISO_3166 = Pattern.compile("[A-Z]{2}(-[A-Z0-9]{1,3})?");
    private static final int MOST_HOURS = 8760;
    private static final int LONGEST_NAME = 200;

    private final Capabilities.Config operator;
    private final JsonNode config;
    private final Optional<Capabilities.Config> deal;
    private final JsonNode webhook;
    private final boolean allowLoopback;

    OperatorConfig(Capabilities.Config operator, Optional<Capabilities.Config> deal, boolean allowLoopback) {
        this.operator = operator;
        this.config = operator.values();
        this.deal = deal;
        this.webhook = deal.map(found -> found.values().path("webhook_url")).orElse(MissingNode.getInstance());
        this.allowLoopback = allowLoopback;
    }

    /** All that is missing or malformed. */
    List<ProfileFault> faults() {
        List<ProfileFault> faults = new ArrayList<>();
        if (!isText("legal_entity")) {
            faults.add(fault("legal_entity", "is missing or blank.", "Name the company that runs the agents."));
        } else if (!ShownName.isFit(text("legal_entity"), LONGEST_NAME)) {
            faults.add(fault(
                    "legal_entity",
                    "is no name that people can read.",
                    "Write " + LONGEST_NAME
                            + " characters at most, with one to see and without control, format and line characters."));
        }
        if (!ISO_3166.matcher(text("jurisdiction")).matches()) {
            faults.add(fault(
                    "jurisdiction",
                    "is not an ISO 3166 code.",
                    "Write two capital letters, such as DE, and a subdivision where there is one, such as US-CA."));
        }
        if (!isText("incident_contact")) {
            faults.add(fault(
                    "incident_contact",
                    "is missing or blank.",
                    "Say where to report an incident, such as a mailto: URL."));
        }
        if (!isHours(config.path("incident_sla_hours"))) {
            faults.add(fault(
                    "incident_sla_hours",
                    "is not a whole number from 1 to " + MOST_HOURS + ".",
                    "Write the hours within which you answer, as a plain number without quotes."));
        }
        if (!webhook.isMissingNode() && webhookUrl() == null) {
            faults.add(ProfileFault.refused(
                    "OPR-4",
                    deal.map(Capabilities.Config::path).orElse("") + "/webhook_url",
                    "dev.rctp.deal has a webhook_url that is no https URL without userinfo and fragment.",
                    "Use an https URL, or leave webhook_url out to take no webhooks."));
        }
        return faults;
    }

    private ProfileFault fault(String member, String what, String mend) {
        return ProfileFault.refused(
                "OPR-4", operator.path() + "/" + member, NAME + " has a config whose " + member + " " + what, mend);
    }

    /** The operator behind a config without fault. */
    Operator operator(ProfileUrl profile) {
        return new Operator(
                profile.text(),
                text("legal_entity"),
                text("jurisdiction"),
                text("incident_contact"),
                config.path("incident_sla_hours").intValue(),
                certifications(),
                webhookUrl());
    }

    private @Nullable URI webhookUrl() {
        return ProfileUrl.parse(webhook.asString(""), allowLoopback)
                .map(ProfileUrl::uri)
                .orElse(null);
    }

    private List<String> certifications() {
        return config.path("certifications")
                .valueStream()
                .filter(JsonNode::isString)
                .map(JsonNode::stringValue)
                .toList();
    }

    private static boolean isHours(JsonNode hours) {
        return hours.isIntegralNumber()
                && hours.canConvertToInt()
                && hours.intValue() > 0
                && hours.intValue() <= MOST_HOURS;
    }

    private boolean isText(String member) {
        return !text(member).isBlank();
    }

    private String text(String member) {
        JsonNode value = config.path(member);
        return value.isString() ? value.stringValue() : "";
    }
}
