package dev.rctp.bench;

import dev.rctp.gateway.http.outbound.Origin;
import dev.rctp.gateway.http.outbound.OutboundRequest;
import dev.rctp.msgsig.ContentDigest;
import dev.rctp.msgsig.CoveredComponents;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.MessageSigner;
import dev.rctp.msgsig.RequestMessage;
import dev.rctp.msgsig.SigningKey;
import dev.rctp.registries.IdSource;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;

/** The agent, the seller's and a buyer's in one: makes calls, each with its own Idempotency-Key and signature. */
final class Agent {

    /** An opaque token of the usual length. */
    static final String TOKEN = "bench-3f7c1a9e5b2d4860917ac3e5d8f1b6027e94c5a1";

    private static final Duration DEADLINE = Duration.ofSeconds(15);
    private static final int LARGEST_ANSWER = 1 << 20;

    private final SigningKey key;
    private final MessageSigner signer;
    private final String profile;
    private final IdSource ids;

    Agent(SigningKey key, String profile, SecureRandom random) {
        this.key = key;
        this.signer = new MessageSigner(key, InstantSource.system());
        this.profile = profile;
        this.ids = IdSource.random(random);
    }

    /** The key it signs with. */
    SigningKey key() {
        return key;
    }

    /** An answer to a buyer's question, signed now. */
    OutboundRequest answerBuyer(Origin gateway, String path) {
        return signed(gateway, new Calls.Call(path, body(), true));
    }

    /** The call, signed now. */
    OutboundRequest signed(Origin gateway, Calls.Call call) {
        RequestMessage message = unsigned(gateway, call);
        HttpFields fields = signer.signRequest(message, CoveredComponents.ofRequest(message, true))
                .addTo(message.fields());
        return new OutboundRequest(gateway, "POST", call.path(), fields, call.body(), DEADLINE, LARGEST_ANSWER, false);
    }

    private RequestMessage unsigned(Origin gateway, Calls.Call call) {
        HttpFields fields = HttpFields.of(
                "accept",
                "application/json",
                "content-type",
                "application/json",
                "content-digest",
                ContentDigest.of(call.body()),
                "ucp-agent",
                "profile=\"" + profile + "\"",
                "idempotency-key",
                ids.next("key_"));
        HttpFields known = call.granted()
                ? fields.toBuilder().add("authorization", "Bearer " + TOKEN).build()
                : fields;
        return new RequestMessage("POST", "http", gateway.authority(), call.path(), null, known);
    }

    /** The body of an answer to a buyer. */
    static byte[] body() {
        return ("{\"text\":\"Yes, the original box and the charger are there, and the battery holds a day and a half."
                        + " I can ship it on Monday.\",\"in_reply_to\":\"q-4711\"}")
                .getBytes(StandardCharsets.UTF_8);
    }
}
