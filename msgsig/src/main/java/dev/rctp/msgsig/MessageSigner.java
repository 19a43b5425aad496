package dev.rctp.msgsig;

import java.time.InstantSource;
import java.util.List;

/** Signs messages with label {@code sig1}, {@code created} and {@code keyid} (RFC 9421 3.1; SIG-1, RSP-1, PRX-6); safe for concurrent use. */
public final class MessageSigner {

    /** The label of every RCTP signature (SIG-1). */
    public static final String LABEL = "sig1";

    private final ByComponents<SignatureDraft> drafts;
    private final SigningKey key;

    /** A signer with this key, whose thumbprint becomes {@code keyid}. */
    public MessageSigner(SigningKey key, InstantSource clock) {
        SignatureDraft empty = SignatureDraft.labelled(LABEL);
        this.key = key;
        this.drafts = new ByComponents<>(components ->
                empty.covering(components.toArray(String[]::new)).created(clock).keyId(key.thumbprint()));
    }

    /**
     * A signature of the request.
     *
     * @param components as in {@code Signature-Input}, such as {@code "@method"} with its quotes
     * @throws IllegalArgumentException for a malformed component or one that the request doesn't have
     */
    public SignatureFields signRequest(RequestMessage request, List<String> components) {
        return sign(request, components);
    }

    /**
     * A signature of the response, bound to its request by the components with {@code req}.
     *
     * @param components as in {@code Signature-Input}, such as {@code "@method";req}
     * @throws IllegalArgumentException for a malformed component or one that the message doesn't have
     */
    public SignatureFields signResponse(ResponseMessage response, RequestMessage request, List<String> components) {
        return sign(response.to(request), components);
    }

    private SignatureFields sign(HttpMessage message, List<String> components) {
        return drafts.of(components).sign(message, key);
    }
}
