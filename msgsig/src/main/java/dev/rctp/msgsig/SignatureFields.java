package dev.rctp.msgsig;

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
