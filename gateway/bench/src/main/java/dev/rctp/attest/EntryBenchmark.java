package dev.rctp.attest;

import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.SigningKey;
import dev.rctp.registries.CanonicalJson;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullMarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The making of an entry: canonical body, place, hash and signature (REC-2); in this package because only the ledger makes entries. */
@NullMarked
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class EntryBenchmark {

    private static final String HASH = "sha-256:" + "5e".repeat(32);

    private final EntryMaker maker;
    private final EntryDraft draft;
    private final ChainHead head = new ChainHead(41, HASH, 0);

    /** Makes a key and a draft. */
    public EntryBenchmark() {
        SigningKey key = Cryptography.select().generate();
        EntrySigner signer = new EntrySigner() {
            @Override
            public String keyId() {
                return key.thumbprint();
            }

            @Override
            public byte[] sign(byte[] data) {
                return key.sign(data);
            }
        };
        this.maker = new EntryMaker(signer, InstantSource.system());
        this.draft = new EntryDraft(new Subject("listing", "bench-1"), "decided", body());
    }

    private static ObjectNode body() {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("action", "listing.answer_buyer").put("door", "rest").put("decision", "auto");
        body.put("request_id", "req_abcdefghijklmnopqrstuvwxyz").put("intent", "int_abcdefghijklmnopqrstuvwxyz");
        body.put("caller", "7pY1mZ3d0jv8XkQ2eRt5uWn6bLc9aHs4oGi_fTqKxE0");
        body.put("operator", "https://seller-ops.example/.well-known/ucp").put("agent_id", "agent-1");
        body.put("seller", "seller-3Jk2vXq8").put("terms_commitment", HASH);
        return body.put("payload_digest", HASH).put("evidence_digest", HASH);
    }

    /** One signed entry. */
    @Benchmark
    public Object entry() {
        return maker.make(draft, CanonicalJson.text(draft.body()), head);
    }
}
