package dev.rctp.msgsig;

/**
 * Why a message does not count as signed.
 *
 * @param fault the first check that failed
 * @param sentence one sentence for the person who debugs the signer; quotes no value
 */
public record InvalidSignature(Fault fault, String sentence) implements SignatureVerdict {

    /** The checks, in their order. */
    public enum Fault {
        /** No signature with the label asked for, or one whose {@code tag} makes it another application's (SIG-1). */
        MISSING,
        /** The fields or components are malformed, or name what the message doesn't have. */
        MALFORMED,
        /** No {@code keyid}, or a key that is not known. */
        KEY_UNKNOWN,
        /** The {@code alg} parameter is not the key's algorithm (SIG-1, B10). */
        ALGORITHM_MISMATCH,
        /** A component that must be covered is not (B1). */
        COVERAGE_INSUFFICIENT,
        /** {@code Content-Digest} is missing or not that of the body (SIG-3, B2). */
        DIGEST_MISMATCH,
        /** Too old, from the future, expired, or without the {@code created} asked for (SIG-4). */
        OUT_OF_TIME,
        /** The signature is not the key's signature of this message. */
        WRONG
    }
}
