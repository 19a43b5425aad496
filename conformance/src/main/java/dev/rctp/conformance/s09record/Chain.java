package dev.rctp.conformance.s09record;

import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Agent;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.RecordPages;
import dev.rctp.registries.Sha256;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A subject's record as one party reads it (REC-4).
 *
 * @param type such as {@code deal}
 * @param id the subject's id
 * @param entries from the first one on
 * @param openings what this reader may know beside
 */
public record Chain(String type, String id, List<JsonNode> entries, List<JsonNode> openings) {

    /** Reads all of it; a refusal blocks the test. */
    public static Chain read(Trial t, Agent reader, String type, String id) {
        RecordPages record = RecordPages.read(t, reading(t, reader, type, id));
        return new Chain(type, id, record.entries(), record.openings());
    }

    /** The call that reads it; the seller's agent brings its grant. */
    public static Call reading(Trial t, Agent reader, String type, String id) {
        String path = "/records/" + type + "/" + id;
        return reader.jkt().equals(t.scene().sellerAgent().jkt())
                ? t.scene().sellerReads(path)
                : t.scene().read(reader, path);
    }

    /** The same chain as it is now, without the entries that it had before. */
    public Chain since(Trial t, Agent reader) {
        Chain now = read(t, reader, type, id);
        long last = entries.stream().mapToLong(Chain::seq).max().orElse(0);
        return new Chain(
                type,
                id,
                now.entries.stream().filter(entry -> seq(entry) > last).toList(),
                now.openings.stream().filter(opening -> seq(opening) > last).toList());
    }

    /** An entry's number. */
    public static long seq(JsonNode entry) {
        return entry.path("seq").asLong(-1);
    }

    /** An entry's kind. */
    public static String kind(JsonNode entry) {
        return entry.path("kind").asString("");
    }

    /** The kinds of its entries, in their order. */
    public List<String> kinds() {
        return entries.stream().map(Chain::kind).toList();
    }

    /** The hash of a whole entry: what the next one has as its {@code prev_hash} (REC-2). */
    public static String hash(Trial t, JsonNode entry) {
        return Sha256.text(t.said(entry, "An entry").canonical().getBytes(StandardCharsets.UTF_8));
    }

    /** Whether this hash, {@code sha-256:} and hexadecimal, stands in one of the trees, there or in base64. */
    public static boolean holdsHash(List<JsonNode> trees, String hash) {
        String hex = hash.substring(hash.indexOf(':') + 1);
        byte[] octets = HexFormat.of().parseHex(hex);
        return Stream.of(
                        hex,
                        Base64.getEncoder().withoutPadding().encodeToString(octets),
                        Base64.getUrlEncoder().withoutPadding().encodeToString(octets))
                .anyMatch(spelled -> holds(trees, spelled));
    }

    /** What it is about, as its entries name it. */
    public ObjectNode subject() {
        return JsonNodeFactory.instance.objectNode().put("type", type).put("id", id);
    }

    /** The openings of one entry. */
    public List<JsonNode> openingsOf(JsonNode entry) {
        return openings.stream().filter(opening -> seq(opening) == seq(entry)).toList();
    }

    /** All values in a tree that have no members. */
    public static Stream<JsonNode> leaves(JsonNode node) {
        return node.isContainer() ? node.valueStream().flatMap(Chain::leaves) : Stream.of(node);
    }

    /** Whether this number stands in one of the trees. */
    public static boolean holds(List<JsonNode> trees, long number) {
        return trees.stream()
                .flatMap(Chain::leaves)
                .anyMatch(leaf -> (leaf.isNumber() && leaf.decimalValue().compareTo(BigDecimal.valueOf(number)) == 0)
                        || (leaf.isString() && leaf.asString("").equals(Long.toString(number))));
    }

    /** Whether this text stands in one of the trees. */
    public static boolean holds(List<JsonNode> trees, String text) {
        return trees.stream()
                .flatMap(Chain::leaves)
                .anyMatch(leaf -> leaf.isString() && leaf.asString("").contains(text));
    }
}
