package dev.rctp.conformance.breakable.domain.log;

import dev.rctp.registries.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.Arrays;
import java.util.Base64;

/** An Ed25519 key that signs notes (C2SP signed-note). */
final class NoteKey {

    private static final byte ED25519 = 1;

    private final String name;
    private final KeyPair pair;
    private final byte[] id;

    NoteKey(String name) {
        this.name = name;
        try {
            this.pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
        byte[] named = (name + "\n").getBytes(StandardCharsets.UTF_8);
        byte[] key = key();
        this.id = Arrays.copyOf(
                Sha256.bytes(ByteBuffer.allocate(named.length + key.length)
                        .put(named)
                        .put(key)
                        .array()),
                4);
    }

    /** As signed notes write a key: name, id, type and key. */
    String text() {
        return "%s+%08x+%s".formatted(name, ByteBuffer.wrap(id).getInt(), base64(key()));
    }

    /** The note: its text, an empty line, and the signature's line. */
    String note(String text) {
        byte[] signature = sign(text.getBytes(StandardCharsets.UTF_8));
        byte[] line =
                ByteBuffer.allocate(4 + signature.length).put(id).put(signature).array();
        return text + "\n\u2014 " + name + " " + base64(line) + "\n";
    }

    /** The type and the 32 octets at the end of the X.509 form. */
    private byte[] key() {
        byte[] encoded = pair.getPublic().getEncoded();
        return ByteBuffer.allocate(33)
                .put(ED25519)
                .put(encoded, encoded.length - 32, 32)
                .array();
    }

    private byte[] sign(byte[] text) {
        try {
            Signature signature = Signature.getInstance("Ed25519");
            signature.initSign(pair.getPrivate());
            signature.update(text);
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static String base64(byte[] octets) {
        return Base64.getEncoder().encodeToString(octets);
    }
}
