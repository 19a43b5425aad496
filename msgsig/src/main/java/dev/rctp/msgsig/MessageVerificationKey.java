package dev.rctp.msgsig;

/**
 * A key that verifies signatures by one algorithm of RFC 9421, parsed once, safe for concurrent use. Whoever must
 * admit the algorithms of SIG-1 alone asks for a {@link VerificationKey}.
 */
public sealed interface MessageVerificationKey permits VerificationKey, RsaVerificationKey, HmacKey {

    /** The one algorithm that it is for. */
    HttpAlgorithm algorithm();

    /** Whether this is the signature of the data; false for every malformed signature. */
    boolean verify(byte[] data, byte[] signature);
}
