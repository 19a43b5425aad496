package dev.rctp.conformance.breakable.domain.log;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.call.Receipt;
import dev.rctp.conformance.breakable.domain.Json;
import dev.rctp.conformance.breakable.domain.record.Ledger;
import dev.rctp.conformance.breakable.domain.record.Subject;
import dev.rctp.registries.CanonicalJson;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** An append-only tree with a leaf for each head that a chain had when it was last looked at (REC-7). */
public final class HeadLog {

    private static final Duration INTERVAL = Duration.ofHours(1);

    private record Leaf(int index, ObjectNode head) {}

    private final Ledger ledger;
    private final NoteKey key;
    private final String origin;
    private final Set<Fault> faults;
    private final List<byte[]> leaves = new ArrayList<>();
    private final Map<Subject, Leaf> newest = new HashMap<>();
    private Instant signedAt;
    private String note;

    /** An empty log of that name. */
    public HeadLog(Ledger ledger, String origin, Instant now, Set<Fault> faults) {
        this.ledger = ledger;
        this.origin = origin;
        this.key = new NoteKey(origin);
        this.faults = faults;
        this.signedAt = now;
        this.note = signed();
    }

    /** Takes up the heads that have changed, if an hour has passed since it last did. */
    public synchronized void round(Instant now) {
        if (!now.isBefore(signedAt.plus(INTERVAL)) && !faults.contains(Fault.LOG_ONLY_ON_DEMAND)) {
            sign(now);
        }
    }

    /** Takes up the heads that have changed, and signs the tree; schema {@code checkpoint}. */
    public synchronized ObjectNode sign(Instant now) {
        List<ObjectNode> heads = ledger.heads().stream()
                .filter(head -> !same(head))
                .map(HeadLog::json)
                .sorted(Comparator.comparing(HeadLog::leaf, Arrays::compareUnsigned))
                .toList();
        if (!leaves.isEmpty() && !heads.isEmpty() && faults.contains(Fault.LOG_REWRITES_ITS_PAST)) {
            leaves.set(0, leaf(heads.getFirst()));
        }
        for (ObjectNode head : heads) {
            newest.put(subject(head), new Leaf(leaves.size(), head));
            leaves.add(leaf(head));
        }
        signedAt = now;
        note = signed();
        return Json.object()
                .put("size", leaves.size())
                .put("signed_at", now.toString())
                .put("note", note);
    }

    /** The newest checkpoint, a signed note. */
    public synchronized String checkpoint() {
        return note;
    }

    /** The log's key as signed notes write it. */
    public String keyText() {
        return key.text();
    }

    /** That the chain's head is in the tree (schema {@code head-proof}); empty for one that isn't. */
    public synchronized Optional<ObjectNode> proof(Subject subject) {
        Leaf leaf = newest.get(subject);
        if (leaf == null) {
            return Optional.empty();
        }
        ObjectNode proof = Json.object();
        proof.set("head", leaf.head());
        proof.put("index", leaf.index());
        proof.set(
                "hashes",
                Json.texts(Tree.path(leaf.index(), leaves).stream()
                        .map(hash -> "sha-256:" + HexFormat.of().formatHex(hash))
                        .toList()));
        return Optional.of(proof.put("checkpoint", note));
    }

    /** That the tree of {@code second} leaves begins with that of {@code first}; empty past the checkpoint. */
    public synchronized Optional<ObjectNode> consistency(long first, long second) {
        if (first < 1 || first > second || second > leaves.size()) {
            return Optional.empty();
        }
        ObjectNode proof = Json.object().put("first", first).put("second", second);
        proof.set(
                "consistency",
                Json.texts(Tree.consistency((int) first, leaves.subList(0, (int) second)).stream()
                        .map(NoteKey::base64)
                        .toList()));
        return Optional.of(proof);
    }

    private String signed() {
        return key.note(origin + "\n" + leaves.size() + "\n" + NoteKey.base64(Tree.root(leaves)) + "\n");
    }

    private boolean same(Receipt head) {
        Leaf leaf = newest.get(new Subject(head.type(), head.id()));
        return leaf != null && leaf.head().path("seq").longValue() == head.seq();
    }

    private static byte[] leaf(ObjectNode head) {
        return Tree.leaf(CanonicalJson.bytes(head));
    }

    private static Subject subject(ObjectNode head) {
        return new Subject(Json.text(head.path("subject"), "type"), Json.text(head.path("subject"), "id"));
    }

    /** Schema {@code receipt}. */
    private static ObjectNode json(Receipt head) {
        ObjectNode json = Json.object();
        json.set("subject", new Subject(head.type(), head.id()).json());
        return json.put("seq", head.seq()).put("hash", hash(head));
    }

    private static String hash(Receipt head) {
        return "sha-256:" + HexFormat.of().formatHex(Base64.getDecoder().decode(head.hash()));
    }
}
