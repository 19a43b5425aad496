package dev.rctp.gateway.enforce;

import dev.rctp.approval.HeldCall;
import dev.rctp.approval.Question;
import dev.rctp.msgsig.Authentication;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.StandingAgents;
import dev.rctp.registries.Action;
import dev.rctp.terms.SealedBox;
import dev.rctp.terms.SealingKeys;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Puts calls away until their sellers have answered, exact body and sealed token, and takes them out again (APR-1, APR-6). */
public final class HeldCalls {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Map<String, Action> actions;
    private final SealingKeys keys;
    private final SecureRandom random;
    private final StandingAgents agents;

    /**
     * Creates it.
     *
     * @param actions the actions as configured
     * @param keys seal tokens
     * @param agents tells whether an agent is still its operator's
     */
    public HeldCalls(List<Action> actions, SealingKeys keys, SecureRandom random, StandingAgents agents) {
        this.actions = actions.stream().collect(Collectors.toUnmodifiableMap(Action::name, Function.identity()));
        this.keys = keys;
        this.random = random;
        this.agents = agents;
    }

    HeldCall putAway(GrantedCall call, String approval) {
        Operation operation = call.operation();
        UpstreamRequest request = operation.upstream();
        ObjectNode text = JSON.createObjectNode();
        ObjectNode ids = text.putObject("ids");
        operation.subjectIds().forEach(ids::put);
        text.put("payload_digest", operation.payloadDigest());
        text.put("evidence_digest", operation.credentials().digest());
        text.put("door", operation.origin().door());
        text.put("request_id", operation.origin().requestId());
        text.put("address", operation.origin().address());
        text.put("method", request.method()).put("target", request.target());
        ArrayNode fields = text.putArray("fields");
        request.fields().lines().forEach(line -> fields.add(line.name()).add(line.value()));
        SealedBox token = SealedBox.seal(
                String.valueOf(operation.credentials().authorization()).getBytes(StandardCharsets.UTF_8),
                bound(approval),
                keys.current(),
                random);
        text.put("token_key", token.keyId());
        return new HeldCall(JSON.writeValueAsString(text), request.body(), token.bytes());
    }

    /** The call as it came, with credentials that tell what holds of its agent now. */
    Operation takeOut(Question question, HeldCall held) {
        JsonNode text = JSON.readTree(held.call());
        Map<String, String> ids = new LinkedHashMap<>();
        text.path("ids").forEachEntry((name, id) -> ids.put(name, id.stringValue()));
        String[] fields =
                text.path("fields").valueStream().map(JsonNode::stringValue).toArray(String[]::new);
        byte[] token = held.token();
        String authorization = token == null
                ? null
                : new String(
                        new SealedBox(text.path("token_key").stringValue(), token).open(bound(question.id()), keys),
                        StandardCharsets.UTF_8);
        Action action = actions.get(question.action());
        if (action == null) {
            throw new IllegalStateException("a held call's verb is no longer configured");
        }
        return new Operation(
                action,
                ids,
                new Payload.Json(held.body()),
                text.path("payload_digest").stringValue(),
                null,
                new Kept(
                        question.agent(),
                        authorization,
                        text.path("evidence_digest").stringValue()),
                new UpstreamRequest(
                        text.path("method").stringValue(),
                        text.path("target").stringValue(),
                        HttpFields.of(fields),
                        held.body()),
                new Operation.Origin(
                        text.path("door").stringValue(),
                        text.path("request_id").stringValue(),
                        text.path("address").stringValue()));
    }

    private static byte[] bound(String approval) {
        return ("token of " + approval).getBytes(StandardCharsets.UTF_8);
    }

    /** What a held call came with; whose it is is asked anew, since its signature was verified when it came. */
    private final class Kept implements Credentials {

        private final Question.Asking agent;
        private final @Nullable String authorization;
        private final String digest;

        Kept(Question.Asking agent, @Nullable String authorization, String digest) {
            this.agent = agent;
            this.authorization = authorization;
            this.digest = digest;
        }

        @Override
        public Authentication authenticate() throws InterruptedException {
            return agents.find(agent.operator(), agent.jkt());
        }

        @Override
        public @Nullable String authorization() {
            return authorization;
        }

        @Override
        public String digest() {
            return digest;
        }
    }
}
