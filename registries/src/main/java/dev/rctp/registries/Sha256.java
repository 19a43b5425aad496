package dev.rctp.registries;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 of bytes, and its text form {@code sha-256:<hex>} that records and commitments use. */
public final class Sha256 {

    private Sha256() {}

    /** The 32-byte digest. */
    public static byte[] bytes(byte[] input) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(input);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** The digest as {@code sha-256:} and 64 lower-case hexadecimal digits. */
    public static String text(byte[] input) {
        return "sha-256:" + HexFormat.of().formatHex(bytes(input));
    }
}
