package dev.rctp.conformance.vectors;

import dev.rctp.registries.CanonicalJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A chain of entries (REC-2) that is good until it is changed. */
final class ChainDraft {

    private static final long PACE_MILLIS = 1250;

    private final ObjectNode subject;
    private final List<ObjectNode> entries = new ArrayList<>();
    private final ArrayNode openings = JsonNodeFactory.instance.arrayNode();
    private final ArrayNode receipts = JsonNodeFactory.instance.arrayNode();
    private TestKey gateway;

    ChainDraft(TestKey gateway, String type, String id) {
        this.gateway = gateway;
        this.subject = JsonNodeFactory.instance.objectNode().put("type", type).put("id", id);
    }

    ChainDraft signer(TestKey other) {
        gateway = other;
        return this;
    }

    ChainDraft add(String kind, ObjectNode body) {
        return add(kind, body, _ -> {});
    }

    /** One more entry, changed before it is signed. */
    ChainDraft add(String kind, ObjectNode body, Consumer<ObjectNode> change) {
        ObjectNode entry = JsonNodeFactory.instance.objectNode().put("v", 1);
        entry.set("subject", subject);
        entry.put("seq", entries.size() + 1).put("prev_hash", head());
        long millis = Cast.NOW * 1000 + entries.size() * PACE_MILLIS;
        entry.put("at", at(millis)).put("kind", kind).set("body", body);
        change.accept(entry);
        sign(entry);
        entries.add(entry);
        return this;
    }

    /** With three digits of milliseconds, always. */
    private static String at(long millis) {
        String text = Instant.ofEpochMilli(millis).toString();
        return text.length() == "2026-09-21T14:13:20Z".length() ? text.replace("Z", ".000Z") : text;
    }

    /** Signs an entry anew. */
    void sign(ObjectNode entry) {
        entry.remove("jws");
        JwsDraft jws = new JwsDraft(gateway, "rctp-attestation+jwt", entry);
        entry.put("jws", jws.compact());
    }

    /** What the next entry's {@code prev_hash} is. */
    String head() {
        return entries.isEmpty() ? Texts.hash(subject) : Texts.hash(entries.getLast());
    }

    /** What one side may know of the last entry's member (REC-6). */
    ChainDraft open(String path, String salt, JsonNode value) {
        openings.addObject()
                .put("seq", entries.size())
                .put("path", path)
                .put("salt", salt)
                .set("value", value);
        return this;
    }

    /** What stands in an entry of what is confided. */
    static String confided(String salt, JsonNode value) {
        ObjectNode both = JsonNodeFactory.instance.objectNode().put("salt", salt);
        both.set("value", value);
        return Texts.hash(both);
    }

    /** The receipt for the entry with this number. */
    ChainDraft receipt(int seq) {
        ObjectNode receipt = receipts.addObject();
        receipt.set("subject", subject.deepCopy());
        receipt.put("seq", seq).put("hash", Texts.hash(entries.get(seq - 1)));
        return this;
    }

    List<ObjectNode> entries() {
        return entries;
    }

    ObjectNode entry(int seq) {
        return entries.get(seq - 1);
    }

    ArrayNode openings() {
        return openings;
    }

    ArrayNode receipts() {
        return receipts;
    }

    /** The hashes of all entries. */
    ArrayNode hashes() {
        ArrayNode hashes = JsonNodeFactory.instance.arrayNode();
        entries.forEach(entry -> hashes.add(Texts.hash(entry)));
        return hashes;
    }

    /** As schema {@code record-bundle} has it. */
    ObjectNode bundle(TestKey... keys) {
        ObjectNode bundle = JsonNodeFactory.instance.objectNode();
        ArrayNode list = bundle.putArray("entries");
        entries.forEach(entry -> list.add(parsed(entry)));
        bundle.set("openings", openings);
        ArrayNode jwks = bundle.putArray("keys");
        for (TestKey key : keys) {
            jwks.add(key.publicJwk());
        }
        if (!receipts.isEmpty()) {
            bundle.set("receipts", receipts);
        }
        return bundle;
    }

    /** The entry as its canonical text reads. */
    private static ObjectNode parsed(ObjectNode entry) {
        return Texts.read(CanonicalJson.text(entry));
    }
}
