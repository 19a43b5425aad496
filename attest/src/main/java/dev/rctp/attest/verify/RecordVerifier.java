package dev.rctp.attest.verify;

import dev.rctp.attest.log.HeadProof;
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
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Checks a chain offline (REC-4): a bundle {@code {"entries", "openings", "keys", "receipts"?, "proofs"?, "log_key"?}}, where {@code keys} are
 * the JWKs of the gateway's profile, retired ones too (REC-5), {@code receipts} those that its reader kept, and {@code proofs} those that the
 * log whose key is {@code log_key} had the chain's heads (REC-7). Safe for concurrent use.
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
        return verify(bundle, null);
    }

    /** Checks the bundle with these keys, a JSON array of JWKs, instead of those it holds; null for those. */
    public RecordReport verify(byte[] bundle, @Nullable JsonNode trustedKeys) {
        try {
            ObjectNode parsed = StrictJson.parseObject(bundle);
            return verify(parsed, trustedKeys == null ? parsed.path("keys") : trustedKeys);
        } catch (InvalidJsonException e) {
            Fault fault = new Fault("a bundle that is not I-JSON: " + e.getMessage());
            return broken(-1, 0, fault, 0, Set.of());
        }
    }

    RecordReport verify(ObjectNode bundle, JsonNode keys) {
        try {
            shape(bundle);
            return walk(bundle, new ChainWalk(registries.schemas(), keys(keys)), new DealEvents(registries));
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

    private RecordReport walk(ObjectNode bundle, ChainWalk walk, DealEvents events) {
        JsonNode entries = bundle.path("entries");
        Questions questions = new Questions();
        for (int i = 0; i < entries.size(); i++) {
            JsonNode entry = entries.path(i);
            try {
                step(walk, questions, events, entry, bundle.path("openings"));
            } catch (Fault e) {
                return broken(i, entry.path("seq").asLong(0), e, entries.size(), walk.keyIds());
            }
        }
        List<JsonNode> proven;
        try {
            placed(bundle.path("openings"), walk);
            proven = heads.proven(bundle.path("proofs"), bundle.path("log_key"));
        } catch (Fault e) {
            return broken(-1, 0, e, entries.size(), walk.keyIds());
        }
        Completeness completeness = Receipts.judge(bundle.path("receipts"), proven, walk);
        boolean judged = walk.integrity() instanceof Integrity.Sound || completeness instanceof Completeness.Incomplete;
        return new RecordReport(
                walk.integrity(),
                judged ? completeness : new Completeness.NotJudged(),
                walk.firstSeq(),
                entries.size(),
                walk.keyIds(),
                questions.answers(),
                events.unjudged());
    }

    /** What nobody thought of is a fault of the entry: a verifier that a tampered file stops has not found it (B88). */
    private static void step(ChainWalk walk, Questions questions, DealEvents events, JsonNode entry, JsonNode openings)
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
    private static @Nullable JsonNode openings(JsonNode openings, JsonNode entry) throws Fault {
        JsonNode confided = null;
        for (JsonNode opening : openings) {
            if (opening.path("seq").equals(entry.path("seq"))) {
                Openings.check(opening, entry);
                if (opening.path("path").asString("").equals("/body/confided")) {
                    confided = opening.path("value");
                }
            }
        }
        return confided;
    }

    private static void placed(JsonNode openings, ChainWalk walk) throws Fault {
        for (JsonNode opening : openings) {
            JsonNode seq = opening.path("seq");
            Fault.unless(
                    seq.isIntegralNumber() && seq.canConvertToLong() && walk.hashOf(seq.longValue()) != null,
                    "an opening of an entry that is not here");
        }
    }

    private static RecordReport broken(int index, long seq, Fault fault, int entries, Set<String> keyIds) {
        Integrity integrity = new Integrity.Broken(index, seq, fault.sentence());
        return new RecordReport(
                integrity, new Completeness.NotJudged(), 0, entries, keyIds, new Answers(0, List.of()), List.of());
    }
}
