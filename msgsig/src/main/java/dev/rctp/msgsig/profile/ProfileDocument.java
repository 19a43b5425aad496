package dev.rctp.msgsig.profile;

import dev.rctp.msgsig.Cryptography;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads UCP profile documents of operators (OPR-3 to OPR-5): open for unknown members, strict in what is used. */
final class ProfileDocument {

    private static final String CAPABILITIES = "/ucp/capabilities";

    private final Cryptography cryptography;
    private final Set<String> versions;
    private final boolean allowLoopback;

    ProfileDocument(Cryptography cryptography, Set<String> versions, boolean allowLoopback) {
        this.cryptography = cryptography;
        this.versions = versions;
        this.allowLoopback = allowLoopback;
    }

    /** What the gateway makes of it. */
    ProfileReading read(ProfileUrl profile, byte[] body) {
        ObjectNode document;
        try {
            document = StrictJson.parseObject(body);
        } catch (InvalidJsonException e) {
            return invalid(notJson(e));
        }
        List<ProfileFault> refusals = refusals(document);
        return refusals.isEmpty()
                ? new ValidProfile(operatorConfig(document).operator(profile), keys(document))
                : invalid(refusals.getFirst());
    }

    /** All that is wrong with it, for who has to mend it; {@link #read} refuses exactly what has a fault that is refused. */
    ProfileReport check(byte[] body) {
        ObjectNode document;
        try {
            document = StrictJson.parseObject(body);
        } catch (InvalidJsonException e) {
            return new ProfileReport(List.of(notJson(e)), List.of());
        }
        List<ProfileFault> faults = new ArrayList<>(refusals(document));
        boolean refused = !faults.isEmpty();
        faults.addAll(KeyFaults.of(document.path("keys"), cryptography));
        faults.addAll(UcpRules.faults(document));
        return new ProfileReport(faults, refused ? List.of() : keys(document).thumbprints());
    }

    private ProfileKeys keys(ObjectNode document) {
        return ProfileKeys.of(document.path("keys"), cryptography);
    }

    /** Everything for which the profile is refused. */
    private List<ProfileFault> refusals(ObjectNode document) {
        JsonNode ucp = document.path("ucp");
        if (!ucp.isObject()) {
            return List.of(
                    ProfileFault.refused(
                            "OPR-4",
                            "/ucp",
                            "it has no member ucp that is an object.",
                            "Put version, services, "
                                    + "capabilities and payment_handlers into a member ucp; rctp profile new makes such a document."));
        }
        List<ProfileFault> faults = new ArrayList<>(shapeFaults(ucp));
        faults.addAll(ProfileKeys.faults(document.path("keys")));
        if (ucp.path("capabilities").isObject()) {
            faults.addAll(operatorFaults(document));
        }
        return faults;
    }

    private List<ProfileFault> shapeFaults(JsonNode ucp) {
        List<ProfileFault> faults = new ArrayList<>();
        JsonNode version = ucp.path("version");
        if (!version.isString()) {
            faults.add(ProfileFault.refused(
                    "UCP", "/ucp/version", "it has no ucp.version that is a string.", "Set it to " + spoken() + "."));
        }
        for (String map : List.of("services", "payment_handlers")) {
            if (!ucp.path(map).isObject()) {
                faults.add(ProfileFault.refused(
                        "UCP", "/ucp/" + map, "ucp." + map + " is not an object.", "An empty one, {}, will do."));
            }
        }
        if (!ucp.path("capabilities").isObject()) {
            faults.add(ProfileFault.refused(
                    "OPR-4",
                    CAPABILITIES,
                    "ucp.capabilities is not a map of name to entries.",
                    "Make it an object whose members are lists, and give it dev.rctp.operator."));
        }
        if (version.isString() && !versions.contains(version.stringValue())) {
            faults.add(ProfileFault.refused(
                    "OPR-5",
                    "/ucp/version",
                    "its ucp.version is not spoken here.",
                    "Publish a profile of version " + spoken() + "; a version is compared as a text."));
        }
        return faults;
    }

    private String spoken() {
        return String.join(" or ", versions.stream().sorted().toList());
    }

    private List<ProfileFault> operatorFaults(ObjectNode document) {
        Capabilities capabilities = new Capabilities(document.path("ucp").path("capabilities"));
        if (capabilities.config(OperatorConfig.NAME).isEmpty()) {
            return List.of(ProfileFault.refused(
                    "OPR-4",
                    CAPABILITIES + "/" + OperatorConfig.NAME,
                    "ucp.capabilities has no entry dev.rctp.operator with a config.",
                    "Give it a list with one entry that has a config; an entry whose schema is not hosted at rctp.dev "
                            + "counts as absent."));
        }
        return operatorConfig(document).faults();
    }

    /** Of a document that has one. */
    private OperatorConfig operatorConfig(ObjectNode document) {
        Capabilities capabilities = new Capabilities(document.path("ucp").path("capabilities"));
        return new OperatorConfig(
                capabilities.config(OperatorConfig.NAME).orElseThrow(),
                capabilities.config("dev.rctp.deal"),
                allowLoopback);
    }

    private static ProfileFault notJson(InvalidJsonException e) {
        return ProfileFault.refused(
                "OPR-2",
                "",
                "it is no JSON object by RFC 7493.",
                "The parser says: " + e.getMessage() + " Members may not stand twice, and it has to be UTF-8.");
    }

    private static ProfileReading invalid(ProfileFault fault) {
        boolean version = fault.clause().equals("OPR-5");
        return new ProfileReading.Invalid(
                version ? "version_unsupported" : "profile_malformed",
                "The operator's profile can't be used: " + fault.sentence());
    }
}
