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

/** Puts calls away until their sellers have answered, exact body, token and all, sealed; and takes them out again (APR-1, APR-6). */
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
     * @param keys seal what is held
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
        text.put("body", request.body());
        text.put("authorization", operation.credentials().authorization());
        SealedBox box = SealedBox.seal(JSON.writeValueAsBytes(text), bound(approval), keys.current(), random);
        return new HeldCall(box.keyId(), box.bytes());
    }

    private JsonNode open(String approval, HeldCall held) {
        return JSON.readTree(new SealedBox(held.keyId(), held.box()).open(bound(approval), keys));
    }

    /** The exact body of the call that this approval holds. */
    public byte[] body(String approval, HeldCall held) {
        return open(approval, held).path("body").binaryValue();
    }

    /** The call as it came, with credentials that tell what holds of its agent now. */
    Operation takeOut(Question question, HeldCall held) {
        JsonNode text = open(question.id(), held);
        byte[] body = text.path("body").binaryValue();
        Map<String, String> ids = new LinkedHashMap<>();
        text.path("ids").forEachEntry((name, id) -> ids.put(name, id.stringValue()));
        String[] fields =
                text.path("fields").valueStream().map(JsonNode::stringValue).toArray(String[]::new);
        Action action = actions.get(question.action());
        if (action == null) {
            throw new IllegalStateException("a held call's verb is no longer configured");
        }
        return new Operation(
                action,
                ids,
                new Payload.Json(body),
                text.path("payload_digest").stringValue(),
                null,
                new Kept(
                        question.agent(),
                        text.path("authorization").stringValue(null),
                        text.path("evidence_digest").stringValue()),
                new UpstreamRequest(
                        text.path("method").stringValue(),
                        text.path("target").stringValue(),
                        HttpFields.of(fields),
                        body),
                new Operation.Origin(
                        text.path("door").stringValue(),
                        text.path("request_id").stringValue(),
                        text.path("address").stringValue()));
    }

    private static byte[] bound(String approval) {
        return ("held call of " + approval).getBytes(StandardCharsets.UTF_8);
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
