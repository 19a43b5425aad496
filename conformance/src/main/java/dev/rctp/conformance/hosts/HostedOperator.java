package dev.rctp.conformance.hosts;

import dev.rctp.conformance.server.Received;
import dev.rctp.conformance.server.Reply;
import dev.rctp.registries.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** An operator whose profile is hosted here and changes as the tests want (OPR-3, OPR-4). */
public final class HostedOperator {

    /**
     * Who an operator is.
     *
     * @param name its folder on the host
     * @param legalEntity the company
     * @param jurisdiction its country (ISO 3166)
     * @param roles what it may be to a deal
     * @param agents how many agents it has, numbered from 1
     */
    public record Identity(String name, String legalEntity, String jurisdiction, Set<String> roles, int agents) {}

    private static final String VERSION = "2026-08-25";

    private final Identity identity;
    private final String url;
    private final String webhookUrl;
    private final List<ObjectNode> privateJwks;
    private final Queue<Received> fetches = new ConcurrentLinkedQueue<>();
    private ObjectNode profile;
    private volatile String cacheControl = "public, max-age=60";
    private volatile @Nullable Function<Received, Reply> answer;

    HostedOperator(Identity identity, String base, OperatorKeys keys) {
        this.identity = identity;
        this.url = base + "/" + identity.name() + "/.well-known/ucp";
        this.webhookUrl = base + "/" + identity.name() + "/webhooks";
        this.privateJwks = IntStream.rangeClosed(1, identity.agents())
                .mapToObj(n -> keys.privateJwk(identity.name() + "/" + n))
                .toList();
        this.profile = document();
    }

    /** Its folder on the host. */
    public String name() {
        return identity.name();
    }

    /** Who it is. */
    public Identity identity() {
        return identity;
    }

    /** What it may be to a deal. */
    public Set<String> roles() {
        return identity.roles();
    }

    /** Where its profile is: what its agents name in {@code UCP-Agent} (OPR-1). */
    public String url() {
        return url;
    }

    /** Where it takes webhooks. */
    public String webhookUrl() {
        return webhookUrl;
    }

    /** The private JWK of its n-th agent, from 1. */
    public ObjectNode privateJwk(int n) {
        return privateJwks.get(n - 1).deepCopy();
    }

    /** The public JWKs of its agents, whatever its profile says just now. */
    public List<ObjectNode> publicJwks() {
        return privateJwks.stream().map(HostedOperator::publicPart).toList();
    }

    /** Its profile just now; a copy. */
    public synchronized ObjectNode profile() {
        return profile.deepCopy();
    }

    /** Its profile from now on. */
    public synchronized void publish(ObjectNode document) {
        profile = document.deepCopy();
    }

    /** Its profile from now on, changed. */
    public synchronized void publish(UnaryOperator<ObjectNode> change) {
        profile = change.apply(profile.deepCopy());
    }

    /** Its profile as it was at first, and served as at first. */
    public synchronized void restore() {
        profile = document();
        cacheControl = "public, max-age=60";
        answer = null;
    }

    /** How its profile is answered from now on; null for as it should be. */
    public void answer(@Nullable Function<Received, Reply> how) {
        answer = how;
    }

    /** The profile's {@code Cache-Control} from now on. */
    public void cacheControl(String value) {
        cacheControl = value;
    }

    /** How often its profile was fetched. */
    public int fetches() {
        return fetches.size();
    }

    /** The requests for its profile, as they came. */
    public List<Received> requests() {
        return List.copyOf(fetches);
    }

    /** The profile as it should be answered just now: 304 where the client has it (RFC 9110 section 13.1.2). */
    public Reply ordinaryAnswer(Received request) {
        ObjectNode document = profile();
        String tag = "\"" + Sha256.text(document.toString().getBytes(StandardCharsets.UTF_8)) + "\"";
        String known = request.header("if-none-match");
        Reply reply = known != null && known.contains(tag) ? Reply.of(304) : Reply.json(200, document);
        return reply.with("Cache-Control", cacheControl).with("ETag", tag);
    }

    Reply fetched(Received request) {
        fetches.add(request);
        Function<Received, Reply> how = answer;
        return how == null ? ordinaryAnswer(request) : how.apply(request);
    }

    private ObjectNode document() {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        ObjectNode ucp = document.putObject("ucp").put("version", VERSION);
        ucp.putObject("services");
        ucp.putObject("payment_handlers");
        ObjectNode capabilities = ucp.putObject("capabilities");
        ObjectNode operator = config(capabilities, "operator")
                .put("legal_entity", identity.legalEntity())
                .put("jurisdiction", identity.jurisdiction())
                .put("incident_contact", "mailto:incidents@" + identity.name() + ".example")
                .put("incident_sla_hours", 24);
        operator.putArray("certifications").add("ISO/IEC 27001");
        config(capabilities, "deal").put("webhook_url", webhookUrl);
        ArrayNode keys = document.putArray("keys");
        publicJwks().forEach(keys::add);
        return document;
    }

    private static ObjectNode config(ObjectNode capabilities, String name) {
        return capabilities
                .putArray("dev.rctp." + name)
                .addObject()
                .put("version", VERSION)
                .put("spec", "https://rctp.dev/specification/" + name)
                .put("schema", "https://rctp.dev/schemas/" + name + ".json")
                .putObject("config");
    }

    private static ObjectNode publicPart(ObjectNode privateJwk) {
        ObjectNode jwk = privateJwk.deepCopy();
        jwk.remove("d");
        return jwk;
    }
}
