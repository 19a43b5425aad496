package dev.rctp.msgsig;

import java.time.InstantSource;
import java.util.List;

/** Verifies requests from a signer whose keys are known: a marketplace its gateway's (PRX-6), an operator a webhook (WHK-1). */
public final class RequestVerifier {

    private final MessageVerifier verifier;
    private final ByComponents<SignatureRules> rules;

    /** A verifier that takes keys from the lookup and judges age by the clock. */
    public RequestVerifier(KeyLookup keys, Freshness freshness, InstantSource clock) {
        this.verifier = new MessageVerifier(keys, clock);
        this.rules = new ByComponents<>(required -> SignatureRules.rctp(freshness, required));
    }

    /** Verifies a signature that must cover what {@link CoveredComponents#ofRequest} lists. */
    public SignatureVerdict verify(RequestMessage request, byte[] body) {
        return verify(request, body, CoveredComponents.ofRequest(request, body.length > 0));
    }

    /**
     * Verifies a signature that must cover these components; the digest of a body always.
     *
     * @param body the raw body, empty for none
     * @param required component identifiers such as {@code "@method"} with its quotes
     */
    public SignatureVerdict verify(RequestMessage request, byte[] body, List<String> required) {
        return verifier.verify(request, body, rules.of(required));
    }
}
