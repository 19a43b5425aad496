package dev.rctp.msgsig;

/**
 * The algorithms of RFC 9421 3.3 that SIG-1 does not admit: for the RFC's own examples, and for peers that are no
 * agents. No profile key can have one (OPR-3), because {@link VerificationKey} has a {@link SignatureAlgorithm}.
 */
public enum PeerAlgorithm implements HttpAlgorithm {
    /** RSASSA-PSS with SHA-512, MGF1 with SHA-512 and 64 bytes of salt (RFC 9421 3.3.1). */
    RSA_PSS_SHA512("rsa-pss-sha512"),
    /** RSASSA-PKCS1-v1_5 with SHA-256 (RFC 9421 3.3.2). */
    RSA_V1_5_SHA256("rsa-v1_5-sha256"),
    /** HMAC with SHA-256 (RFC 9421 3.3.3): whoever can verify can also sign. */
    HMAC_SHA256("hmac-sha256");

    private final String httpName;

    PeerAlgorithm(String httpName) {
        this.httpName = httpName;
    }

    @Override
    public String httpName() {
        return httpName;
    }
}
