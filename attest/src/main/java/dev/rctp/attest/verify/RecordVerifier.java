package dev.rctp.attest.verify;

import dev.rctp.attest.log.HeadProof;
import dev.rctp.attest.log.LogKey;
import dev.rctp.attest.verify.RecordReport.Answers;
import dev.rctp.attest.verify.RecordReport.Completeness;
import dev.rctp.attest.verify.RecordReport.Integrity;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Registries;
import dev.rctp.registries.StrictJson;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Checks a chain offline (REC-4): a bundle {@code {"entries", "openings", "keys", "receipts"?, "proofs"?, "log_key"?}}, where {@code keys} are
 * the JWKs of the gateway's profile, retired ones too (REC-5), {@code receipts} those that somebody kept, and {@code proofs} those that the
 * log whose key is {@code log_key} had the chain's heads (REC-7). What of it is not the reader's own proves no completeness. Safe for concurrent use.
 */
public final class RecordVerifier {

    private static final Set<String> REQUIRED = Set.of("entries", "openings", "keys");
    private static final Set<String> MEMBERS = Set.of("entries", "openings", "keys", "receipts", "proofs", "log_key");

    private final Registries registries;
    private final Heads heads;

    /** Needs the schemas {@code attestation-entry}, {@code head-proof} and {@code deal-event}, the checkpoints and the release conditions. */
    public RecordVerifier(Registries registries) {
        this.registries = registries;
        this.heads = new Heads(registries.schemas());
    }

    /** A proof of a chain's head as schema {@code head-proof} has it; empty for anything else. */
    public Optional<HeadProof> proof(JsonNode json) {
        return heads.read(json);
    }

    /** Checks the bundle with the keys it holds: who reads the report compares its {@code keyIds} with the gateway's profile. */
    public RecordReport verify(byte[] bundle) {
        return verify(bundle, Kept.NOTHING);
    }

    /** Checks the bundle against what its reader has of their own. */
    public RecordReport verify(byte[] bundle, Kept kept) {
        try {
            return verify(StrictJson.parseObject(bundle), kept);
        } catch (InvalidJsonException e) {
            Fault fault = new Fault("a bundle that is not I-JSON: " + e.getMessage());
            return broken(-1, 0, fault, 0, Set.of());
        }
    }

    /** The same of the bundle as it was parsed, in which the keys that the reader has take the place of its own. */
    public RecordReport verify(ObjectNode bundle, Kept kept) {
        try {
            JsonNode given = kept.keys();
            if (given != null) {
                bundle.set("keys", given);
            }
            shape(bundle);
            Map<String, P256Key> keys = keys(bundle.path("keys"));
            return walk(bundle, kept, new ChainWalk(registries.schemas(), keys), new DealEvents(registries));
        } catch (Fault e) {
            return broken(-1, 0, e, 0, Set.of());
        }
    }

    private static void shape(ObjectNode parsed) throws Fault {
        Set<String> names = new TreeSet<>(parsed.propertyNames());
        Fault.unless(names.containsAll(REQUIRED), "a bundle without entries, openings or keys");
        Fault.unless(MEMBERS.containsAll(names), "a bundle with members that are not known");
        for (String name : names) {
            Fault.unless(
                    parsed.path(name).isArray() || name.equals("log_key"), "a bundle whose " + name + " is not a list");
        }
        Fault.unless(!parsed.path("entries").isEmpty(), "a bundle without entries");
    }

    private static Map<String, P256Key> keys(JsonNode jwks) throws Fault {
        Map<String, P256Key> keys = new HashMap<>();
        for (JsonNode jwk : jwks) {
            P256Key key = P256Key.of(jwk);
            Fault.unless(keys.put(key.keyId(), key) == null, "a key that is given twice");
        }
        return keys;
    }

