package dev.rctp.bench;

import dev.rctp.gateway.http.outbound.Origin;
import dev.rctp.gateway.http.outbound.OutboundRequest;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.Freshness;
import dev.rctp.msgsig.KeyLookup;
import dev.rctp.msgsig.MalformedKeyException;
import dev.rctp.msgsig.RequestMessage;
import dev.rctp.msgsig.RequestVerifier;
import dev.rctp.msgsig.SigningKey;
import dev.rctp.msgsig.ValidSignature;
import dev.rctp.msgsig.VerificationKey;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Map;

/** One verification and four signatures by P-256, and beside them the whole check of a message, at the calls' rate. */
final class SignatureParts {

    private static final int MESSAGE_BYTES = 600; // what a signature base or an entry's signing input is long
    private static final int SIGNATURES = 4; // two entries, the answer, the upstream request

    private final SigningKey key;
    private final VerificationKey publicKey;
    private final byte[] message = new byte[MESSAGE_BYTES];
    private final RequestMessage call;
    private final RequestVerifier verifier;
    private final ThreadCpu verify = new ThreadCpu();
    private final ThreadCpu sign = new ThreadCpu();
    private final ThreadCpu wholeMessage = new ThreadCpu();

    SignatureParts(Cryptography cryptography) throws MalformedKeyException {
        SecureRandom random = new SecureRandom();
        random.nextBytes(message);
        this.key = cryptography.generate();
        this.publicKey = cryptography.verificationKey(key.publicJwk());
        Agent agent = new Agent(key, "http://127.0.0.1:8080/.well-known/ucp", random);
        Origin gateway = new Origin(false, "127.0.0.1", 8443);
        OutboundRequest signed = agent.answerBuyer(gateway, Store.answersPath(0));
        this.call = new RequestMessage("POST", "http", gateway.authority(), signed.target(), null, signed.fields());
        this.verifier = new RequestVerifier(KeyLookup.of(publicKey), Freshness.STRICT, InstantSource.system());
    }

    /** Does it all once. */
    void once() throws Exception {
        byte[] signature = key.sign(message);
        verify.spend(() -> require(publicKey.verify(message, signature)));
        for (int i = 0; i < SIGNATURES; i++) {
            sign.spend(() -> key.sign(message));
        }
        wholeMessage.spend(() -> require(verifier.verify(call, Agent.body()) instanceof ValidSignature));
    }

    private static void require(boolean valid) {
        if (!valid) {
            throw new IllegalStateException("a good signature is not taken");
        }
    }

    /** Starts the measurement. */
    void reset() {
        verify.reset();
        sign.reset();
        wholeMessage.reset();
    }

    /** Microseconds by part; the signatures together. */
    Map<Part, Double> micros() {
        return Map.of(
                Part.VERIFY, verify.micros(),
                Part.SIGNATURES, sign.micros() * SIGNATURES,
                Part.WHOLE_MESSAGE, wholeMessage.micros());
    }
}
