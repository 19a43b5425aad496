package dev.rctp.msgsig;

import dev.rctp.msgsig.fields.Dictionary;
import dev.rctp.msgsig.fields.MalformedFieldException;
import dev.rctp.msgsig.fields.Member;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The two field values that carry a new signature with its label (RFC 9421 4).
 *
 * @param signatureInput value of {@code Signature-Input}
 * @param signature value of {@code Signature}
 */
public record SignatureFields(String signatureInput, String signature) {

    /** The fields with these two in place of any there were. */
    public HttpFields addTo(HttpFields fields) {
        return fields.toBuilder()
                .set("signature-input", signatureInput)
                .set("signature", signature)
                .build();
    }

    /**
     * The fields with these two after the signatures of other labels (RFC 9421 4.3); one of this label is replaced.
     *
     * @throws IllegalArgumentException where the fields that are there can't be read
     */
    public HttpFields replaceIn(HttpFields fields) {
        HttpFields.Builder others = fields.toBuilder();
        try {
            Set<String> labels =
                    Dictionary.parseUnique(signatureInput).members().keySet();
            without(labels, "signature-input", others, fields);
            without(labels, "signature", others, fields);
        } catch (MalformedFieldException e) {
            throw new IllegalArgumentException("the signatures that are there can't be read: " + e.getMessage(), e);
        }
        return addBeside(others.build());
    }

    private static void without(Set<String> labels, String name, HttpFields.Builder others, HttpFields fields)
            throws MalformedFieldException {
        Map<String, Member> members = new LinkedHashMap<>(
                Dictionary.parseUnique(fields.combined(name).orElse("")).members());
        if (members.keySet().removeAll(labels)) {
            others.remove(name);
            if (!members.isEmpty()) {
                others.add(name, new Dictionary(members).serialize());
            }
        }
    }

    /**
     * The fields with these two after the signatures there are (RFC 9421 4.3).
     *
     * @throws IllegalArgumentException where the label is taken (B8), or the fields that are there can't be read
     */
    public HttpFields addBeside(HttpFields fields) {
        HttpFields both = fields.toBuilder()
                .add("signature-input", signatureInput)
                .add("signature", signature)
                .build();
        try {
            ReceivedSignature.labels(both);
        } catch (MalformedSignatureException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        return both;
    }
}
