package dev.rctp.attest.verify;

import dev.rctp.attest.Receipt;
import dev.rctp.attest.Subject;
import dev.rctp.attest.log.HeadProof;
import dev.rctp.attest.log.LogKey;
import dev.rctp.registries.Schemas;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Signed heads: proofs that a chain's entry stands in the log (REC-7). */
final class Heads {

    private static final String PREFIX = "sha-256:";

    private final Schemas schemas;

    /** Needs the schema {@code head-proof}. */
    Heads(Schemas schemas) {
        this.schemas = schemas;
    }

    /** The log's key; empty for none at all. */
    static Optional<LogKey> key(JsonNode logKey) throws Fault {
        Optional<LogKey> key = logKey.isString() ? LogKey.parse(logKey.stringValue()) : Optional.empty();
        Fault.unless(logKey.isMissingNode() || key.isPresent(), "a log_key that is no verifier key of a signed note");
        return key;
    }

    /** The heads that these proofs prove, each as the receipt it is; a proof that proves nothing is a fault. */
    List<JsonNode> proven(Iterable<JsonNode> proofs, Optional<LogKey> key) throws Fault {
        List<JsonNode> heads = new ArrayList<>();
        for (JsonNode proof : proofs) {
            Fault.unless(key.isPresent(), "a proof without the log's key");
            HeadProof read = read(proof).orElseThrow(() -> new Fault("a proof that is none"));
            Fault.unless(
                    read.holds(key.orElseThrow()),
                    "a proof that does not hold: the log's key did not sign its checkpoint, or its hashes don't lead there");
            heads.add(proof.path("head"));
        }
        return heads;
    }

    /** A proof as schema {@code head-proof} has it; empty for anything else. */
    Optional<HeadProof> read(JsonNode json) {
        try {
            return schemas.validate("head-proof", json).isEmpty() ? Optional.of(proof(json)) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // a subject that no chain has
        }
    }

    private static HeadProof proof(JsonNode json) {
        JsonNode head = json.path("head");
        JsonNode subject = head.path("subject");
        Receipt receipt = new Receipt(
                new Subject(
                        subject.path("type").stringValue(), subject.path("id").stringValue()),
                head.path("seq").longValue(),
                head.path("hash").stringValue());
        List<byte[]> path = json.path("hashes")
                .valueStream()
                .map(hash -> HexFormat.of().parseHex(hash.stringValue().substring(PREFIX.length())))
                .toList();
        return new HeadProof(
                receipt,
                json.path("index").longValue(),
                path,
                json.path("checkpoint").stringValue());
    }
}
