package dev.rctp.attest.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.attest.log.Subtree.Range;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MerkleTreeTest {

    private static final HexFormat HEX = HexFormat.of();

    /** The leaves and roots that implementations of RFC 6962 are commonly held to. */
    private static final List<String> LEAVES =
            List.of("", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f");

    private static final List<String> ROOTS = List.of(
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
            "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
            "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
            "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
            "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
            "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
            "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
            "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328");

    @Test
    @DisplayName("RFC 6962 2.1: the known roots of trees of 0 to 8 leaves")
    void knownRoots() {
        Growth tree = new Growth(0, Map.of());
        assertThat(HEX.formatHex(tree.root())).isEqualTo(ROOTS.getFirst());
        for (int i = 0; i < LEAVES.size(); i++) {
            tree.append(MerkleHash.leaf(HEX.parseHex(LEAVES.get(i))));
            assertThat(HEX.formatHex(tree.root())).isEqualTo(ROOTS.get(i + 1));
        }
    }

    @Test
    @DisplayName("RFC 9162 2.1.3, 2.1.4: known proofs of the tree of 8 leaves")
    void knownProofs() {
        Growth tree = grown(
                LEAVES.stream().map(leaf -> MerkleHash.leaf(HEX.parseHex(leaf))).toList());
        assertThat(hex(hashes(tree, ProofShape.inclusion(0, 8))))
                .containsExactly(
                        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
                        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
                        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4");
        assertThat(hex(hashes(tree, ProofShape.consistency(6, 8))))
                .containsExactly(
                        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
                        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
                        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7");
    }

    @Test
    @DisplayName(
            "RFC 9162 2.1: roots and proofs of every tree up to 130 leaves are those of the recursive definition, and verify")
    void againstTheDefinition() {
        List<byte[]> leaves = leaves(130);
        Growth tree = grown(leaves);
        int proofs = 0;
        for (int size = 1; size <= leaves.size(); size++) {
            byte[] root = naive(leaves.subList(0, size));
            assertThat(new Range(0, size).hash(tree.made())).isEqualTo(root);
            for (int index = 0; index < size; index++) {
                List<byte[]> path = hashes(tree, ProofShape.inclusion(index, size));
                assertThat(hex(path)).isEqualTo(hex(naivePath(index, leaves.subList(0, size))));
                assertThat(MerkleProof.includes(leaves.get(index), index, size, root, path))
                        .isTrue();
                List<byte[]> since = hashes(tree, ProofShape.consistency(index + 1, size));
                assertThat(hex(since)).isEqualTo(hex(naiveSince(index + 1, leaves.subList(0, size), true)));
                assertThat(MerkleProof.consistent(index + 1, naive(leaves.subList(0, index + 1)), size, root, since))
                        .isTrue();
                proofs += 2;
            }
        }
        assertThat(proofs).isEqualTo(130 * 131);
    }

    @Test
    @DisplayName(
            "RFC 9162 2.1.3.2: a proof holds for no other leaf, number, size or root, and neither shortened, lengthened nor changed")
    void wrongInclusion() {
        List<byte[]> leaves = leaves(21);
        Growth tree = grown(leaves);
        for (int size = 1; size <= 21; size++) {
            byte[] root = naive(leaves.subList(0, size));
            for (int index = 0; index < size; index++) {
                byte[] leaf = leaves.get(index);
                List<byte[]> path = hashes(tree, ProofShape.inclusion(index, size));
                for (int other = -1; other <= size + 1; other++) {
                    if (other != index) {
                        assertThat(MerkleProof.includes(leaf, other, size, root, path))
                                .isFalse();
                    }
                }
                assertThat(MerkleProof.includes(leaf, index, size, MerkleHash.leaf(root), path))
                        .isFalse();
                assertThat(MerkleProof.includes(MerkleHash.leaf(leaf), index, size, root, path))
                        .isFalse();
                for (List<byte[]> wrong : spoiled(path)) {
                    assertThat(MerkleProof.includes(leaf, index, size, root, wrong))
                            .isFalse();
                }
            }
        }
    }

    @Test
    @DisplayName(
            "RFC 9162 2.1.4.2: a consistency proof holds for no other roots, and neither shortened, lengthened nor changed")
    void wrongConsistency() {
        List<byte[]> leaves = leaves(21);
        Growth tree = grown(leaves);
        for (int newer = 1; newer <= 21; newer++) {
            byte[] root = naive(leaves.subList(0, newer));
            for (int older = 1; older <= newer; older++) {
                byte[] former = naive(leaves.subList(0, older));
                List<byte[]> path = hashes(tree, ProofShape.consistency(older, newer));
                assertThat(MerkleProof.consistent(older, MerkleHash.leaf(former), newer, root, path))
                        .isFalse();
                assertThat(MerkleProof.consistent(older, former, newer, MerkleHash.leaf(root), path))
                        .isFalse();
                assertThat(MerkleProof.consistent(newer + 1, former, newer, root, path))
                        .isFalse();
                assertThat(MerkleProof.consistent(0, former, newer, root, path)).isFalse();
                for (List<byte[]> wrong : spoiled(path)) {
                    assertThat(MerkleProof.consistent(older, former, newer, root, wrong))
                            .isFalse();
                }
            }
        }
    }

    @Test
    @DisplayName(
            "REC-7: a tree that is taken up again at any size by its edge alone goes on as if it had never stopped")
    void takenUp() {
        List<byte[]> leaves = leaves(70);
        Map<Subtree, byte[]> stored = new HashMap<>();
        for (int size = 0; size < 70; size++) {
            Map<Subtree, byte[]> edge = new HashMap<>();
            new Range(0, size).cover().forEach(subtree -> edge.put(subtree, stored.get(subtree)));
            Growth tree = new Growth(size, edge);
            tree.append(leaves.get(size));
            stored.putAll(tree.made());
            assertThat(tree.root()).isEqualTo(naive(leaves.subList(0, size + 1)));
            assertThat(edge.size()).isLessThanOrEqualTo(7);
        }
        assertThat(stored.keySet()).isEqualTo(grown(leaves).made().keySet());
    }

    @Test
    @DisplayName(
            "REC-7: no proof in a tree of 2^40 leaves reads more stored hashes than twice its height, nor holds more than its height and one")
    void reads() {
        Random random = new Random(7);
        long size = (1L << 40) + 12_345;
        for (int i = 0; i < 1000; i++) {
            long index = random.nextLong(size);
            List<Range> path = ProofShape.inclusion(index, size);
            assertThat(path.size()).isLessThanOrEqualTo(41);
            assertThat(path.stream().mapToInt(range -> range.cover().size()).sum())
                    .isLessThanOrEqualTo(82);
            List<Range> since = ProofShape.consistency(index + 1, size);
            assertThat(since.size()).isLessThanOrEqualTo(42);
            assertThat(since.stream().mapToInt(range -> range.cover().size()).sum())
                    .isLessThanOrEqualTo(84);
        }
    }

    private static Growth grown(List<byte[]> leaves) {
        Growth tree = new Growth(0, Map.of());
        leaves.forEach(tree::append);
        return tree;
    }

    private static List<byte[]> leaves(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> MerkleHash.leaf(new byte[] {(byte) i, (byte) (i >> 8)}))
                .toList();
    }

    private static List<byte[]> hashes(Growth tree, List<Range> ranges) {
        return ranges.stream().map(range -> range.hash(tree.made())).toList();
    }

    private static List<String> hex(List<byte[]> hashes) {
        return hashes.stream().map(HEX::formatHex).toList();
    }

    private static List<List<byte[]>> spoiled(List<byte[]> path) {
        List<List<byte[]>> all = new ArrayList<>();
        for (int i = 0; i < path.size(); i++) {
            List<byte[]> without = new ArrayList<>(path);
            without.remove(i);
            all.add(without);
            List<byte[]> changed = new ArrayList<>(path);
            byte[] hash = changed.get(i).clone();
            hash[i % 32] ^= 1;
            changed.set(i, hash);
            all.add(changed);
        }
        List<byte[]> longer = new ArrayList<>(path);
        longer.add(new byte[32]);
        all.add(longer);
        return all;
    }

    private static int half(int size) {
        int k = 1;
        while (k * 2 < size) {
            k *= 2;
        }
        return k;
    }

    private static byte[] naive(List<byte[]> leaves) {
        int size = leaves.size();
        return size == 1
                ? leaves.getFirst()
                : MerkleHash.node(naive(leaves.subList(0, half(size))), naive(leaves.subList(half(size), size)));
    }

    private static List<byte[]> naivePath(int index, List<byte[]> leaves) {
        int size = leaves.size();
        if (size == 1) {
            return new ArrayList<>();
        }
        int k = half(size);
        List<byte[]> path =
                index < k ? naivePath(index, leaves.subList(0, k)) : naivePath(index - k, leaves.subList(k, size));
        path.add(naive(index < k ? leaves.subList(k, size) : leaves.subList(0, k)));
        return path;
    }

    private static List<byte[]> naiveSince(int older, List<byte[]> leaves, boolean whole) {
        int size = leaves.size();
        if (older == size) {
            return whole ? new ArrayList<>() : new ArrayList<>(List.of(naive(leaves)));
        }
        int k = half(size);
        List<byte[]> path = older <= k
                ? naiveSince(older, leaves.subList(0, k), whole)
                : naiveSince(older - k, leaves.subList(k, size), false);
        path.add(naive(older <= k ? leaves.subList(k, size) : leaves.subList(0, k)));
        return path;
    }
}
