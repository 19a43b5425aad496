package dev.rctp.attest.deal;

/** The public key that an event must be signed by: that of the request which brought it (EVT-1). */
public interface EventKey {

    /** Its RFC 7638 thumbprint, which the event's {@code kid} must be. */
    String thumbprint();

    /** The one JOSE algorithm that its type and curve fix: {@code ES256}, {@code ES384} or {@code EdDSA} (B70). */
    String algorithm();

    /** Whether this is its signature of the input; asked only for one of the algorithm's exact width, with r and s in range (B67, B73). */
    boolean verifies(byte[] input, byte[] signature);
}
