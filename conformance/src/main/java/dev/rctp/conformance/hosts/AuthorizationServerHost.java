package dev.rctp.conformance.hosts;

import dev.rctp.conformance.server.HttpHost;
import dev.rctp.conformance.server.Place;
import dev.rctp.conformance.server.Received;
import dev.rctp.conformance.server.Reply;
import dev.rctp.msgsig.SigningKey;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The authorization server that the gateway asks (GRA-2, RFC 7662), with grants as the tests want them. */
public final class AuthorizationServerHost implements AutoCloseable {

    /**
     * What the gateway was configured with.
     *
     * @param clientId the gateway's client identifier at this server
     * @param clientSecret its secret
     * @param resource what tokens and tickets are for: their {@code aud}
     * @param key what signs its tickets
     */
    public record Settings(String clientId, String clientSecret, String resource, SigningKey key) {}

    private final Settings settings;
    private final InstantSource clock;
    private final RandomText random;
    private final HttpHost host;
    private final String issuer;
    private final TicketOffice tickets;
    private final Map<String, Grant> tokens = new ConcurrentHashMap<>();
    private final Queue<Received> introspections = new ConcurrentLinkedQueue<>();

    /** Listens at the place; its issuer is the place's base URL. */
    public AuthorizationServerHost(Place place, Settings settings, InstantSource clock, RandomGenerator random) {
        this.settings = settings;
        this.clock = clock;
        this.random = new RandomText(random);
        this.host = place.listen(clock);
        this.issuer = place.base(host);
        this.tickets = new TicketOffice(issuer, settings.resource(), settings.key(), clock, this.random);
        host.serve(this::answer);
    }

    /** Its identifier, which is its base URL (RFC 8414 section 2). */
    public String issuer() {
        return issuer;
    }

    /** Where tokens are introspected (RFC 7662 section 2). */
    public String introspectionUrl() {
        return issuer + "/introspect";
    }

    /** Where its keys are (RFC 7517 section 5). */
    public String keysUrl() {
        return issuer + "/jwks";
    }

    /** What its tokens and tickets are for. */
    public String resource() {
        return settings.resource();
    }

    InstantSource clock() {
        return clock;
    }

    /** A new grant with a token; the tiers are by whole scope names (GRA-2). */
    public Grant grant(String sub, String agentId, String jkt, Map<String, String> tiers) {
        return new Grant(new Grant.Terms(sub, agentId, jkt, tiers), this, random, tokens);
    }

    /** An enrolment ticket for the seller (APR-9). */
    public String ticket(String sub, boolean reset) {
        return tickets.ticket(sub, claims -> reset ? claims.put("reset", true) : claims, header -> header);
    }

    /** An enrolment ticket with claims and header changed before it is signed (APR-9). */
    public String ticket(String sub, UnaryOperator<ObjectNode> claims, UnaryOperator<ObjectNode> header) {
        return tickets.ticket(sub, claims, header);
    }

    /** An enrolment ticket under this server's key id, signed by a key that is not its own (APR-9). */
    public String forgedTicket(String sub) {
        return tickets.forged(sub);
    }

    /** An enrolment ticket of a key that this server does not publish (APR-9). */
    public String unknownKeysTicket(String sub) {
        return tickets.unknown(sub);
    }

    /** The introspection requests for this token, known or not. */
    public List<Received> introspections(String token) {
        return introspections.stream()
                .filter(request -> token.equals(request.form("token")))
                .toList();
    }

    /** All introspection requests. */
    public List<Received> introspections() {
        return List.copyOf(introspections);
    }

    @Override
    public void close() {
        host.close();
    }

    private Reply answer(Received request) {
        return switch (request.path()) {
            case "/.well-known/oauth-authorization-server", "/.well-known/openid-configuration" ->
                Reply.json(200, metadata());
            case "/jwks" -> Reply.json(200, tickets.keys());
            case "/introspect" -> introspect(request);
            default -> Reply.of(404);
        };
    }

    private Reply introspect(Received request) {
        introspections.add(request);
        if (!request.method().equals("POST")) {
            return Reply.of(405).with("Allow", "POST");
        }
        if (!isGateway(request.header("authorization"))) {
            return error(401, "invalid_client").with("WWW-Authenticate", "Basic realm=\"" + issuer + "\"");
        }
        String token = request.form("token");
        if (token == null) {
            return error(400, "invalid_request");
        }
        Grant grant = tokens.get(token);
        return grant == null
                ? Reply.json(200, JsonNodeFactory.instance.objectNode().put("active", false))
                : grant.introspected(token, request);
    }

    /** RFC 6749 section 2.3.1. */
    private boolean isGateway(@Nullable String authorization) {
        String pair = URLEncoder.encode(settings.clientId(), StandardCharsets.UTF_8) + ":"
                + URLEncoder.encode(settings.clientSecret(), StandardCharsets.UTF_8);
        String expected = Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.US_ASCII));
        return authorization != null
                && authorization.regionMatches(true, 0, "Basic ", 0, 6)
                && authorization.substring(6).strip().equals(expected);
    }

    private ObjectNode metadata() {
        ObjectNode metadata = JsonNodeFactory.instance
                .objectNode()
                .put("issuer", issuer)
                .put("authorization_endpoint", issuer + "/authorize")
                .put("token_endpoint", issuer + "/token")
                .put("introspection_endpoint", introspectionUrl())
                .put("revocation_endpoint", issuer + "/revoke")
                .put("jwks_uri", keysUrl())
                .put("authorization_response_iss_parameter_supported", true);
        metadata.putArray("response_types_supported").add("code");
        metadata.putArray("grant_types_supported").add("authorization_code").add("refresh_token");
        metadata.putArray("code_challenge_methods_supported").add("S256");
        metadata.putArray("introspection_endpoint_auth_methods_supported").add("client_secret_basic");
        metadata.putArray("authorization_details_types_supported").add("dev.rctp.agent_grant");
        return metadata;
    }

    private static Reply error(int status, String code) {
        return Reply.json(status, JsonNodeFactory.instance.objectNode().put("error", code));
    }
}
