package dev.rctp.gateway.store;

import dev.rctp.attest.Receipt;
import dev.rctp.attest.Subject;
import dev.rctp.gateway.enforce.BearerChallenge;
import dev.rctp.gateway.enforce.Decision;
import dev.rctp.registries.Reason;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A decision as the text that the call table keeps: the value, not its rendering by any door. */
final class DecisionText {

    private final JsonMapper json = JsonMapper.builder().build();

    String write(Decision decision) {
        ObjectNode text = json.createObjectNode();
        switch (decision) {
            case Decision.Auto auto -> {
                text.put("status", auto.status());
                text.set("body", auto.body());
            }
            case Decision.Recorded recorded -> text.put("recorded", recorded.status());
            case Decision.Ask ask -> text.set("asked", ask.request());
            case Decision.Forbid forbid -> write(forbid, text);
        }
        Receipt receipt = decision.receipt();
        if (receipt != null) {
            text.putObject("receipt")
                    .put("type", receipt.subject().type())
                    .put("id", receipt.subject().id())
                    .put("seq", receipt.seq())
                    .put("hash", receipt.hash());
        }
        return json.writeValueAsString(text);
    }

    private static void write(Decision.Forbid forbid, ObjectNode text) {
        if (forbid.action() != null) {
            text.put("action", forbid.action());
        }
        text.put("reason", forbid.reason().code());
        text.put("sentence", forbid.sentence());
        ObjectNode detail = text.putObject("detail");
        forbid.detail().forEach(detail::put);
        if (!forbid.unmet().isEmpty()) {
            forbid.unmet().forEach(text.putArray("unmet")::add);
        }
        if (forbid.retryAfter() != null) {
            text.put("retry_after_s", forbid.retryAfter().toSeconds());
        }
    }

    Decision read(String kept) {
        JsonNode text = json.readTree(kept);
        JsonNode receipt = text.get("receipt");
        if (text.has("recorded")) {
            return new Decision.Recorded(text.path("recorded").asInt(), receipt(text.path("receipt")));
        }
        Decision decision = decision(text);
        return receipt == null ? decision : decision.withReceipt(receipt(receipt));
    }

    private static Decision decision(JsonNode text) {
        if (text.has("reason")) {
            return forbid(text);
        }
        return text.get("asked") instanceof ObjectNode request
                ? new Decision.Ask(request, null)
                : new Decision.Auto(text.path("status").asInt(), text.path("body"), null);
    }

    private static Decision.Forbid forbid(JsonNode text) {
        String code = text.path("reason").asString();
        Reason reason = Reason.ofCode(code)
                .orElseThrow(() -> new IllegalStateException("a kept decision has the unregistered reason " + code));
        Map<String, String> detail = new LinkedHashMap<>();
        text.path("detail")
                .propertyStream()
                .forEach(e -> detail.put(e.getKey(), e.getValue().asString()));
        return new Decision.Forbid(
                optional(text.get("action")),
                reason,
                text.path("sentence").asString(),
                detail,
                text.path("unmet").valueStream().map(JsonNode::asString).toList(),
                noChallenge(),
                text.has("retry_after_s")
                        ? Duration.ofSeconds(text.path("retry_after_s").asLong())
                        : null,
                null);
    }

    /** Refusals that carry a challenge are the grant's, and those are never kept (IDM-1). */
    private static @Nullable BearerChallenge noChallenge() {
        return null;
    }

    private static @Nullable String optional(@Nullable JsonNode node) {
        return node == null ? null : node.asString();
    }

    private static Receipt receipt(JsonNode text) {
        Subject subject =
                new Subject(text.path("type").asString(), text.path("id").asString());
        return new Receipt(subject, text.path("seq").asLong(), text.path("hash").asString());
    }
}
