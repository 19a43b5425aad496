package dev.rctp.msgsig;

/**
 * The two field values that carry a new signature with the label {@code sig1} (RFC 9421 4).
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
}
