package dev.rctp.msgsig;

import dev.rctp.msgsig.InvalidSignature.Fault;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The checks of a message from a signer whose keys are known: whose signature it is, and then {@link SignedMessage}. */
final class SignatureCheck {

    static final String WEB_BOT_AUTH = "web-bot-auth";

    private final KeyLookup keys;
    private final Freshness freshness;
    private final InstantSource clock;

    SignatureCheck(KeyLookup keys, Freshness freshness, InstantSource clock) {
        this.keys = keys;
        this.freshness = freshness;
        this.clock = clock;
    }

    /** Holds the message to these components, and to the digest of a body always. */
    SignatureVerdict verify(HttpFields fields, byte[] body, List<String> required, SignedMessage.BaseSource source) {
        List<Component> components =
                new ArrayList<>(required.stream().map(SignatureCheck::component).toList());
        if (body.length > 0 || fields.contains("content-digest")) {
            components.add(component("\"content-digest\""));
        }
        SignedMessage message = new SignedMessage(
                fields,
                body,
                input -> gap(components, input),
                input -> freshness.objection(input, clock.instant()),
                source);
        return switch (ReceivedSignature.read(fields, MessageSigner.LABEL)) {
            case ReceivedSignature.Absent() -> invalid(Fault.MISSING, "There is no signature labelled sig1.");
            case ReceivedSignature.Malformed(String sentence) -> invalid(Fault.MALFORMED, sentence);
            case ReceivedSignature.Present(SignatureInput input, byte[] signature) -> verify(input, signature, message);
        };
    }

    private SignatureVerdict verify(SignatureInput input, byte[] signature, SignedMessage message) {
        String tag = input.tag();
        if (tag != null && !tag.equals(WEB_BOT_AUTH)) {
            return invalid(Fault.MISSING, "The signature's tag is another application's.");
        }
        String keyId = input.keyId();
        VerificationKey key = keyId == null ? null : keys.find(keyId);
        return key == null
                ? invalid(Fault.KEY_UNKNOWN, "The signature names no key that is known.")
                : message.judge(input, signature, key);
    }

    private static Optional<String> gap(List<Component> required, SignatureInput input) {
        return required.stream()
                .filter(component -> !input.covers(component))
                .map(Component::identifier)
                .findFirst();
    }

    private static Component component(String identifier) {
        try {
            return Component.parse(identifier);
        } catch (MalformedSignatureException e) {
            throw new IllegalArgumentException("not a component identifier: " + identifier, e);
        }
    }

    private static InvalidSignature invalid(Fault fault, String sentence) {
        return new InvalidSignature(fault, sentence);
    }
}
