package dev.rctp.conformance.breakable.answer;

import dev.rctp.conformance.breakable.BreakableConfig;
import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.grant.Challenges;
import dev.rctp.conformance.breakable.grant.Tiers;
import dev.rctp.conformance.breakable.http.Request;
import dev.rctp.conformance.breakable.http.Response;
import dev.rctp.registries.Action;
import dev.rctp.registries.Registries;
import dev.rctp.registries.Sha256;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The gateway's own documents (DIS-1, DIS-2). */
public final class Discovery {

    private static final String VERSION = "2026-08-25";
    private static final String RCTP = "https://rctp.dev/";

    private final BreakableConfig config;
    private final Registries registries;
    private final Tiers tiers;
    private final Set<Fault> faults;

    /** Of this configuration. */
    public Discovery(BreakableConfig config, Registries registries, Tiers tiers, Set<Fault> faults) {
        this.config = config;
        this.registries = registries;
        this.tiers = tiers;
        this.faults = faults;
    }

    /** The document at this address. */
    public Optional<Response> at(Request request) {
        if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
            return Optional.empty();
        }
        if (request.path().equals(URI.create(config.profileUrl()).getRawPath())) {
            return Optional.of(cacheable(profile()));
        }
        if (request.path().equals(URI.create(Challenges.metadataUrl(config)).getRawPath())) {
            return Optional.of(cacheable(resource()));
        }
        return Optional.empty();
    }

    private Response cacheable(ObjectNode document) {
        Response answer = Response.json(200, document);
        if (!faults.contains(Fault.DIS_NO_ETAG)) {
            answer = answer.with("ETag", '"' + Sha256.text(answer.body()).substring(8, 40) + '"');
        }
        String control = faults.contains(Fault.DIS_NOT_CACHEABLE) ? "no-store" : "public, max-age=60";
        return answer.with("Cache-Control", control);
    }

    private ObjectNode profile() {
        ObjectNode profile = JsonNodeFactory.instance.objectNode();
        ObjectNode ucp = profile.putObject("ucp");
        ucp.put("version", VERSION);
        ucp.putObject("services");
        ucp.putObject("payment_handlers");
        ObjectNode capabilities = ucp.putObject("capabilities");
        ObjectNode deal = entry(capabilities, "dev.rctp.deal", RCTP + "specification/deal", schema());
        if (!faults.contains(Fault.DIS_NO_OFFER_EXPIRY)) {
            int most = faults.contains(Fault.EXPIRY_PUBLISHED_WRONG) ? 86_400 : 604_800;
            deal.putObject("offer_expiry").put("default_seconds", 172_800).put("max_seconds", most);
        }
        if (faults.contains(Fault.DIS_TERM_SETS_NULL)) {
            deal.putNull("term_sets");
        } else {
            deal.putArray("term_sets").add(registries.defaultTermSet().id());
            config.texts("/terms/term_sets").forEach(deal.withArray("term_sets")::add);
        }
        scopes(entry(
                        capabilities,
                        "dev.ucp.common.identity_linking",
                        "https://ucp.dev/" + VERSION + "/specification/common/identity-linking/",
                        "https://ucp.dev/" + VERSION + "/schemas/common/identity_linking.json")
                .putObject("scopes"));
        ObjectNode key = config.key().publicJwk();
        if (faults.contains(Fault.DIS_OTHER_KID)) {
            key.put("kid", "key-1");
        }
        profile.putArray("keys").add(key);
        return profile;
    }

    private String schema() {
        return (faults.contains(Fault.DIS_SCHEMA_ELSEWHERE) ? config.origin() + "/" : RCTP) + "schemas/deal.json";
    }

    private static ObjectNode entry(ObjectNode capabilities, String name, String spec, String schema) {
        ObjectNode entry = capabilities.putArray(name).addObject();
        entry.put("version", VERSION).put("spec", spec).put("schema", schema);
        return entry.putObject("config");
    }

    private void scopes(ObjectNode scopes) {
        for (Action action : scoped()) {
            ObjectNode scope = scopes.putObject(action.scope());
            if (action.defaultTier() != null) {
                scope.put("default_tier", action.defaultTier().token());
            }
            if (!faults.contains(Fault.DIS_NO_ALLOWED_TIERS)) {
                tiers.allowed(action)
                        .forEach(tier -> scope.withArray("allowed_tiers").add(tier.token()));
            }
        }
        if (faults.contains(Fault.DIS_FIXED_FORBID_HAS_SCOPE)) {
            scopes.putObject("dev.rctp.deal:sign_contract").put("default_tier", "forbid");
        }
    }

    private List<Action> scoped() {
        return registries.actions().all().stream()
                .filter(action -> action.scope() != null)
                .toList();
    }

    private ObjectNode resource() {
        ObjectNode resource = JsonNodeFactory.instance.objectNode();
        String name = config.text("/profile/resource");
        resource.put("resource", faults.contains(Fault.DIS_OTHER_RESOURCE) ? name + "/" : name);
        resource.putArray("authorization_servers").add(config.issuer());
        scoped().forEach(action -> resource.withArray("scopes_supported").add(action.scope()));
        resource.putArray("bearer_methods_supported").add("header");
        return resource;
    }
}
