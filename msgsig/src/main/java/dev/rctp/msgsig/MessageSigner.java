package dev.rctp.msgsig;

import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/** Signs messages with label {@code sig1}, {@code created} and {@code keyid} (RFC 9421 3.1; SIG-1, RSP-1, PRX-6); safe for concurrent use. */
public final class MessageSigner {

    /** The label of every RCTP signature (SIG-1). */
    public static final String LABEL = "sig1";

    private final Supplier<SigningKey> keys;
    private final InstantSource clock;
    private volatile Drafts drafts;

    /** What is prepared for one key. */
    private record Drafts(SigningKey key, ByComponents<SignatureDraft> each) {

        static Drafts of(SigningKey key, InstantSource clock) {
            SignatureDraft empty = SignatureDraft.labelled(LABEL);
            return new Drafts(
                    key,
                    new ByComponents<>(components -> empty.covering(components.toArray(String[]::new))
                            .created(clock)
                            .keyId(key.thumbprint())));
        }
    }

    /** A signer with this key, whose thumbprint becomes {@code keyid}. */
    public MessageSigner(SigningKey key, InstantSource clock) {
        this(() -> key, clock);
    }

    /** A signer with the key that is given at each signature. */
    public MessageSigner(Supplier<SigningKey> keys, InstantSource clock) {
        this.keys = keys;
        this.clock = clock;
        this.drafts = Drafts.of(keys.get(), clock);
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
        SigningKey key = keys.get();
        Drafts ready = drafts;
        if (!ready.key().thumbprint().equals(key.thumbprint())) {
            ready = Drafts.of(key, clock);
            drafts = ready;
        }
        return ready.each().of(components).sign(message, key);
    }
}
