package dev.rctp.msgsig;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a verifier asks of one signature before its validity means anything (RFC 9421 3.2, 7.2.1; B1).
 *
 * @param label the one that is judged; others beside it are ignored
 * @param required what must be covered, each exactly so
 * @param body what must hold of the body
 * @param freshness how old it may be
 * @param tags the applications it may name
 * @param untagged whether it may also name none
 */
public record SignatureRules(
        String label, List<Component> required, Body body, Freshness freshness, Set<String> tags, boolean untagged) {

    private static final Component DIGEST_IN_TRAILER = Component.constant("\"content-digest\";tr");

    /** What must hold of the body; a {@code Content-Digest} that is there must be right in any case (B2). */
    public enum Body {
        /** A body needs a covered {@code Content-Digest} with {@code sha-256} or {@code sha-512}, in header or trailer (RFC 9530). */
        COVERED,
        /** A body needs a covered header {@code Content-Digest} with {@code sha-256}; others are ignored (SIG-3). */
        COVERED_BY_SHA_256,
        /** The signature may leave the body out: then nothing says that the signer wrote it. */
        MAY_BE_UNCOVERED
    }

    /** Keeps its own copies. */
    public SignatureRules {
        required = List.copyOf(required);
        tags = Set.copyOf(tags);
    }

    /**
     * A signature with this label and no tag, over the body and at least these components.
     *
     * @param required identifiers such as {@code "@method"} with its quotes
     * @throws IllegalArgumentException for a malformed one
     */
    public static SignatureRules of(String label, Freshness freshness, String... required) {
        List<Component> components =
                Arrays.stream(required).map(Component::constant).toList();
        return new SignatureRules(label, components, Body.COVERED, freshness, Set.of(), true);
    }

    /** The rules of signatures among RCTP's parties: {@code sig1}, a tag only if it is {@code web-bot-auth} (SIG-1, SIG-3). */
    static SignatureRules rctp(Freshness freshness, List<String> required) {
        List<Component> components = required.stream().map(Component::constant).toList();
        return new SignatureRules(
                MessageSigner.LABEL,
                components,
                Body.COVERED_BY_SHA_256,
                freshness,
                Set.of(ReceivedSignature.WEB_BOT_AUTH),
                true);
    }

    /** The same rules for signatures of this application, and of no other or none. */
    public SignatureRules forTag(String tag) {
        return new SignatureRules(label, required, body, freshness, Set.of(tag), false);
    }

    /** The same rules with another one for the body. */
    public SignatureRules withBody(Body other) {
        return new SignatureRules(label, required, other, freshness, tags, untagged);
    }

    boolean admitTag(SignatureInput input) {
        String tag = input.tag();
        return tag == null ? untagged : tags.contains(tag);
    }

    /** The first component that must be covered and is not. */
    Optional<String> gap(HttpMessage message, byte[] content, SignatureInput input) {
        return required.stream()
                .filter(component -> !input.covers(component))
                .map(Component::identifier)
                .findFirst()
                .or(() ->
                        bodyIsCovered(message, content, input) ? Optional.empty() : Optional.of("\"content-digest\""));
    }

    private boolean bodyIsCovered(HttpMessage message, byte[] content, SignatureInput input) {
        return switch (body) {
            case COVERED -> content.length == 0 || input.covers("content-digest") || input.covers(DIGEST_IN_TRAILER);
            case COVERED_BY_SHA_256 ->
                (content.length == 0 && !message.fields().contains("content-digest")) || input.covers("content-digest");
            case MAY_BE_UNCOVERED -> true;
        };
    }
}
