package dev.rctp.bench;

import dev.rctp.msgsig.SigningKey;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Everyone a gateway talks to, at next to no cost: authorization server (GRA-2), marketplace, and the operator's host (OPR-4). */
final class Stubs implements AutoCloseable {

    private static final List<String> SCOPES = List.of("dev.rctp.listing:answer_buyer", "dev.rctp.deal:offer_accept");
    private static final String VERSION = "2026-08-25";

    private final EventLoopGroup loops;
    private final StubServer authorizationServer;
    private final StubServer marketplace;
    private final StubServer operator;

    Stubs(SigningKey agent) {
        this.loops = new MultiThreadIoEventLoopGroup(
                1, new DefaultThreadFactory("stubs", true), EpollIoHandler.newFactory());
        this.marketplace = new StubServer(loops, path -> answer());
        byte[] profile = bytes(profile(agent));
        this.operator = new StubServer(loops, path -> profile);
        byte[] view = bytes(view(agent));
        this.authorizationServer = new StubServer(loops, path -> path.equals("/introspect") ? view : metadata());
    }

    /** The issuer. */
    String issuer() {
        return authorizationServer.url();
    }

    /** The marketplace API. */
    String marketplace() {
        return marketplace.url();
    }

    /** The operator's profile. */
    String profile() {
        return operator.url() + "/.well-known/ucp";
    }

    private static byte[] answer() {
        return "{\"id\":\"ans-81723\",\"listing_id\":\"bench\",\"state\":\"published\",\"created_at\":\"2026-11-29T12:00:00Z\"}"
                .getBytes(StandardCharsets.UTF_8);
    }

    private byte @Nullable [] metadata() {
        ObjectNode metadata = object();
        metadata.put("issuer", issuer());
        metadata.put("authorization_endpoint", issuer() + "/authorize");
        metadata.put("token_endpoint", issuer() + "/token");
        metadata.put("introspection_endpoint", issuer() + "/introspect");
        metadata.putArray("response_types_supported").add("code");
        metadata.putArray("introspection_endpoint_auth_methods_supported").add("client_secret_basic");
        return bytes(metadata);
    }

    private static ObjectNode view(SigningKey agent) {
        ObjectNode view = object();
        view.put("active", true).put("grant_status", "active").put("scope", String.join(" ", SCOPES));
        view.put("sub", Store.SELLER);
        view.put("exp", Instant.now().plus(Duration.ofHours(2)).getEpochSecond());
        view.putObject("cnf").put("jkt", agent.thumbprint());
        ObjectNode grant = view.putArray("authorization_details").addObject();
        grant.put("type", "dev.rctp.agent_grant").put("agent_id", "agent-1").put("jkt", agent.thumbprint());
        ObjectNode tiers = grant.putObject("tiers");
        SCOPES.forEach(scope -> tiers.put(scope, "auto"));
        return view;
    }

    private static ObjectNode profile(SigningKey agent) {
        ObjectNode profile = object();
        ObjectNode ucp = profile.putObject("ucp").put("version", VERSION);
        ucp.putObject("services");
        ucp.putObject("payment_handlers");
        ucp.putObject("capabilities")
                .putArray("dev.rctp.operator")
                .addObject()
                .put("version", VERSION)
                .put("spec", "https://rctp.dev/specification/operator")
                .put("schema", "https://rctp.dev/schemas/operator.json")
                .putObject("config")
                .put("legal_entity", "Bench Ops GmbH")
                .put("jurisdiction", "DE")
                .put("incident_contact", "mailto:incidents@bench.example")
                .put("incident_sla_hours", 24);
        profile.putArray("keys").add(agent.publicJwk());
        return profile;
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    private static byte[] bytes(ObjectNode json) {
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        loops.shutdownGracefully(0, 2, java.util.concurrent.TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
