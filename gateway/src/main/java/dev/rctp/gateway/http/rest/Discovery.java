package dev.rctp.gateway.http.rest;

import dev.rctp.registries.Action;
import dev.rctp.registries.Tier;
import dev.rctp.terms.negotiation.OfferExpiry;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Composes what the gateway publishes of itself (protocol section 10). */
public final class Discovery {

    /** Where the profile is (DIS-1). */
    public static final String PROFILE_PATH = "/.well-known/ucp";

    /** Where the newest checkpoint of the log of chain heads is (REC-7). */
    public static final String CHECKPOINT_PATH = "/.well-known/rctp/checkpoint";

    /** Where the key is that checkpoints are held against. */
    public static final String CHECKPOINT_KEY_PATH = "/.well-known/rctp/checkpoint-key";

    /** Where the proofs are that the log of one checkpoint begins with that of an older one (RFC 6962 4.4). */
    public static final String CONSISTENCY_PATH = "/.well-known/rctp/consistency";

    private static final String METADATA_PATH = "/.well-known/oauth-protected-resource";

    private Discovery() {}

    /**
     * The gateway's UCP profile (DIS-1).
     *
     * @param version the UCP version
     * @param actions the actions as configured
     * @param termSets the term sets that are enforced
     * @param expiry how long offers stand (OFF-4)
     * @param keys the public JWKs, the current one first, retired ones after it (REC-5)
     */
    public static JsonNode profile(
            String version,
            List<Action> actions,
            Collection<String> termSets,
            OfferExpiry expiry,
            List<ObjectNode> keys) {
        ObjectNode deal = JsonNodeFactory.instance.objectNode();
        deal.putObject("offer_expiry")
                .put("default_seconds", expiry.usual().toSeconds())
                .put("max_seconds", expiry.longest().toSeconds());
        termSets.stream().sorted().forEach(deal.putArray("term_sets")::add);

        ObjectNode document = JsonNodeFactory.instance.objectNode();
        ObjectNode ucp = document.putObject("ucp").put("version", version);
        ucp.putObject("services");
        ucp.putObject("payment_handlers");
        ObjectNode capabilities = ucp.putObject("capabilities");
        capability(capabilities, version, "dev.rctp.deal", "https://rctp.dev/", "deal", deal);
        capability(
                capabilities,
                version,
                "dev.ucp.common.identity_linking",
                "https://ucp.dev/" + version + "/",
                "common/identity_linking",
                scopes(actions));
        keys.forEach(document.putArray("keys")::add);
        return document;
    }

    /** The protected resource metadata (DIS-2, RFC 9728 2). */
    public static JsonNode metadata(URI resource, String issuer, List<Action> actions) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        document.put("resource", resource.toString());
        document.putArray("authorization_servers").add(issuer);
        actions.stream()
                .map(Action::scope)
                .filter(Objects::nonNull)
                .sorted()
                .forEach(document.putArray("scopes_supported")::add);
        document.putArray("bearer_methods_supported").add("header");
        return document;
    }

    /** The path of the metadata: inserted before the resource's own path (RFC 9728 3.1). */
    public static String metadataPath(URI resource) {
        String path = resource.getRawPath();
        return path == null || path.isEmpty() || path.equals("/") ? METADATA_PATH : METADATA_PATH + path;
    }

    /** Where the metadata can be fetched: what {@code resource_metadata} names (GRA-3). */
    public static URI metadataUrl(URI resource) {
        return resource.resolve(metadataPath(resource));
    }

    private static void capability(
            ObjectNode capabilities, String version, String name, String base, String place, ObjectNode config) {
        capabilities
                .putArray(name)
                .addObject()
                .put("version", version)
                .put("spec", base + "specification/" + place)
                .put("schema", base + "schemas/" + place + ".json")
                .set("config", config);
    }

    private static ObjectNode scopes(List<Action> actions) {
        ObjectNode config = JsonNodeFactory.instance.objectNode();
        ObjectNode scopes = config.putObject("scopes");
        for (Action action : actions) {
            if (action.scope() != null && action.defaultTier() != null) {
                ObjectNode scope = scopes.putObject(action.scope())
                        .put("default_tier", action.defaultTier().token());
                action.allowedTiers().stream().sorted().map(Tier::token).forEach(scope.putArray("allowed_tiers")::add);
            }
        }
        return config;
    }
}
