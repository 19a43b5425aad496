package dev.rctp.msgsig;

import dev.rctp.msgsig.fields.BareItem;
import dev.rctp.msgsig.fields.ByteSequenceItem;
import dev.rctp.msgsig.fields.InnerList;
import dev.rctp.msgsig.fields.IntegerItem;
import dev.rctp.msgsig.fields.Item;
import dev.rctp.msgsig.fields.Parameters;
import dev.rctp.msgsig.fields.StringItem;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Signs messages with label {@code sig1}, {@code created} and {@code keyid} (RFC 9421 3.1; SIG-1, RSP-1, PRX-6); safe for concurrent use. */
public final class MessageSigner {

    /** The label of every RCTP signature (SIG-1). */
    public static final String LABEL = "sig1";

    private static final int MOST_COMPONENTS = 256;

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
        try {
            SignatureInput input = input(components);
            return fields(input, SignatureBase.ofRequest(request, input));
        } catch (MalformedSignatureException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /**
     * A signature of the response, bound to its request by the components with {@code req}.
     *
     * @param components as in {@code Signature-Input}, such as {@code "@method";req}
     * @throws IllegalArgumentException for a malformed component or one that the message doesn't have
     */
    public SignatureFields signResponse(ResponseMessage response, RequestMessage request, List<String> components) {
        try {
            SignatureInput input = input(components);
            return fields(input, SignatureBase.ofResponse(response, request, input));
        } catch (MalformedSignatureException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private SignatureInput input(List<String> identifiers) throws MalformedSignatureException {
        List<Item> items = new ArrayList<>(identifiers.size());
        for (String identifier : identifiers) {
            items.add(component(identifier));
        }
        Map<String, BareItem> parameters = new LinkedHashMap<>();
        parameters.put("created", new IntegerItem(clock.instant().getEpochSecond()));
        parameters.put("keyid", new StringItem(key.thumbprint()));
        return SignatureInput.of(new InnerList(items, new Parameters(parameters)));
    }

    /** Identifiers are the caller's constants, few and the same on every call, so each is parsed once. */
    private Item component(String identifier) throws MalformedSignatureException {
        Item known = components.get(identifier);
        if (known == null) {
            known = Component.parse(identifier).item();
            if (components.size() < MOST_COMPONENTS) {
                components.put(identifier, known);
            }
        }
        return known;
    }

    private SignatureFields fields(SignatureInput input, SignatureBase base) {
        ByteSequenceItem signature = new ByteSequenceItem(key.sign(base.bytes()));
        return new SignatureFields(LABEL + "=" + input.serialize(), LABEL + "=" + signature.serialize());
    }
}
