package dev.rctp.msgsig.profile;

import java.net.URI;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The {@code config} of capability {@code dev.rctp.operator}, with what {@code dev.rctp.deal} adds to it (OPR-4). */
final class OperatorConfig {

    private static final Pattern ISO_3166 = Pattern.compile("[A-Z]{2}(-[A-Z0-9]{1,3})?");
    private static final int MOST_HOURS = 8760;

    private final JsonNode config;
    private final JsonNode webhook;
    private final boolean allowLoopback;

    OperatorConfig(JsonNode operatorConfig, JsonNode webhookUrl, boolean allowLoopback) {
        this.config = operatorConfig;
        this.webhook = webhookUrl;
        this.allowLoopback = allowLoopback;
    }

    /** The first thing that is missing or malformed; null where nothing is. */
    @Nullable
    String fault() {
        if (!isText("legal_entity")) {
            return "dev.rctp.operator has no legal_entity.";
        }
        if (!ISO_3166.matcher(text("jurisdiction")).matches()) {
            return "dev.rctp.operator has no jurisdiction that is an ISO 3166 code.";
        }
        if (!isText("incident_contact")) {
            return "dev.rctp.operator has no incident_contact.";
        }
        if (!isHours(config.path("incident_sla_hours"))) {
            return "dev.rctp.operator has no incident_sla_hours that is a positive whole number.";
        }
        if (!webhook.isMissingNode() && webhookUrl() == null) {
            return "dev.rctp.deal has a webhook_url that is no https URL without userinfo and fragment.";
        }
        return null;
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
