package dev.rctp.msgsig;

import java.net.URI;
import java.util.Locale;

/** Signs an agent's requests with all that the gateway wants covered (SIG-2); safe for concurrent use. */
public final class RequestSigner {

    private final MessageSigner signer;
    private final String profile;

    /**
     * A signer for one agent.
     *
     * @param signer signs with a key of the operator's profile
     * @param profile the operator's profile URL
     */
    public RequestSigner(MessageSigner signer, String profile) {
        this.signer = signer;
        this.profile = profile;
    }

    /**
     * All the fields to send: those given, {@code ucp-agent}, {@code content-digest} for a body, and the signature.
     *
     * @param fields the caller's own, such as {@code authorization}, {@code idempotency-key} and {@code content-type}
     * @param body the raw body; empty for none
     */
    public HttpFields sign(String method, URI target, HttpFields fields, byte[] body) {
        HttpFields.Builder complete = fields.toBuilder().set("ucp-agent", "profile=\"" + profile + "\"");
        boolean hasBody = body.length > 0;
        if (hasBody) {
            complete.set("content-digest", ContentDigest.of(body));
        }
        RequestMessage request = message(method, target, complete.build());
        SignatureFields signature = signer.signRequest(request, CoveredComponents.ofRequest(request, hasBody));
        return complete.add("signature-input", signature.signatureInput())
                .add("signature", signature.signature())
                .build();
    }

    /** The request to this target as signatures see it (RFC 9421 2.2). */
    public static RequestMessage message(String method, URI target, HttpFields fields) {
        String scheme = target.getScheme().toLowerCase(Locale.ROOT);
        String path = target.getRawPath();
        return new RequestMessage(
                method,
                scheme,
                Authority.normalize(scheme, target.getRawAuthority()),
                path == null || path.isEmpty() ? "/" : path,
                target.getRawQuery(),
                fields);
    }
}
