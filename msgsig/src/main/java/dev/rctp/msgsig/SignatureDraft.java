package dev.rctp.msgsig;

import dev.rctp.msgsig.fields.BareItem;
import dev.rctp.msgsig.fields.ByteSequenceItem;
import dev.rctp.msgsig.fields.Dictionary;
import dev.rctp.msgsig.fields.InnerList;
import dev.rctp.msgsig.fields.IntegerItem;
import dev.rctp.msgsig.fields.Item;
import dev.rctp.msgsig.fields.Member;
import dev.rctp.msgsig.fields.Parameters;
import dev.rctp.msgsig.fields.StringItem;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A signature to be made of any message (RFC 9421 3.1): its label, what it covers, and its parameters in the order in
 * which they are given; immutable, each method gives another draft.
 */
public final class SignatureDraft {

    private final String label;
    private final List<Item> components;
    private final Map<String, Function<MessageSigningKey, BareItem>> parameters;
    private final FieldTypes types;

    private SignatureDraft(
            String label,
            List<Item> components,
            Map<String, Function<MessageSigningKey, BareItem>> parameters,
            FieldTypes types) {
        this.label = label;
        this.components = components;
        this.parameters = parameters;
        this.types = types;
    }

    /** A draft without components or parameters; throws {@link IllegalArgumentException} for a label that is no key (RFC 9651 3.2). */
    public static SignatureDraft labelled(String label) {
        new Dictionary(Map.of(label, new InnerList(List.of(), Parameters.NONE)));
        return new SignatureDraft(label, List.of(), Map.of(), FieldTypes.KNOWN);
    }

    /**
     * Covers these too, after those before.
     *
     * @param identifiers such as {@code "@method"} or {@code "signature";key="sig1";req}, with their quotes
     * @throws IllegalArgumentException for a malformed one
     */
    public SignatureDraft covering(String... identifiers) {
        List<Item> all = new ArrayList<>(components);
        for (String identifier : identifiers) {
            all.add(Component.constant(identifier).item());
        }
        return new SignatureDraft(label, List.copyOf(all), parameters, types);
    }

    /** Says when it was made; to the second. */
    public SignatureDraft created(Instant at) {
        return created(InstantSource.fixed(at));
    }

    /** Says of each signature when it is made. */
    SignatureDraft created(InstantSource clock) {
        return with("created", key -> new IntegerItem(clock.instant().getEpochSecond()));
    }

    /** Says when it ends; to the second. */
    public SignatureDraft expires(Instant at) {
        return with("expires", key -> new IntegerItem(at.getEpochSecond()));
    }

    /** Adds a value that makes it unlike any other; throws {@link IllegalArgumentException} for more than printable ASCII. */
    public SignatureDraft nonce(String nonce) {
        return with("nonce", nonce);
    }

    /** Names the algorithm, which is always the key's (B10). */
    public SignatureDraft alg() {
        return with("alg", key -> new StringItem(key.algorithm().httpName()));
    }

    /** Names the key; throws {@link IllegalArgumentException} for more than printable ASCII. */
    public SignatureDraft keyId(String keyId) {
        return with("keyid", keyId);
    }

    /** Names the application it is for; throws {@link IllegalArgumentException} for more than printable ASCII. */
    public SignatureDraft tag(String tag) {
        return with("tag", tag);
    }

    /** Applies {@code sf} to the fields of these types. */
    public SignatureDraft knowing(FieldTypes other) {
        return new SignatureDraft(label, components, parameters, other);
    }

    private SignatureDraft with(String name, String text) {
        StringItem item = new StringItem(text);
        return with(name, key -> item);
    }

    private SignatureDraft with(String name, Function<MessageSigningKey, BareItem> value) {
        Map<String, Function<MessageSigningKey, BareItem>> more = new LinkedHashMap<>(parameters);
        more.put(name, value);
        return new SignatureDraft(label, components, more, types);
    }

    /**
     * The signature of the message as it is now.
     *
     * @throws IllegalArgumentException for a component that is there twice or that the message doesn't have, and for
     *     an end that is not after the beginning
     */
    public SignatureFields sign(HttpMessage message, MessageSigningKey key) {
        try {
            SignatureInput input = input(key);
            byte[] signature = key.sign(SignatureBase.of(message, input, types).bytes());
            return new SignatureFields(
                    single(label, input.member()), single(label, Item.of(new ByteSequenceItem(signature))));
        } catch (MalformedSignatureException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private SignatureInput input(MessageSigningKey key) throws MalformedSignatureException {
        Map<String, BareItem> values = new LinkedHashMap<>();
        parameters.forEach((name, value) -> values.put(name, value.apply(key)));
        SignatureInput input = SignatureInput.of(new InnerList(components, new Parameters(values)));
        Long created = input.created();
        Long expires = input.expires();
        if (created != null && expires != null && expires <= created) {
            throw new IllegalArgumentException("the signature would end before it begins");
        }
        return input;
    }

    /** A Dictionary of this one member, which is no Boolean (RFC 9651 4.1.2). */
    private static String single(String label, Member member) {
        StringBuilder field = new StringBuilder(256).append(label).append('=');
        member.appendTo(field);
        return field.toString();
    }
}