    private RecordReport walk(ObjectNode bundle, Kept kept, ChainWalk walk, DealEvents events) {
        JsonNode entries = bundle.path("entries");
        Questions questions = new Questions();
        Map<JsonNode, List<JsonNode>> openings =
                bundle.path("openings").valueStream().collect(Collectors.groupingBy(one -> one.path("seq")));
        for (int i = 0; i < entries.size(); i++) {
            JsonNode entry = entries.path(i);
            try {
                step(walk, questions, events, entry, openings.getOrDefault(entry.path("seq"), List.of()));
            } catch (Fault e) {
                return broken(i, entry.path("seq").asLong(0), e, entries.size(), walk.keyIds());
            }
        }
        Completeness completeness;
        RecordReport.@Nullable Log log;
        try {
            placed(bundle.path("openings"), walk);
            String given = kept.logKey();
            Optional<LogKey> key = Heads.key(given == null ? bundle.path("log_key") : bundle.stringNode(given));
            completeness = completeness(bundle, kept, key, walk);
            log = key.map(one -> new RecordReport.Log(one.text(), given != null))
                    .orElse(null);
        } catch (Fault e) {
            return broken(-1, 0, e, entries.size(), walk.keyIds());
        }
        boolean judged = walk.integrity() instanceof Integrity.Sound || completeness instanceof Completeness.Incomplete;
        return new RecordReport(
                walk.integrity(),
                judged ? completeness : new Completeness.NotJudged(),
                walk.firstSeq(),
                entries.size(),
                walk.keyIds(),
                questions.answers(),
                events.unjudged(),
                events.signers(kept.profiles()),
                log);
    }

    /** Heads that the file brings are the log's word where the reader knows the log. */
    private Completeness completeness(ObjectNode bundle, Kept kept, Optional<LogKey> key, ChainWalk walk) throws Fault {
        List<JsonNode> brought = heads.proven(bundle.path("proofs"), key);
        Receipts readers = new Receipts(kept.receipts(), heads.proven(kept.heads(), key));
        Receipts files = new Receipts(bundle.path("receipts").valueStream().toList(), List.of());
        if (kept.logKey() == null) {
            return Receipts.judge(readers, files.and(brought), walk);
        }
        Completeness judged = Receipts.judge(readers.and(brought), files, walk);
        return judged instanceof Completeness.Complete || judged instanceof Completeness.Incomplete
                ? judged
                : new Completeness.Unproven();
    }

    /** What nobody thought of is a fault of the entry: a verifier that a tampered file stops has not found it (B88). */
    private static void step(
            ChainWalk walk, Questions questions, DealEvents events, JsonNode entry, List<JsonNode> openings)
            throws Fault {
        try {
            walk.step(entry);
            JsonNode confided = openings(openings, entry);
            questions.step(entry, confided, walk.firstSeq() > 1);
            if (confided != null) {
                SellerAnswer.check(confided, entry, questions.of(entry));
            }
            events.step(entry, walk.firstSeq() > 1);
        } catch (RuntimeException e) {
            throw new Fault("an entry that can't be checked");
        }
    }

    /** Checks the openings of the entry; gives what it confides as a whole, null where that is not opened. */
    private static @Nullable JsonNode openings(List<JsonNode> openings, JsonNode entry) throws Fault {
        JsonNode confided = null;
        for (JsonNode opening : openings) {
            Openings.check(opening, entry);
            if (opening.path("path").asString("").equals("/body/confided")) {
                confided = opening.path("value");
            }
        }
        return confided;
    }

    private static void placed(JsonNode openings, ChainWalk walk) throws Fault {
        for (JsonNode opening : openings) {
            JsonNode seq = opening.path("seq");
            Fault.unless(
                    seq.isIntegralNumber() && seq.canConvertToLong() && walk.hashOf(seq.longValue()) != null,
                    "an opening of entry " + seq.asLong(0) + ", which is not here");
        }
    }

    private static RecordReport broken(int index, long seq, Fault fault, int entries, Set<String> keyIds) {
        Integrity integrity = new Integrity.Broken(index, seq, fault.sentence());
        return new RecordReport(
                integrity,
                new Completeness.NotJudged(),
                0,
                entries,
                keyIds,
                new Answers(0, List.of()),
                List.of(),
                List.of(),
                null);
    }
}
