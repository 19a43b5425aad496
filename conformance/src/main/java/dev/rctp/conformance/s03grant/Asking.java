package dev.rctp.conformance.s03grant;

import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Agent;
import dev.rctp.registries.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** An operator that asks the judged server for a grant: a public client under its profile URL, with PKCE (GRA-7). */
final class Asking {

    private static final Map<String, String> TIERS =
            Map.of("dev.rctp.listing:answer_buyer", "auto", "dev.rctp.deal:offer_accept", "ask");

    private final Trial t;
    private final JudgedServer server;
    private final Agent agent;
    private final String verifier;
    private final String redirectUri;

    Asking(Trial t) {
        this.t = t;
        this.server = JudgedServer.of(t);
        this.agent = t.scene().sellerAgent();
        this.verifier = t.world().fresh(32);
        this.redirectUri = t.world().operators().base() + "/" + agent.operator() + "/callback";
    }

    JudgedServer server() {
        return server;
    }

    /** Who asks for whom. */
    Agent agent() {
        return agent;
    }

    /** The {@code agent_id} that is asked for. */
    String agentId() {
        return agent.agentId().replace('/', '-');
    }

    /** The tiers that are asked for. */
    Map<String, String> tiers() {
        return TIERS;
    }

    /** The parameters of a good request. */
    Map<String, String> parameters() {
        return parameters(TIERS, UnaryOperator.identity());
    }

    /** The parameters of a request for these tiers, its detail changed. */
    Map<String, String> parameters(Map<String, String> tiers, UnaryOperator<ObjectNode> change) {
        ObjectNode detail = JsonNodeFactory.instance
                .objectNode()
                .put("type", "dev.rctp.agent_grant")
                .put("agent_id", agentId())
                .put("jkt", agent.jkt());
        ObjectNode chosen = detail.putObject("tiers");
        tiers.forEach(chosen::put);
        ArrayNode details = JsonNodeFactory.instance.arrayNode().add(change.apply(detail));
        Map<String, String> all = new HashMap<>();
        all.put("response_type", "code");
        all.put("client_id", agent.profileUrl());
        all.put("redirect_uri", redirectUri);
        all.put("state", t.world().fresh(12));
        all.put("code_challenge", challenge());
        all.put("code_challenge_method", "S256");
        all.put("scope", String.join(" ", tiers.keySet()));
        all.put("authorization_details", details.toString());
        return all;
    }

    private String challenge() {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(Sha256.bytes(verifier.getBytes(StandardCharsets.US_ASCII)));
    }

    /** A code, as the seller's consent gives it. */
    String code() {
        String code = server.visit(parameters()).parameters().get("code");
        return t.needed(code, "The seller's consent gave no code.");
    }

    /** Redeems a code with the right verifier. */
    JudgedServer.Reply redeem(String code) {
        return redeem(code, verifier);
    }

    /** Redeems a code. */
    JudgedServer.Reply redeem(String code, String withVerifier) {
        return server.post(
                "token_endpoint",
                Map.of(
                        "grant_type", "authorization_code",
                        "code", code,
                        "redirect_uri", redirectUri,
                        "client_id", agent.profileUrl(),
                        "code_verifier", withVerifier));
    }

    /** The tokens of a fresh grant. */
    JudgedServer.Reply tokens() {
        return good(redeem(code()));
    }

    /** Sends a refresh token. */
    JudgedServer.Reply refresh(String token) {
        return server.post(
                "token_endpoint",
                Map.of("grant_type", "refresh_token", "refresh_token", token, "client_id", agent.profileUrl()));
    }

    /** Revokes a token (RFC 7009). */
    JudgedServer.Reply revoke(String token) {
        return server.post("revocation_endpoint", Map.of("token", token, "client_id", agent.profileUrl()));
    }

    /** The answer, which has to be tokens. */
    JudgedServer.Reply good(JudgedServer.Reply reply) {
        t.blockedUnless(
                reply.status() == 200
                        && !reply.get("access_token").isEmpty()
                        && !reply.get("refresh_token").isEmpty(),
                "Tokens were to be given, not " + reply.inShort() + ".");
        return reply;
    }

    /** Fails the test where the answer isn't {@code invalid_grant} (RFC 6749 5.2). */
    void isInvalidGrant(JudgedServer.Reply reply, String which) {
        t.that(reply.get("error").equals("invalid_grant"), which + " is `invalid_grant`, not " + reply.inShort() + ".");
    }
}
