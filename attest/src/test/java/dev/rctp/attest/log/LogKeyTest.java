package dev.rctp.attest.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rctp.attest.TestLogKey;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LogKeyTest {

    /** The key, the text and the signature that C2SP's signed-note and Go's sumdb/note show as their example. */
    private static final String KNOWN = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";

    private static final byte[] KNOWN_SEED = Base64.getDecoder().decode("gQoUAtUUbI2E8kQzMPVAgOv5juF9nHT2JS/F1ccoMXM=");
    private static final String KNOWN_TEXT =
            "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
    private static final String KNOWN_SIGNATURE = "\u2014 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZI"
            + "nNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n";

    private static final byte[] ROOT = MerkleHash.ofNothing();

    @Test
    @DisplayName("signed-note: the known verifier key is read, and any mangling of it is none")
    void knownKey() {
        assertThat(LogKey.parse(KNOWN).orElseThrow().text()).isEqualTo(KNOWN);
        int mangled = 0;
        for (int from = 0; from <= KNOWN.length(); from++) {
            for (int to = from; to <= KNOWN.length(); to++) {
                if (to - from != KNOWN.length()) {
                    assertThat(LogKey.parse(KNOWN.substring(from, to))).isEmpty();
                    mangled++;
                }
            }
        }
        for (int i = 0; i < KNOWN.length(); i++) {
            char[] changed = KNOWN.toCharArray();
            changed[i]++;
            assertThat(LogKey.parse(new String(changed))).isEmpty();
        }
        assertThat(mangled).isGreaterThan(2000);
    }

    @Test
    @DisplayName("signed-note: the known note's signature is this key's, over the text with its last newline")
    void knownNote() throws GeneralSecurityException {
        SignedNote note = SignedNote.read(KNOWN_TEXT + "\n" + KNOWN_SIGNATURE).orElseThrow();
        assertThat(note.text()).isEqualTo(KNOWN_TEXT);
        assertThat(note.signatures()).singleElement().satisfies(signature -> {
            assertThat(signature.name()).isEqualTo("PeterNeumann");
            assertThat(signature.bytes()).hasSize(68);
        });
        LogKey key = LogKey.parse(KNOWN).orElseThrow();
        byte[] signature = note.signatures().getFirst().bytes();
        TestLogKey signer = TestLogKey.ofSeed(KNOWN_SEED, key.publicKey());
        assertThat(signer.sign(KNOWN_TEXT.getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(java.util.Arrays.copyOfRange(signature, 4, 68));
        Checkpoint checkpoint = new Checkpoint("PeterNeumann", 12, ROOT);
        assertThat(key.open(key.note(checkpoint, signer))).hasValueSatisfying(read -> {
            assertThat(read.size()).isEqualTo(12);
            assertThat(read.root()).isEqualTo(ROOT);
        });
    }

    @Test
    @DisplayName("tlog-checkpoint: origin, size and root on a line each, an empty line, and one signature line")
    void form() throws GeneralSecurityException {
        TestLogKey signer = TestLogKey.generate();
        LogKey key = new LogKey("gateway.example", signer.publicKey());
        String note = key.note(new Checkpoint("gateway.example", 7, ROOT), signer);

        assertThat(note.lines())
                .startsWith("gateway.example", "7", Base64.getEncoder().encodeToString(ROOT), "")
                .hasSize(5);
        assertThat(note).matches("(?s).*\n\u2014 gateway\\.example [A-Za-z0-9+/]{91}=\n");
        assertThat(key.open(note)).isPresent();
    }

    @Test
    @DisplayName("signed-note: a note with any one character changed, left out or doubled is not opened")
    void everyCharacter() throws GeneralSecurityException {
        TestLogKey signer = TestLogKey.generate();
        LogKey key = new LogKey("gateway.example", signer.publicKey());
        String note = key.note(new Checkpoint("gateway.example", 7, ROOT), signer);
        for (int i = 0; i < note.length(); i++) {
            char[] changed = note.toCharArray();
            changed[i] = (char) (changed[i] ^ 1);
            assertThat(key.open(new String(changed))).as("changed %d", i).isEmpty();
            assertThat(key.open(note.substring(0, i) + note.substring(i + 1)))
                    .as("without %d", i)
                    .isEmpty();
            assertThat(key.open(note.substring(0, i) + note.charAt(i) + note.substring(i)))
                    .as("doubled %d", i)
                    .isEmpty();
        }
    }

    @Test
    @DisplayName(
            "signed-note: signatures of others beside the log's own are passed over, and count for nothing without it")
    void others() throws GeneralSecurityException {
        TestLogKey signer = TestLogKey.generate();
        TestLogKey witness = TestLogKey.generate();
        LogKey key = new LogKey("gateway.example", signer.publicKey());
        Checkpoint checkpoint = new Checkpoint("gateway.example", 7, ROOT);
        String note = key.note(checkpoint, signer);
        String theirs = new LogKey("witness.example", witness.publicKey())
                .note(checkpoint, witness)
                .lines()
                .reduce("", (before, line) -> line);

        assertThat(key.open(note + theirs + "\n")).isPresent();
        assertThat(key.open(checkpoint.text() + "\n" + theirs + "\n" + note.substring(note.indexOf('\u2014'))))
                .isPresent();
        assertThat(key.open(checkpoint.text() + "\n" + theirs + "\n")).isEmpty();
        String forged = new LogKey("gateway.example", witness.publicKey()).note(checkpoint, witness);
        assertThat(key.open(forged)).isEmpty();
    }

    @Test
    @DisplayName("tlog-checkpoint: a signed text that is no checkpoint of this log is not opened")
    void otherTexts() throws GeneralSecurityException {
        TestLogKey signer = TestLogKey.generate();
        LogKey key = new LogKey("gateway.example", signer.publicKey());
        String root = Base64.getEncoder().encodeToString(ROOT);
        for (String text : List.of(
                "other.example\n7\n" + root + "\n",
                "gateway.example\n07\n" + root + "\n",
                "gateway.example\n-7\n" + root + "\n",
                "gateway.example\n9999999999999999999\n" + root + "\n",
                "gateway.example\n7\n" + root.replace("=", "") + "\n",
                "gateway.example\n7\n",
                "gateway.example\n7\n" + root + "\n\nmore\n")) {
            assertThat(key.open(signedBy(signer, key, text))).as(text).isEmpty();
        }
        assertThat(key.open(signedBy(signer, key, "gateway.example\n7\n" + root + "\nan extension\n")))
                .isPresent();
    }

    @Test
    @DisplayName("signed-note: a name with a space, a plus or a line break is refused")
    void names() {
        for (String name : List.of("", "a b", "a+b", "a\nb", "a\u2003b")) {
            assertThatThrownBy(() -> new LogKey(name, new byte[32])).isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static String signedBy(TestLogKey signer, LogKey key, String text) {
        byte[] signature = signer.sign(text.getBytes(StandardCharsets.UTF_8));
        byte[] line = new byte[4 + signature.length];
        System.arraycopy(signature, 0, line, 4, signature.length);
        System.arraycopy(java.util.HexFormat.of().parseHex(key.text().split("\\+", 3)[1]), 0, line, 0, 4);
        return text + "\n" + SignedNote.line(key.name(), line);
    }
}
