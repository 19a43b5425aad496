package dev.rctp.bench.jmh;

import dev.rctp.msgsig.ContentDigest;
import dev.rctp.msgsig.CoveredComponents;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.Freshness;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.KeyLookup;
import dev.rctp.msgsig.MalformedKeyException;
import dev.rctp.msgsig.MessageSigner;
import dev.rctp.msgsig.RequestMessage;
import dev.rctp.msgsig.RequestVerifier;
import dev.rctp.msgsig.SignatureFields;
import dev.rctp.msgsig.SignatureVerdict;
import dev.rctp.msgsig.SigningKey;
import dev.rctp.msgsig.VerificationKey;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
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

/** P-256 alone, and whole messages signed and verified (SIG-1 to SIG-4). */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class SignatureBenchmark {

    private final byte[] data = new byte[600];
    private final byte[] body =
            "{\"text\":\"Yes, the original box and the charger are there.\"}".getBytes(StandardCharsets.UTF_8);
    private final InstantSource clock = InstantSource.fixed(Instant.parse("2026-11-29T12:00:00Z"));
    private final SigningKey key;
    private final VerificationKey publicKey;
    private final byte[] signature;
    private final MessageSigner signer;
    private final RequestVerifier verifier;
    private final RequestMessage call;
    private final RequestMessage signedCall;

    /** Makes a key and a signed call. */
    public SignatureBenchmark() {
        Cryptography cryptography = Cryptography.select();
        this.key = cryptography.generate();
        this.publicKey = publicOf(cryptography, key);
        this.signature = key.sign(data);
        this.signer = new MessageSigner(key, clock);
        this.verifier = new RequestVerifier(KeyLookup.of(publicKey), Freshness.STRICT, clock);
        this.call = message(HttpFields.of(
                "content-type", "application/json",
                "content-digest", ContentDigest.of(body),
                "ucp-agent", "profile=\"https://seller-ops.example/.well-known/ucp\"",
                "idempotency-key", "key_abcdefghijklmnopqrstuvwxyz",
                "authorization", "Bearer 3f7c1a9e5b2d4860917ac3e5d8f1b602"));
        this.signedCall = message(signRequest().addTo(call.fields()));
    }

    private static RequestMessage message(HttpFields fields) {
        return new RequestMessage("POST", "https", "agents.shop.example", "/listings/4711/answers", null, fields);
    }

    private static VerificationKey publicOf(Cryptography cryptography, SigningKey key) {
        try {
            return cryptography.verificationKey(key.publicJwk());
        } catch (MalformedKeyException e) {
            throw new IllegalStateException(e);
        }
    }

    /** One P-256 verification. */
    @Benchmark
    public boolean verify() {
        return publicKey.verify(data, signature);
    }

    /** One P-256 signature. */
    @Benchmark
    public byte[] sign() {
        return key.sign(data);
    }

    /** A request's signature, base included. */
    @Benchmark
    public final SignatureFields signRequest() {
        return signer.signRequest(call, CoveredComponents.ofRequest(call, true));
    }

    /** A request's check: coverage, digest, base, verification. */
    @Benchmark
    public SignatureVerdict verifyRequest() {
        return verifier.verify(signedCall, body);
    }
}
