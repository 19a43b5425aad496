package dev.rctp.conformance.breakable.caller;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.jose.PublicJwk;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads an operator's profile (OPR-3 to OPR-5). */
final class ProfileReader {

    private static final List<String> PRIVATE = List.of("d", "p", "q", "dp", "dq", "qi", "oth", "k");
    private static final List<String> COMPANY =
            List.of("legal_entity", "jurisdiction", "incident_contact", "incident_sla_hours");

    private final List<String> versions;
    private final Set<Fault> faults;

    ProfileReader(List<String> versions, Set<Fault> faults) {
        this.versions = versions.isEmpty() ? List.of("2026-08-25") : versions;
        this.faults = faults;
    }

    /** What a fetched document is. */
    sealed interface Reading {

        /** A good one. */
        record Valid(Profile profile) implements Reading {}

        /** One of a UCP version that isn't spoken here. */
        record OtherVersion() implements Reading {}

        /** Anything else. */
        record Invalid() implements Reading {}
    }

    Reading read(String url, byte[] document) {
        ObjectNode root;
        try {
            root = StrictJson.parseObject(document);
        } catch (InvalidJsonException noProfile) {
            return new Reading.Invalid();
        }
        JsonNode ucp = root.path("ucp");
        if (!versions.contains(ucp.path("version").asString(""))) {
            if (!faults.contains(Fault.OPR_ANY_VERSION)) {
                return new Reading.OtherVersion();
            }
        }
        JsonNode company = ucp.at("/capabilities/dev.rctp.operator/0/config");
        boolean shaped =
                ucp.path("services").isObject() && ucp.path("payment_handlers").isObject();
        if (!shaped || showsPrivateKeys(root.path("keys")) || !names(company)) {
            return new Reading.Invalid();
        }
        String webhooks =
                ucp.at("/capabilities/dev.rctp.deal/0/config/webhook_url").asString("");
        Optional<String> webhookUrl = webhooks.isEmpty() ? Optional.empty() : Optional.of(webhooks);
        return new Reading.Valid(new Profile(url, keys(root.path("keys")), company, webhookUrl));
    }

    private boolean showsPrivateKeys(JsonNode keys) {
        if (faults.contains(Fault.OPR_PRIVATE_MEMBER_ACCEPTED)) {
            return false;
        }
        return keys.valueStream().anyMatch(key -> PRIVATE.stream().anyMatch(key::has));
    }

    private boolean names(JsonNode company) {
        List<String> required = new ArrayList<>(COMPANY);
        if (faults.contains(Fault.OPR_NO_JURISDICTION)) {
            required.remove("jurisdiction");
        }
        if (faults.contains(Fault.OPR_NO_CONTACT)) {
            required.remove("incident_contact");
        }
        return required.stream().allMatch(member -> holds(member, company.path(member)));
    }

    private static boolean holds(String member, JsonNode value) {
        return switch (member) {
            case "jurisdiction" -> value.asString("").matches("[A-Z]{2}(-[A-Z0-9]{1,3})?");
            case "incident_sla_hours" -> value.isIntegralNumber() && value.asLong(0) >= 1 && value.asLong(0) <= 8760;
            case "incident_contact" -> text(value, 320);
            default -> text(value, 200);
        };
    }

    private static boolean text(JsonNode value, int most) {
        return value.isString()
                && !value.stringValue().isBlank()
                && value.stringValue().length() <= most;
    }

    private Map<String, PublicJwk> keys(JsonNode published) {
        Map<String, PublicJwk> keys = new HashMap<>();
        for (JsonNode jwk : published) {
            if (jwk.path("use").asString("").equals("enc")) {
                if (!faults.contains(Fault.OPR_ENC_KEY_VERIFIES)) {
                    continue;
                }
            }
            boolean verifies = jwk.path("key_ops")
                    .valueStream()
                    .anyMatch(op -> op.asString("").equals("verify"));
            if (jwk.has("key_ops") && !verifies) {
                if (!faults.contains(Fault.OPR_KEY_OPS_IGNORED)) {
                    continue;
                }
            }
            String kid = jwk.path("kid").asString("");
            PublicJwk.of(withoutHints(jwk))
                    .filter(key -> key.thumbprint().equals(kid) || faults.contains(Fault.OPR_ANY_KID))
                    .ifPresent(key -> keys.put(kid, key));
        }
        return keys;
    }

    /** The key alone: what a JWK says of its use was judged, and must not keep a library from reading it. */
    private static JsonNode withoutHints(JsonNode jwk) {
        return jwk instanceof ObjectNode object ? object.deepCopy().without(List.of("use", "key_ops")) : jwk;
    }
}
