package dev.rctp.conformance.hosts;

import dev.rctp.conformance.server.Received;
import dev.rctp.conformance.server.Reply;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What a seller gave one agent, as the authorization server keeps it (GRA-2). */
public final class Grant {

    /** The life of a token (GRA-7). */
    public static final Duration TOKEN_LIFE = Duration.ofMinutes(15);

    private static final Duration LIFE = Duration.ofDays(90);

    private final String sub;
    private final String agentId;
    private final String jkt;
    private final Map<String, String> tiers;
    private final String issuer;
    private final String resource;
    private final InstantSource clock;
    private final RandomText random;
    private final Map<String, Grant> tokens;
    private final Map<String, Instant> expiries = new ConcurrentHashMap<>();
    private final List<Received> requests = new CopyOnWriteArrayList<>();
    private final Instant end;
    private volatile String newest;
    private volatile String status = "active";
    private volatile UnaryOperator<ObjectNode> edit = view -> view;
    private volatile Introspection introspection = Introspection.normal();

    Grant(Terms terms, AuthorizationServerHost server, RandomText random, Map<String, Grant> tokens) {
        this.sub = terms.sub();
        this.agentId = terms.agentId();
        this.jkt = terms.jkt();
        this.tiers = new TreeMap<>(terms.tiers());
        this.issuer = server.issuer();
        this.resource = server.resource();
        this.clock = server.clock();
        this.random = random;
        this.tokens = tokens;
        this.end = clock.instant().plus(LIFE);
        this.newest = random.next("tok_");
        issue(newest, TOKEN_LIFE);
    }

    /**
     * What is granted, to whom, by whom.
     *
     * @param sub the seller's pairwise identifier
     * @param agentId the operator's name for the agent
     * @param jkt the thumbprint of the agent's key
     * @param tiers whole scope names to tiers
     */
    record Terms(String sub, String agentId, String jkt, Map<String, String> tiers) {}

    /** The newest access token. */
    public String token() {
        return newest;
    }

    /** Another access token, now the newest; those before it still hold. */
    public String newToken() {
        return newToken(TOKEN_LIFE);
    }

    /** Another access token with this life; none or less for one that has lapsed. */
    public synchronized String newToken(Duration life) {
        String token = random.next("tok_");
        issue(token, life);
        newest = token;
        return token;
    }

    /** The newest token lapses now; the grant lives on. */
    public void lapse() {
        expiries.put(newest, clock.instant().minusSeconds(1));
    }

    /** The seller. */
    public String sub() {
        return sub;
    }

    /** Whole scope names to tiers. */
    public Map<String, String> tiers() {
        return Map.copyOf(tiers);
    }

    /** Edits each view from now on, after the edits before; the view it gets is fresh. */
    public synchronized void view(UnaryOperator<ObjectNode> change) {
        UnaryOperator<ObjectNode> before = edit;
        edit = view -> change.apply(before.apply(view));
    }

    /** From now on {@code revoked} (GRA-5). */
    public void revoke() {
        status = "revoked";
    }

    /** From now on {@code expired} (GRA-3). */
    public void expire() {
        status = "expired";
    }

    /** How it answers from now on. */
    public void answer(Introspection how) {
        introspection = how;
    }

    /** How often its tokens were asked about. */
    public int introspections() {
        return requests.size();
    }

    /** The introspection requests for its tokens, as they came. */
    public List<Received> requests() {
        return List.copyOf(requests);
    }

    /** The view of a token just now, edits included (GRA-2). */
    ObjectNode viewOf(String token) {
        Instant now = clock.instant();
        Instant expires = expiries.getOrDefault(token, Instant.EPOCH);
        String standing = status.equals("active") && !now.isBefore(end) ? "expired" : status;
        ObjectNode view = JsonNodeFactory.instance
                .objectNode()
                .put("active", standing.equals("active") && now.isBefore(expires))
                .put("scope", String.join(" ", tiers.keySet()))
                .put("sub", sub)
                .put("exp", expires.getEpochSecond())
                .put("grant_status", standing)
                .put("iss", issuer)
                .put("aud", resource);
        view.putObject("cnf").put("jkt", jkt);
        ObjectNode detail = view.putArray("authorization_details")
                .addObject()
                .put("type", "dev.rctp.agent_grant")
                .put("agent_id", agentId)
                .put("jkt", jkt);
        ObjectNode granted = detail.putObject("tiers");
        tiers.forEach(granted::put);
        return edit.apply(view);
    }

    Reply introspected(String token, Received request) {
        requests.add(request);
        return introspection.answer(Reply.json(200, viewOf(token)).with("Cache-Control", "no-store"));
    }

    private void issue(String token, Duration life) {
        expiries.put(token, clock.instant().plus(life));
        tokens.put(token, this);
    }
}
