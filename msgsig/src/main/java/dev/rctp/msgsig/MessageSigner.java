package dev.rctp.msgsig;

import dev.rctp.msgsig.fields.Item;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Signs messages with label {@code sig1}, {@code created} and {@code keyid} (RFC 9421 3.1; SIG-1, RSP-1, PRX-6); safe for concurrent use. */
public final class MessageSigner {

    /** The label of every RCTP signature (SIG-1). */
    public static final String LABEL = "sig1";

    private static final int MOST_COMPONENTS = 256;
    private static final SignatureDraft DRAFT = SignatureDraft.labelled(LABEL);

    private final Map<String, Item> components = new ConcurrentHashMap<>();
    private final SigningKey key;
    private final InstantSource clock;

    /** A signer with this key, whose thumbprint becomes {@code keyid}. */
    public MessageSigner(SigningKey key, InstantSource clock) {
        this.key = key;
        this.clock = clock;
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

    private SignatureFields sign(HttpMessage message, List<String> identifiers) {
        return DRAFT.covering(identifiers.stream().map(this::component).toList())
                .created(clock.instant())
                .keyId(key.thumbprint())
                .sign(message, key);
    }

    /** Identifiers are the caller's constants, few and the same on every call, so each is parsed once. */
    private Item component(String identifier) {
        Item known = components.get(identifier);
        if (known == null) {
            known = Component.constant(identifier).item();
            if (components.size() < MOST_COMPONENTS) {
                components.put(identifier, known);
            }
        }
        return known;
    }
}
