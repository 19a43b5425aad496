package dev.rctp.conformance.s09record;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Agent;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Listing;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** REC-7: the log of chain heads. */
public final class Rec7 implements Section {

    private static final String WELL_KNOWN = "/.well-known/rctp/";
    private static final Duration INTERVAL = Duration.ofMinutes(61);
    private static final Duration SOON = Duration.ofSeconds(30);

    @Override
    public void register(Suite suite) {
        suite.test("REC-7.1", t -> published(t));
        suite.test("REC-7.2", Rec7::signed);
        suite.test("REC-7.3", t -> {
            long before = published(t).size();
            answered(t);
            takenUp(t);
            t.that(published(t).size() > before, "The tree was to have a new leaf after `POST /checkpoint`.");
        });
        suite.test("REC-7.4", Rec7::eachHour);
        suite.test("REC-7.5", Rec7::included);
        suite.test("REC-7.6", Rec7::headOfTheRecord);
        suite.test("REC-7.7", t -> {
            Listing listing = logged(t);
            t.control(proof(t, t.scene().sellerAgent(), listing), 200);
            Agent agent = t.scene().sellerAgent();
            Call other = t.scene()
                    .read(agent, path(listing))
                    .token(t.scene()
                            .grant(t.scene().stranger(), agent, t.scene().everything())
                            .token());
            t.refused(t.send(other), 403, "not_in_scope");
        });
        suite.test("REC-7.8", Rec7::appendOnly);
        suite.test("REC-7.9", t -> {
            logged(t);
            long size = published(t).size();
            t.blockedUnless(
                    consistency(t, size, size).status() == 200, "The log gives no proof of its published size.");
            t.equal(404, consistency(t, size, size + 1_000_000).status(), "The status of a proof past the checkpoint");
        });
        suite.test("REC-7.10", t -> {
            long before = published(t).size();
            Listing listing = logged(t);
            String told = t.page("GET", WELL_KNOWN + "checkpoint", null).text()
                    + consistency(t, Math.max(1, before), published(t).size()).text();
            t.that(!told.contains(listing.id()), "Neither checkpoint nor consistency proof was to name the listing.");
        });
    }

    /** The published checkpoint. */
    private static Checkpoint published(Trial t) {
        Answer answer = t.page("GET", WELL_KNOWN + "checkpoint", null);
        if (answer.status() == 404) {
            throw t.notApplicable("The target keeps no log.");
        }
        return checkpoint(t, answer.text());
    }

    private static Checkpoint checkpoint(Trial t, String note) {
        var checkpoint = Checkpoint.parse(note);
        t.that(checkpoint.isPresent(), "A checkpoint was to be a signed note of origin, size and root.");
        return checkpoint.orElseThrow();
    }

    private static void signed(Trial t) {
        Checkpoint checkpoint = published(t);
        Answer key = t.page("GET", WELL_KNOWN + "checkpoint-key", null);
        t.equal(200, key.status(), "The status of the log's key");
        t.that(checkpoint.signedBy(key.text()), "The checkpoint was to be signed by the log's key.");
    }

    private static void takenUp(Trial t) {
        var answer = Management.call(t, "POST", "/checkpoint", null);
        t.blockedUnless(answer.statusCode() == 200, "`POST /checkpoint` was answered " + answer.statusCode());
    }

    private static Listing answered(Trial t) {
        Listing listing = t.scene().listing();
        t.control(t.scene().answerBuyer(listing, "yes"), 200);
        return listing;
    }

    /** A listing whose chain's head is in the tree. */
    private static Listing logged(Trial t) {
        published(t);
        Listing listing = answered(t);
        takenUp(t);
        return listing;
    }

    private static String path(Listing listing) {
        return "/records/listing/" + listing.id() + "/proof";
    }

    private static Call proof(Trial t, Agent reader, Listing listing) {
        return reader.jkt().equals(t.scene().sellerAgent().jkt())
                ? t.scene().sellerReads(path(listing))
                : t.scene().read(reader, path(listing));
    }

    private static void eachHour(Trial t) {
        published(t);
        Listing listing = answered(t);
        List<JsonNode> entries =
                Chain.read(t, t.scene().sellerAgent(), "listing", listing.id()).entries();
        t.blockedUnless(!entries.isEmpty(), "The listing's record has no entry.");
        long last = Chain.seq(entries.getLast());
        t.world().clock().advance(INTERVAL);
        t.scene().grant().newToken();
        t.eventually("The chain's head was to be in the tree without being asked.", SOON, () -> {
            Answer answer = t.send(proof(t, t.scene().sellerAgent(), listing));
            return answer.status() == 200 && answer.at("head/seq").asLong(-1) >= last ? answer : null;
        });
    }

    private static void included(Trial t) {
        Answer proof = t.control(proof(t, t.scene().sellerAgent(), logged(t)), 200);
        Checkpoint tree = checkpoint(t, proof.at("checkpoint").asString(""));
        List<byte[]> hashes = proof.at("hashes")
                .valueStream()
                .map(hash -> t.said(hash.asString("").replace("sha-256:", ""), "A hash of the proof")
                        .hex())
                .toList();
        byte[] leaf = MerkleTree.leaf(
                t.said(head(proof), "The proof's `head`").canonical().getBytes(StandardCharsets.UTF_8));
        long index = t.said(proof.at("index"), "The proof's `index`").number();
        t.that(
                MerkleTree.includes(leaf, index, tree.size(), hashes, tree.root()),
                "The proof was to lead from the head's leaf to the checkpoint's root.");
    }

    private static JsonNode head(Answer proof) {
        ObjectNode head = JsonNodeFactory.instance.objectNode();
        List.of("hash", "seq", "subject").forEach(name -> head.set(name, proof.at("head/" + name)));
        return head;
    }

    private static void headOfTheRecord(Trial t) {
        Listing listing = logged(t);
        Answer proof = t.control(proof(t, t.scene().sellerAgent(), listing), 200);
        Chain chain = Chain.read(t, t.scene().sellerAgent(), "listing", listing.id());
        t.that(
                chain.entries().stream()
                        .anyMatch(entry ->
                                Chain.seq(entry) == proof.at("head/seq").asLong(-1)
                                        && Chain.hash(t, entry)
                                                .equals(proof.at("head/hash").asString(""))),
                "The proven head was to be an entry of the record.");
        t.equal(chain.subject(), proof.at("head/subject"), "The subject of the proven head");
    }

    private static Answer consistency(Trial t, long first, long second) {
        return t.page("GET", WELL_KNOWN + "consistency?first=" + first + "&second=" + second, null);
    }

    private static void appendOnly(Trial t) {
        logged(t);
        Checkpoint first = published(t);
        logged(t);
        Checkpoint second = published(t);
        t.blockedUnless(second.size() > first.size(), "The tree did not grow.");
        Answer answer = consistency(t, first.size(), second.size());
        t.equal(200, answer.status(), "The status of the consistency proof");
        List<byte[]> proof = answer.at("consistency")
                .valueStream()
                .map(hash -> t.said(hash, "A hash of the proof").base64())
                .toList();
        t.that(
                MerkleTree.extended(first.size(), first.root(), second.size(), second.root(), proof),
                "The proof was to lead from the older root to the newer one.");
    }
}
