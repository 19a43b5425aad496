package dev.rctp.msgsig.agent;

import dev.rctp.msgsig.Freshness;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.InvalidSignature;
import dev.rctp.msgsig.KeyLookup;
import dev.rctp.msgsig.RequestMessage;
import dev.rctp.msgsig.RequestSigner;
import dev.rctp.msgsig.ResponseMessage;
import dev.rctp.msgsig.ResponseVerifier;
import dev.rctp.msgsig.SignatureVerdict;
import dev.rctp.msgsig.ValidSignature;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.InstantSource;

/** Tells an agent whether an answer is the gateway's, unaltered, and to this very request (RSP-1); safe for concurrent use. */
public final class AnswerVerifier {

    private final ResponseVerifier verifier;

    /**
     * A verifier.
     *
     * @param gateway the gateway's keys, such as its {@code GatewayProfile}
     * @param clock answers are at most 300 s old by it
     */
    public AnswerVerifier(KeyLookup gateway, InstantSource clock) {
        this.verifier = new ResponseVerifier(gateway, Freshness.STRICT, clock);
    }

    /** A verifier by the system's clock. */
    public AnswerVerifier(KeyLookup gateway) {
        this(gateway, InstantSource.system());
    }

    /** Judges the answer to a request that {@link RequestSigner#sign(HttpRequest)} made. */
    public AnswerVerdict verify(HttpResponse<byte[]> answer) {
        HttpRequest request = answer.request();
        RequestMessage sent = RequestSigner.message(request.method(), request.uri(), fields(request.headers()));
        return verify(answer.statusCode(), fields(answer.headers()), answer.body(), sent);
    }

    /**
     * Judges an answer of any HTTP client.
     *
     * @param body the raw body, empty for none
     * @param sent the request with its signature fields
     */
    public AnswerVerdict verify(int status, HttpFields fields, byte[] body, RequestMessage sent) {
        SignatureVerdict verdict = verifier.verify(new ResponseMessage(status, fields), body, sent);
        return switch (verdict) {
            case ValidSignature valid -> new ProvenAnswer(status, fields, body, valid.keyId());
            case InvalidSignature invalid -> new AnswerVerdict.Unproven(invalid.fault(), invalid.sentence());
        };
    }

    /** The fields of a message of {@code java.net.http}. */
    private static HttpFields fields(HttpHeaders headers) {
        HttpFields.Builder fields = HttpFields.none().toBuilder();
        headers.map().forEach((name, values) -> values.forEach(value -> fields.add(name, value)));
        return fields.build();
    }
}
