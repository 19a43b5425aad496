package dev.rctp.gateway.config;

import java.net.URI;
import java.time.Duration;
import tools.jackson.databind.JsonNode;

/** Checks {@code approvals}: an RP id that is the origins' own domain or above it (WebAuthn 5.1.3), and a time to answer. */
final class ApprovalChecks {

    private static final Duration SHORTEST = Duration.ofSeconds(30);
    private static final Duration LONGEST = Duration.ofDays(1);

    private final JsonNode root;
    private final FaultList faults;

    ApprovalChecks(JsonNode root, FaultList faults) {
        this.root = root;
        this.faults = faults;
    }

    void run() {
        origins("/approvals/origins");
        origins("/approvals/embedding_origins");
        Durations.read(root.at("/approvals/timeout"))
                .filter(value -> value.compareTo(SHORTEST) < 0 || value.compareTo(LONGEST) > 0)
                .ifPresent(_ -> faults.add("/approvals/timeout", "must be from 30 seconds to one day"));
        if (root.at("/approvals/rp_id").isString()) {
            ownDomain(root.at("/approvals/rp_id").stringValue());
        }
    }

    private void origins(String path) {
        JsonNode origins = root.at(path);
        for (int i = 0; i < origins.size(); i++) {
            String origin = origins.path(i).stringValue("");
            if (!WebUrl.isOrigin(origin) || origin.endsWith("/")) {
                faults.add(path + "/" + i, "must be an origin such as https://shop.example");
            }
        }
    }

    /** An origin that no passkey of the RP id can come from would let nobody answer. */
    private void ownDomain(String rpId) {
        JsonNode origins = root.at("/approvals/origins");
        for (int i = 0; i < origins.size(); i++) {
            String origin = origins.path(i).stringValue("");
            String host = WebUrl.isOrigin(origin) ? URI.create(origin).getHost() : rpId;
            if (!host.equals(rpId) && !host.endsWith("." + rpId)) {
                faults.add("/approvals/origins/" + i, "is not of the domain rp_id");
            }
        }
    }
}
