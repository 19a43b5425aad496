package dev.rctp.attest;

import dev.rctp.registries.Sha256;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A refusal as the perimeter's entry tells it. */
final class RefusalBody {

    private static final Pattern PLAIN = Pattern.compile("[\\x21-\\x7e]{1,512}");

    private RefusalBody() {}

    static ObjectNode of(Refusal refusal, Instant at) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        put(body, "action", refusal.action());
        body.put("at", at.truncatedTo(ChronoUnit.MILLIS).toString());
        body.put("decision", "forbid");
        body.put("reason", refusal.reason().code());
        put(body, "cause", refusal.cause());
        put(body, "agent", refusal.agent());
        put(body, "operator", refusal.operator());
        put(body, "request_id", refusal.requestId());
        put(body, "door", refusal.door());
        put(body, "evidence_digest", refusal.evidenceDigest());
        return body;
    }

    /** Text that is long or not plain ASCII comes from who was refused, and enters only as its digest. */
    private static void put(ObjectNode body, String member, @Nullable String text) {
        if (text != null) {
            boolean plain = PLAIN.matcher(text).matches();
            body.put(member, plain ? text : Sha256.text(text.getBytes(StandardCharsets.UTF_8)));
        }
    }
}
