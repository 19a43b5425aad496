package dev.rctp.msgsig;

import java.util.Objects;

/** A signature that was verified over everything it had to cover; only verification in this package makes one. */
public final class ValidSignature implements SignatureVerdict {

    private final SignatureInput input;
    private final MessageVerificationKey key;

    ValidSignature(SignatureInput input, MessageVerificationKey key) {
        this.input = input;
        this.key = key;
    }

    /** What it covers, and its parameters. */
    public SignatureInput input() {
        return input;
    }

    /** The name by which its key was found: for a key of SIG-1 the thumbprint. */
    public String keyId() {
        return Objects.requireNonNull(input.keyId());
    }

    /** The key that it verifies with. */
    public MessageVerificationKey key() {
        return key;
    }

    @Override
    public String toString() {
        return "ValidSignature[" + keyId() + "]";
    }
}
