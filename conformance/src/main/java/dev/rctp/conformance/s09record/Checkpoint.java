package dev.rctp.conformance.s09record;

import dev.rctp.registries.Sha256;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * A signed tree (C2SP tlog-checkpoint, signed-note).
 *
 * @param origin the log's name
 * @param size its leaves
 * @param root its root hash
 * @param signed what the signatures are over
 * @param signatures each a signature line
 */
record Checkpoint(String origin, long size, byte[] root, String signed, List<String> signatures) {

    private static final int HASH = 32;
    private static final int KEY_ID = 4;
    private static final byte ED25519 = 1;
    private static final byte[] SPKI = HexFormat.of().parseHex("302a300506032b6570032100");

    /** Reads a note; empty for what is none. */
    static Optional<Checkpoint> parse(String note) {
        int blank = note.indexOf("\n\n");
        if (blank < 0) {
            return Optional.empty();
        }
        String signed = note.substring(0, blank + 1);
        List<String> lines = signed.lines().toList();
        List<String> signatures = note.substring(blank + 2).lines().toList();
        try {
            byte[] root = lines.size() < 3 ? new byte[0] : Base64.getDecoder().decode(lines.get(2));
            boolean formed = root.length == HASH
                    && !lines.getFirst().isEmpty()
                    && lines.get(1).matches("0|[1-9]\\d{0,17}")
                    && !signatures.isEmpty()
                    && signatures.stream().allMatch(line -> line.startsWith("\u2014 "));
            return formed
                    ? Optional.of(
                            new Checkpoint(lines.getFirst(), Long.parseLong(lines.get(1)), root, signed, signatures))
                    : Optional.empty();
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /** Whether the key, as signed notes write it ({@code name+id+base64}), signed it. */
    boolean signedBy(String written) {
        String[] parts = written.strip().split("\\+", 3);
        if (parts.length != 3) {
            return false;
        }
        byte[] key = base64(parts[2]);
        byte[] id =
                Arrays.copyOf(Sha256.bytes(joined((parts[0] + "\n").getBytes(StandardCharsets.UTF_8), key)), KEY_ID);
        if (key.length != 1 + HASH
                || key[0] != ED25519
                || !HexFormat.of().formatHex(id).equals(parts[1])) {
            return false;
        }
        for (String line : signatures) {
            String[] words = line.split(" ", -1);
            byte[] octets = words.length == 3 ? base64(words[2]) : new byte[0];
            if (octets.length > KEY_ID
                    && words[1].equals(parts[0])
                    && Arrays.equals(Arrays.copyOf(octets, KEY_ID), id)
                    && verifies(
                            Arrays.copyOfRange(key, 1, key.length),
                            Arrays.copyOfRange(octets, KEY_ID, octets.length))) {
                return true;
            }
        }
        return false;
    }

    /** Key and signature are the target's: what is none does not verify. */
    private boolean verifies(byte[] key, byte[] signature) {
        try {
            PublicKey parsed =
                    KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(joined(SPKI, key)));
            Signature verifier = Signature.getInstance("Ed25519");
            verifier.initVerify(parsed);
            verifier.update(signed.getBytes(StandardCharsets.UTF_8));
            return verifier.verify(signature);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        } catch (GeneralSecurityException _) {
            return false;
        }
    }

    /** Empty for what is none. */
    private static byte[] base64(String text) {
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException _) {
            return new byte[0];
        }
    }

    private static byte[] joined(byte[] first, byte[] second) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(first);
        all.writeBytes(second);
        return all.toByteArray();
    }
}
