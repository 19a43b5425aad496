package dev.rctp.attest.log;

/** The log's Ed25519 key with its private part; safe for concurrent use. */
public interface LogSigner {

    /** Its public part, 32 bytes (RFC 8032 5.1.5). */
    byte[] publicKey();

    /** The Ed25519 signature of the data, 64 bytes. */
    byte[] sign(byte[] data);
}
