package dev.rctp.attest;

/** The gateway's signing key as entries need it (REC-2); safe for concurrent use. */
public interface EntrySigner {

    /** The key that signs the next entry: this one, unless keys change while it runs. */
    default EntrySigner current() {
        return this;
    }

    /** The key's RFC 7638 thumbprint, the {@code kid} of what it signs. */
    String keyId();

    /** The ES256 signature of the data in fixed width, 64 bytes r‖s. */
    byte[] sign(byte[] data);
}
