package dev.rctp.msgsig;

import dev.rctp.msgsig.fields.ByteSequenceItem;
import dev.rctp.msgsig.fields.Dictionary;
import dev.rctp.msgsig.fields.Item;
import dev.rctp.msgsig.fields.MalformedFieldException;
import dev.rctp.msgsig.fields.Member;

/** The signature with one label in {@code Signature-Input} and {@code Signature} (RFC 9421 4); not yet verified. */
public sealed interface ReceivedSignature {

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

    private static Dictionary dictionary(HttpFields fields, String name) throws MalformedSignatureException {
        try {
            return Dictionary.parseUnique(fields.combined(name).orElse(""));
        } catch (MalformedFieldException e) {
            throw new MalformedSignatureException("The field " + name + " is malformed: " + e.getMessage() + ".");
        }
    }
}
