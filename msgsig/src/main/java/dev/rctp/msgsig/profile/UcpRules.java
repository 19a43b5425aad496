package dev.rctp.msgsig.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * What UCP 2026-08-25 asks of a platform's profile beyond what a gateway uses: its {@code profile.json} schema, and that
 * entries of {@code dev.ucp.*} have the profile's own version.
 */
final class UcpRules {

    private static final String VERSION = "\\d{4}-\\d{2}-\\d{2}";

    private final List<ProfileFault> faults = new ArrayList<>();

    private UcpRules() {}

    /** All that breaks them. */
    static List<ProfileFault> faults(JsonNode document) {
        UcpRules rules = new UcpRules();
        JsonNode ucp = document.path("ucp");
        if (ucp.isObject()) {
            rules.envelope(ucp);
        }
        JsonNode keys = document.path("keys");
        for (int i = 0; i < keys.size(); i++) {
            rules.key(keys.path(i), "/keys/" + i);
        }
        return List.copyOf(rules.faults);
    }

    private void envelope(JsonNode ucp) {
        String version = ucp.path("version").asString("");
        if (ucp.path("version").isString() && !version.matches(VERSION)) {
            add("/ucp/version", "ucp.version is no date.", "Write it as YYYY-MM-DD.");
        }
        if (ucp.has("status")
                && !Set.of("success", "error").contains(ucp.path("status").asString(""))) {
            add("/ucp/status", "ucp.status is neither success nor error.", "Leave it out.");
        }
        if (ucp.has("map_order") && !isOrder(ucp.path("map_order"))) {
            add("/ucp/map_order", "ucp.map_order is no map of lists of names.", "Leave it out.");
        }
        for (UcpEntryRules.Kind kind : UcpEntryRules.Kind.values()) {
            new UcpEntryRules(kind, version, faults).registry(ucp.path(kind.map()));
        }
    }

    private static boolean isOrder(JsonNode order) {
        return order.isObject() && order.valueStream().allMatch(UcpRules::isListOfNames);
    }

    private static boolean isListOfNames(JsonNode list) {
        return list.isArray() && list.valueStream().allMatch(JsonNode::isString);
    }

    private void key(JsonNode jwk, String path) {
        for (String member : List.of("kid", "kty")) {
            if (jwk.isObject() && !jwk.path(member).isString()) {
                add(
                        path + "/" + member,
                        "The key has no " + member + " that is a string.",
                        "UCP asks for it in each key.");
            }
        }
        for (String member : List.of("crv", "x", "y", "alg", "use")) {
            if (jwk.has(member) && !jwk.path(member).isString()) {
                add(path + "/" + member, "The key's " + member + " is not a string.", "Write it as RFC 7517 does.");
            }
        }
    }

    private void add(String path, String sentence, String mend) {
        faults.add(ProfileFault.ucp(path, sentence, mend));
    }
}
