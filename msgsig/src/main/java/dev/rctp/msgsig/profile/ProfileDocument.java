package dev.rctp.msgsig.profile;

import dev.rctp.msgsig.Cryptography;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads UCP profile documents of operators (OPR-3 to OPR-5): open for unknown members, strict in what is used. */
final class ProfileDocument {

    private final Cryptography cryptography;
    private final Set<String> versions;
    private final boolean allowLoopback;

    ProfileDocument(Cryptography cryptography, Set<String> versions, boolean allowLoopback) {
        this.cryptography = cryptography;
        this.versions = versions;
        this.allowLoopback = allowLoopback;
    }

    ProfileReading read(ProfileUrl profile, byte[] body) {
        ObjectNode document;
        try {
            document = StrictJson.parseObject(body);
        } catch (InvalidJsonException e) {
            return malformed("it is no JSON object by RFC 7493.");
        }
        String fault = shapeFault(document.path("ucp"));
        return fault == null ? read(profile, document) : malformed(fault);
    }

    private ProfileReading read(ProfileUrl profile, ObjectNode document) {
        JsonNode ucp = document.path("ucp");
        String version = ucp.path("version").asString("");
        if (!versions.contains(version)) {
            return new ProfileReading.Invalid("version_unsupported", "The profile's ucp.version is not spoken here.");
        }
        String keyFault = ProfileKeys.fault(document.path("keys"));
        if (keyFault != null) {
            return malformed(keyFault);
        }
        Capabilities capabilities = new Capabilities(ucp.path("capabilities"));
        Optional<JsonNode> config = capabilities.config("dev.rctp.operator");
        if (config.isEmpty()) {
            return malformed("ucp.capabilities has no entry dev.rctp.operator with a config.");
        }
        OperatorConfig operator = new OperatorConfig(config.get(), webhookUrl(capabilities), allowLoopback);
        String fault = operator.fault();
        return fault == null
                ? new OperatorProfile(operator.operator(profile), ProfileKeys.of(document.path("keys"), cryptography))
                : malformed(fault);
    }

    private static @Nullable String shapeFault(JsonNode ucp) {
        if (!ucp.path("version").isString()) {
            return "it has no ucp.version.";
        }
        if (!ucp.path("services").isObject() || !ucp.path("payment_handlers").isObject()) {
            return "ucp.services and ucp.payment_handlers must be objects, if empty ones.";
        }
        return ucp.path("capabilities").isObject() ? null : "ucp.capabilities is not a map of name to entries.";
    }

    private static JsonNode webhookUrl(Capabilities capabilities) {
        return capabilities
                .config("dev.rctp.deal")
                .map(config -> config.path("webhook_url"))
                .orElse(MissingNode.getInstance());
    }

    private static ProfileReading malformed(String fault) {
        return new ProfileReading.Invalid("profile_malformed", "The operator's profile is malformed: " + fault);
    }
}
