package dev.rctp.msgsig;

import dev.rctp.msgsig.fields.ByteSequenceItem;
import dev.rctp.msgsig.fields.Dictionary;
import dev.rctp.msgsig.fields.Item;
import dev.rctp.msgsig.fields.MalformedFieldException;
import dev.rctp.msgsig.fields.Member;
import java.util.List;
import java.util.Set;

/** The signature with one label in {@code Signature-Input} and {@code Signature} (RFC 9421 4); not yet verified. */
public sealed interface ReceivedSignature {

    /** The one tag of a signature that is ours (SIG-1). */
    String WEB_BOT_AUTH = "web-bot-auth";

    /**
     * It is there and well formed.
     *
     * @param input what it covers
     * @param signature its bytes
     */
    record Present(SignatureInput input, byte[] signature) implements ReceivedSignature {}

    /** Neither field has the label. */
    record Absent() implements ReceivedSignature {}

    /**
     * A field can't be read, or only one of them has the label.
     *
     * @param sentence what is wrong, without quoting values
     */
    record Malformed(String sentence) implements ReceivedSignature {}

    /** Reads the signature with this label; other labels are ignored, but a label given twice spoils all (B8). */
    static ReceivedSignature read(HttpFields fields, String label) {
        try {
            Member input = dictionary(fields, "signature-input").get(label);
            Member signature = dictionary(fields, "signature").get(label);
            if (input == null && signature == null) {
                return new Absent();
            }
            if (input == null || signature == null) {
                return new Malformed("Only one of Signature-Input and Signature has the label.");
            }
            if (!(signature instanceof Item item && item.value() instanceof ByteSequenceItem bytes)) {
                return new Malformed("The signature is not a byte sequence.");
            }
            return new Present(SignatureInput.of(input), bytes.bytes());
        } catch (MalformedSignatureException e) {
            return new Malformed(e.sentence());
        }
    }

    /** As {@link #read(HttpFields, String)}, also from the trailers, which may carry both fields (RFC 9421 4.1, 4.2). */
    static ReceivedSignature read(HttpMessage message, String label) {
        return read(withTrailers(message.fields(), message.trailers()), label);
    }

    private static HttpFields withTrailers(HttpFields header, HttpFields trailers) {
        if (trailers.lines().isEmpty()) {
            return header;
        }
        HttpFields.Builder both = header.toBuilder();
        for (String name : List.of("signature-input", "signature")) {
            trailers.values(name).forEach(value -> both.add(name, value));
        }
        return both.build();
    }

    /**
     * The labels of all signatures, well formed or not, in their order.
     *
     * @throws MalformedSignatureException where the fields can't be read, a label is there twice (B8), or one is in one field only
     */
    static List<String> labels(HttpFields fields) throws MalformedSignatureException {
        Set<String> inputs = dictionary(fields, "signature-input").members().keySet();
        if (!inputs.equals(dictionary(fields, "signature").members().keySet())) {
            throw new MalformedSignatureException("Signature-Input and Signature have different labels.");
        }
        return List.copyOf(inputs);
    }

    private static Dictionary dictionary(HttpFields fields, String name) throws MalformedSignatureException {
        try {
            return Dictionary.parseUnique(fields.combined(name).orElse(""));
        } catch (MalformedFieldException e) {
            throw new MalformedSignatureException("The field " + name + " is malformed: " + e.getMessage() + ".");
        }
    }
}
