package dev.rctp.msgsig.profile;

import dev.rctp.msgsig.Cryptography;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** An operator's own UCP profile: made, or fetched from where it is hosted, and checked as gateways judge it (OPR-2 to OPR-5). */
public final class OperatorProfile {

    /** The version of UCP that profiles made here have. */
    public static final String UCP_VERSION = "2026-08-25";

    private final byte[] document;
    private final List<ProfileFault> hosting;

    OperatorProfile(byte[] document, List<ProfileFault> hosting) {
        this.document = document;
        this.hosting = hosting;
    }

    /** A profile that exists, such as the content of a file; not looked at before it is checked. */
    public static OperatorProfile of(byte[] document) {
        return new OperatorProfile(document.clone(), List.of());
    }

    /**
     * The profile of a URL, fetched as gateways do: no redirect, 128 KiB and 3 s at most, no special-use address (OPR-2). What
     * is wrong with the hosting is part of the check.
     *
     * @param url taken as it is written in {@code UCP-Agent}
     * @param allowLoopback whether plain http on a loopback host is fine, as it is in a sandbox
     * @throws IOException where nothing can be said of it, since no answer came
     */
    public static OperatorProfile fetch(String url, boolean allowLoopback) throws IOException, InterruptedException {
        return new ProfileHosting(allowLoopback).fetch(url);
    }

    /**
     * Begins a profile with what every operator has to say (OPR-4).
     *
     * @param legalEntity the company
     * @param jurisdiction ISO 3166 code, such as {@code DE}
     * @param incidentContact where to report an incident
     * @param incidentSlaHours how fast it answers one, in hours
     */
    public static Builder of(String legalEntity, String jurisdiction, String incidentContact, int incidentSlaHours) {
        return new Builder(legalEntity, jurisdiction, incidentContact, incidentSlaHours);
    }

    /** The document as it is hosted; a fresh copy. */
    public byte[] bytes() {
        return document.clone();
    }

    /**
     * All that is wrong with it, by the code that gateways read profiles with.
     *
     * @param allowLoopback whether a webhook on a loopback host is fine, as it is in a sandbox
     */
    public ProfileReport check(boolean allowLoopback) {
        if (hosting.stream().anyMatch(fault -> fault.effect() == ProfileFault.Effect.REFUSED)) {
            return new ProfileReport(hosting, List.of());
        }
        ProfileReport report =
                new ProfileDocument(Cryptography.select(), Set.of(UCP_VERSION), allowLoopback).check(document);
        List<ProfileFault> faults = new ArrayList<>(report.faults());
        faults.addAll(hosting);
        return new ProfileReport(faults, report.keys());
    }

    /** Collects what a profile says. */
    public static final class Builder {

        private final ObjectNode document = JsonNodeFactory.instance.objectNode();
        private final ObjectNode operator;

        private Builder(String legalEntity, String jurisdiction, String incidentContact, int incidentSlaHours) {
            ObjectNode ucp = document.putObject("ucp").put("version", UCP_VERSION);
            ucp.putObject("services");
            ucp.putObject("capabilities");
            ucp.putObject("payment_handlers");
            document.putArray("keys");
            this.operator = capability("operator")
                    .put("legal_entity", legalEntity)
                    .put("jurisdiction", jurisdiction)
                    .put("incident_contact", incidentContact)
                    .put("incident_sla_hours", incidentSlaHours);
        }

        /** Adds an agent's public key, as {@code AgentKey.publicJwk} gives it. */
        public Builder key(JsonNode publicJwk) {
            document.withArray("keys").add(publicJwk);
            return this;
        }

        /** Adds something the operator is certified for. */
        public Builder certification(String certification) {
            operator.withArray("certifications").add(certification);
            return this;
        }

        /** Has webhooks sent there (WHK-1); https, or http on a loopback host in a sandbox. */
        public Builder webhookUrl(URI url) {
            capability("deal").put("webhook_url", url.toString());
            return this;
        }

        /** The profile as far as it is; {@link OperatorProfile#check} tells what it lacks. */
        public OperatorProfile build() {
            return of((document.toPrettyString() + "\n").getBytes(StandardCharsets.UTF_8));
        }

        private ObjectNode capability(String name) {
            return document.withObject("/ucp/capabilities")
                    .putArray("dev.rctp." + name)
                    .addObject()
                    .put("version", UCP_VERSION)
                    .put("spec", "https://rctp.dev/specification/" + name)
                    .put("schema", "https://rctp.dev/schemas/" + name + ".json")
                    .putObject("config");
        }
    }
}
