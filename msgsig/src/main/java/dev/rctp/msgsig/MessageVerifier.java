package dev.rctp.msgsig;

import dev.rctp.msgsig.InvalidSignature.Fault;
import java.time.InstantSource;

/** Verifies signatures of any message by keys that are known (RFC 9421 3.2); safe for concurrent use. */
public final class MessageVerifier {

    private final MessageKeys keys;
    private final InstantSource clock;
    private final FieldTypes types;

    /** A verifier that takes keys from the lookup and judges age by the clock. */
    public MessageVerifier(MessageKeys keys, InstantSource clock) {
        this(keys, clock, FieldTypes.KNOWN);
    }

    private MessageVerifier(MessageKeys keys, InstantSource clock, FieldTypes types) {
        this.keys = keys;
        this.clock = clock;
        this.types = types;
    }

    /** A verifier that applies {@code sf} to the fields of these types. */
    public MessageVerifier knowing(FieldTypes other) {
        return new MessageVerifier(keys, clock, other);
    }

    /**
     * Judges the signature that the rules name; one without {@code keyid} is of no key that is known.
     *
     * @param message with its signature fields
     * @param body the raw body, empty for none
     */
    public SignatureVerdict verify(HttpMessage message, byte[] body, SignatureRules rules) {
        return switch (ReceivedSignature.read(message, rules.label())) {
            case ReceivedSignature.Absent() ->
                invalid(Fault.MISSING, "There is no signature labelled " + rules.label() + ".");
            case ReceivedSignature.Malformed(String sentence) -> invalid(Fault.MALFORMED, sentence);
            case ReceivedSignature.Present(SignatureInput input, byte[] signature) ->
                verify(input, signature, message, body, rules);
        };
    }

    private SignatureVerdict verify(
            SignatureInput input, byte[] signature, HttpMessage message, byte[] body, SignatureRules rules) {
        if (!rules.admitTag(input)) {
            return invalid(Fault.MISSING, "The signature's tag is another application's.");
        }
        String keyId = input.keyId();
        MessageVerificationKey key = keyId == null ? null : keys.find(keyId);
        if (key == null) {
            return invalid(Fault.KEY_UNKNOWN, "The signature names no key that is known.");
        }
        return new SignedMessage(
                        message,
                        body,
                        rules.body(),
                        types,
                        claimed -> rules.gap(message, body, claimed),
                        claimed -> rules.freshness().objection(claimed, clock.instant()))
                .judge(input, signature, key);
    }

    private static InvalidSignature invalid(Fault fault, String sentence) {
        return new InvalidSignature(fault, sentence);
    }
}
