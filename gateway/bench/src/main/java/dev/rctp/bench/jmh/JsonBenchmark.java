package dev.rctp.bench.jmh;

import dev.rctp.registries.CanonicalJson;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import tools.jackson.databind.node.ObjectNode;

/** Strict reading (RFC 7493) and canonical writing (RFC 8785) of an introspection view. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class JsonBenchmark {

    private final byte[] text = """
            {"active":true,"grant_status":"active","scope":"dev.rctp.listing:answer_buyer dev.rctp.listing:reprice",
             "sub":"seller-3Jk2vXq8","exp":1795953600,"iss":"https://login.shop.example","aud":"https://agents.shop.example",
             "cnf":{"jkt":"7pY1mZ3d0jv8XkQ2eRt5uWn6bLc9aHs4oGi_fTqKxE0"},
             "authorization_details":[{"type":"dev.rctp.agent_grant","agent_id":"agent-1",
              "jkt":"7pY1mZ3d0jv8XkQ2eRt5uWn6bLc9aHs4oGi_fTqKxE0",
              "tiers":{"dev.rctp.listing:answer_buyer":"auto","dev.rctp.listing:reprice":"ask"}}]}""".getBytes(StandardCharsets.UTF_8);
    private final ObjectNode object;

    /** Reads the view once. */
    public JsonBenchmark() {
        try {
            this.object = StrictJson.parseObject(text);
        } catch (InvalidJsonException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Strict reading. */
    @Benchmark
    public ObjectNode parse() throws InvalidJsonException {
        return StrictJson.parseObject(text);
    }

    /** Canonical writing. */
    @Benchmark
    public byte[] canonical() {
        return CanonicalJson.bytes(object);
    }
}
