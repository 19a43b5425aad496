package dev.rctp.msgsig;

/** The algorithms of SIG-1, and no others; which one applies is the key's to say, never the message's. */
public enum SignatureAlgorithm implements HttpAlgorithm {
    /** ECDSA over P-256 with SHA-256, the signature as r and s of 32 bytes each. */
    ES256("ES256", "ecdsa-p256-sha256"),
    /** ECDSA over P-384 with SHA-384, the signature as r and s of 48 bytes each. */
    ES384("ES384", "ecdsa-p384-sha384"),
    /** EdDSA over Curve25519 (RFC 8032). */
    ED25519("EdDSA", "ed25519");

    private final String joseName;
    private final String httpName;

    SignatureAlgorithm(String joseName, String httpName) {
        this.joseName = joseName;
        this.httpName = httpName;
    }

    /** The {@code alg} of a JWK or JWS (RFC 7518, RFC 8037). */
    public String joseName() {
        return joseName;
    }

    @Override
    public String httpName() {
        return httpName;
    }
}
