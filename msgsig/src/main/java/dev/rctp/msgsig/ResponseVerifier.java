package dev.rctp.msgsig;

import java.time.InstantSource;
import java.util.List;

/** Verifies the gateway's answers for an operator that knows the gateway's keys (RSP-1). */
public final class ResponseVerifier {

    private final MessageVerifier verifier;
    private final ByComponents<SignatureRules> rules;

    /** A verifier that takes keys from the lookup and judges age by the clock. */
    public ResponseVerifier(KeyLookup keys, Freshness freshness, InstantSource clock) {
        this.verifier = new MessageVerifier(keys, clock);
        this.rules = new ByComponents<>(required -> SignatureRules.rctp(freshness, required));
    }

    /** Verifies a signature that must cover what {@link CoveredComponents#ofAnswer} lists: the answer and its request. */
    public SignatureVerdict verify(ResponseMessage response, byte[] body, RequestMessage request) {
        return verify(response, body, request, CoveredComponents.ofAnswer(response, request, body.length > 0));
    }

    /**
     * Verifies a signature that must cover these components; the digest of a body always.
     *
     * @param body the raw body, empty for none
     * @param request what was sent, with its signature fields
     * @param required component identifiers such as {@code "@method";req}
     */
    public SignatureVerdict verify(
            ResponseMessage response, byte[] body, RequestMessage request, List<String> required) {
        return verifier.verify(response.to(request), body, rules.of(required));
    }
}
