package dev.rctp.gateway.cli;

import static dev.rctp.gateway.cli.Typed.rctp;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.attest.log.LogKey;
import dev.rctp.registries.Sha256;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code rctp record log} on logs that are made here by the letter of RFC 6962: one that grows, one that forks, one that is begun anew. */
class RecordLogTest {

    private static final String NAME = "gateway.example";

    @TempDir
    private Path folder;

    private KeyPair pair;
    private LogKey key;

    @BeforeEach
    void key() throws GeneralSecurityException, IOException {
        pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        key = keyOf(pair);
        Files.writeString(folder.resolve("key"), key.text() + "\n");
    }

    private static LogKey keyOf(KeyPair pair) {
        byte[] spki = pair.getPublic().getEncoded();
        return new LogKey(NAME, Arrays.copyOfRange(spki, spki.length - 32, spki.length));
    }

    private static List<byte[]> leaves(String log, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> (log + i).getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    /** RFC 6962 2.1. */
    private static byte[] root(List<byte[]> leaves) {
        if (leaves.isEmpty()) {
            return Sha256.bytes(new byte[0]);
        }
        if (leaves.size() == 1) {
            return hash(0, leaves.getFirst(), new byte[0]);
        }
        int split = Integer.highestOneBit(leaves.size() - 1);
        return hash(1, root(leaves.subList(0, split)), root(leaves.subList(split, leaves.size())));
    }

    private static byte[] hash(int prefix, byte[] left, byte[] right) {
        return Sha256.bytes(ByteBuffer.allocate(1 + left.length + right.length)
                .put((byte) prefix)
                .put(left)
                .put(right)
                .array());
    }

    /** RFC 6962 2.1.2, SUBPROOF. */
    private static List<byte[]> proof(int older, List<byte[]> leaves, boolean whole) {
        if (older == leaves.size()) {
            return whole ? List.of() : List.of(root(leaves));
        }
        int split = Integer.highestOneBit(leaves.size() - 1);
        List<byte[]> left = leaves.subList(0, split);
        List<byte[]> right = leaves.subList(split, leaves.size());
        List<byte[]> path =
                new ArrayList<>(older <= split ? proof(older, left, whole) : proof(older - split, right, false));
        path.add(root(older <= split ? right : left));
        return path;
    }

    private String checkpoint(KeyPair by, List<byte[]> leaves) throws GeneralSecurityException, IOException {
        String text = NAME + "\n" + leaves.size() + "\n" + Base64.getEncoder().encodeToString(root(leaves)) + "\n";
        Signature signer = Signature.getInstance("Ed25519");
        signer.initSign(by.getPrivate());
        signer.update(text.getBytes(StandardCharsets.UTF_8));
        byte[] id = HexFormat.of().parseHex(keyOf(by).text().split("\\+", -1)[1]);
        byte[] signed = ByteBuffer.allocate(68).put(id).put(signer.sign()).array();
        Path file = Files.createTempFile(folder, "checkpoint", "");
        Files.writeString(
                file, text + "\n\u2014 " + NAME + " " + Base64.getEncoder().encodeToString(signed) + "\n");
        return file.toString();
    }

    private String proofFile(int first, List<byte[]> leaves) throws IOException {
        String hashes = proof(first, leaves, true).stream()
                .map(hash -> "\"" + Base64.getEncoder().encodeToString(hash) + "\"")
                .collect(Collectors.joining(","));
        Path file = Files.createTempFile(folder, "proof", ".json");
        Files.writeString(
                file, "{\"first\":" + first + ",\"second\":" + leaves.size() + ",\"consistency\":[" + hashes + "]}");
        return file.toString();
    }

    private Typed log(String old, String newer, String... more) {
        List<String> words = new ArrayList<>(List.of(
                "record", "log", old, newer, "--log-key", folder.resolve("key").toString()));
        words.addAll(List.of(more));
        return rctp(words.toArray(String[]::new));
    }

    @Test
    @DisplayName("REC-7: of a log that only grew, each checkpoint leads to each later one; 0")
    void grown() throws Exception {
        for (int second = 2; second <= 9; second++) {
            for (int first = 1; first < second; first++) {
                List<byte[]> leaves = leaves("leaf", second);
                Typed typed = log(
                        checkpoint(pair, leaves.subList(0, first)),
                        checkpoint(pair, leaves),
                        "--proof",
                        proofFile(first, leaves));
                assertThat(typed.exit()).as(typed.all()).isZero();
                assertThat(typed.out()).startsWith("consistent: " + first + " and " + second + " leaves");
            }
        }
        String same = checkpoint(pair, leaves("leaf", 5));
        assertThat(log(same, same).out()).isEqualTo("the same: 5 leaves\n");
    }

    @Test
    @DisplayName("REC-7: a log that has forked, or was begun anew, is shown by the checkpoint that was kept; 1")
    void forked() throws Exception {
        String kept = checkpoint(pair, leaves("leaf", 5));
        for (int second = 6; second <= 9; second++) {
            List<byte[]> other = leaves("other", second);
            List<byte[]> forked = new ArrayList<>(leaves("leaf", second));
            forked.set(4, "removed".getBytes(StandardCharsets.UTF_8));
            for (List<byte[]> leaves : List.of(other, forked)) {
                Typed typed = log(kept, checkpoint(pair, leaves), "--proof", proofFile(5, leaves));
                assertThat(typed.exit()).as(typed.all()).isEqualTo(1);
                assertThat(typed.out()).startsWith("FORKED OR BEGUN ANEW: 5 and " + second + " leaves");
            }
        }
        assertThat(log(kept, checkpoint(pair, leaves("other", 5))))
                .matches(typed -> typed.exit() == 1 && typed.out().startsWith("FORKED: two trees of 5 leaves"));
        assertThat(log(kept, checkpoint(pair, leaves("leaf", 3))))
                .matches(typed -> typed.exit() == 1 && typed.out().startsWith("BEGUN ANEW: 5 and 3 leaves"));
        KeyPair stranger = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        assertThat(log(kept, checkpoint(stranger, leaves("leaf", 6))))
                .matches(typed -> typed.exit() == 1 && typed.out().startsWith("NOT OF THIS LOG: "));
    }

    @Test
    @DisplayName("REC-7: without the proof, with that of other sizes, or with none at all, nothing is judged; 2")
    void unjudged() throws Exception {
        List<byte[]> leaves = leaves("leaf", 7);
        String old = checkpoint(pair, leaves.subList(0, 4));
        String newer = checkpoint(pair, leaves);
        String no = Files.writeString(folder.resolve("no.json"), "{\"consistency\":[7]}")
                .toString();

        assertThat(log(old, newer).err())
                .contains("save /.well-known/rctp/consistency?first=4&second=7 and give it with --proof");
        assertThat(log(old, newer, "--proof", proofFile(5, leaves)).err())
                .contains("is the proof for 5 and 7 leaves, and these checkpoints have 4 and 7");
        assertThat(log(old, newer, "--proof", no).err()).contains("no.json is no proof of consistency");
        assertThat(log(old, newer, "--proof", old).exit()).isEqualTo(2);
        assertThat(log(old, folder.resolve("none").toString()).exit()).isEqualTo(2);
        assertThat(rctp("record", "log", old, newer, "--log-key", old).err()).contains("is no key of a log");
    }
}
