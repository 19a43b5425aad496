package dev.rctp.attest.log;

import dev.rctp.registries.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The public part of a log's key, and the log's name: what C2SP's signed-note calls a verifier key.
 *
 * @param name the log's name, the origin of its checkpoints
 * @param publicKey the Ed25519 key, 32 bytes
 */
public record LogKey(String name, byte[] publicKey) {

    private static final byte ED25519 = 1;
    private static final int HASH = 4;
    private static final int SIGNATURE = 64;
    private static final Pattern NAME = Pattern.compile("[^\\p{IsWhite_Space}+\\p{Cc}]{1,255}");
    private static final Pattern TEXT =
            Pattern.compile("([^\\p{IsWhite_Space}+\\p{Cc}]{1,255})\\+([0-9a-f]{8})\\+([A-Za-z0-9+/]+=*)");
    private static final byte[] SPKI = HexFormat.of().parseHex("302a300506032b6570032100");

    /** Refuses a name with spaces or a plus, and a key of another length. */
    public LogKey {
        if (!NAME.matcher(name).matches() || publicKey.length != MerkleHash.LENGTH) {
            throw new IllegalArgumentException("not a log's name and key");
        }
    }

    /** Reads {@code <name>+<key hash>+<base64 of type and key>}; empty where it is anything else, or its hash is not that of its key. */
    public static Optional<LogKey> parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        Optional<byte[]> typed = base64(parts.group(3));
        if (typed.isEmpty() || typed.get().length != 1 + MerkleHash.LENGTH || typed.get()[0] != ED25519) {
            return Optional.empty();
        }
        LogKey key = new LogKey(parts.group(1), Arrays.copyOfRange(typed.get(), 1, typed.get().length));
        return Optional.of(key).filter(one -> one.text().equals(text));
    }

    /** The form that {@link #parse} reads. */
    public String text() {
        return name + "+" + HexFormat.of().formatHex(hash()) + "+"
                + Base64.getEncoder().encodeToString(typed());
    }

    /** What the note says, if this key signed it and it is a checkpoint of this log; other signatures are passed over. */
    public Optional<Checkpoint> open(String note) {
        return SignedNote.read(note)
                .filter(read -> read.signatures().stream().anyMatch(signature -> verifies(signature, read.text())))
                .flatMap(read -> Checkpoint.read(read.text()))
                .filter(checkpoint -> checkpoint.origin().equals(name));
    }

    /** The note of a checkpoint with its signature. */
    String note(Checkpoint checkpoint, LogSigner signer) {
        byte[] signature = signer.sign(checkpoint.signed());
        byte[] line = ByteBuffer.allocate(HASH + signature.length)
                .put(hash())
                .put(signature)
                .array();
        return checkpoint.text() + "\n" + SignedNote.line(name, line);
    }

    private boolean verifies(SignedNote.Signature given, String text) {
        byte[] bytes = given.bytes();
        if (!given.name().equals(name)
                || bytes.length != HASH + SIGNATURE
                || !Arrays.equals(bytes, 0, HASH, hash(), 0, HASH)) {
            return false;
        }
        try {
            Signature verifier = Signature.getInstance("Ed25519");
            verifier.initVerify(key());
            verifier.update(text.getBytes(StandardCharsets.UTF_8));
            return verifier.verify(bytes, HASH, SIGNATURE);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private PublicKey key() throws GeneralSecurityException {
        byte[] spki = ByteBuffer.allocate(SPKI.length + publicKey.length)
                .put(SPKI)
                .put(publicKey)
                .array();
        return KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(spki));
    }

    private byte[] hash() {
        byte[] named = (name + "\n").getBytes(StandardCharsets.UTF_8);
        byte[] typed = typed();
        byte[] both = ByteBuffer.allocate(named.length + typed.length)
                .put(named)
                .put(typed)
                .array();
        return Arrays.copyOf(Sha256.bytes(both), HASH);
    }

    private byte[] typed() {
        return ByteBuffer.allocate(1 + publicKey.length)
                .put(ED25519)
                .put(publicKey)
                .array();
    }

    /** The bytes, if this is their one right spelling. */
    static Optional<byte[]> base64(String text) {
        try {
            byte[] bytes = Base64.getDecoder().decode(text);
            return Base64.getEncoder().encodeToString(bytes).equals(text) ? Optional.of(bytes) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
