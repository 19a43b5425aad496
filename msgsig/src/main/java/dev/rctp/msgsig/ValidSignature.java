package dev.rctp.msgsig;

/** A signature that was verified over everything it had to cover; only verification in this package makes one. */
public final class ValidSignature implements SignatureVerdict {

    private final SignatureInput input;
    private final VerificationKey key;

    ValidSignature(SignatureInput input, VerificationKey key) {
        this.input = input;
        this.key = key;
    }

    /** What it covers, and its parameters. */
    public SignatureInput input() {
        return input;
    }

    /** The key that made it. */
    public VerificationKey key() {
        return key;
    }

    @Override
    public String toString() {
        return "ValidSignature[" + key.thumbprint() + "]";
    }
}
