package dev.rctp.conformance.report;

import dev.rctp.conformance.plan.Plan;
import dev.rctp.conformance.requirement.Requirement;
import dev.rctp.conformance.requirement.Requirements;
import dev.rctp.conformance.run.Outcome;
import dev.rctp.conformance.run.Result;
import dev.rctp.conformance.wire.Exchange;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

/** A run with results of every kind, made up, with secrets in each place where one can stand. */
final class MadeRun {

    static final Instant AT = Instant.parse("2026-11-30T14:03:27.512Z");
    static final String TOKEN = "tok_7Hh2kQ9vLr3xPz1mNc8b";
    static final String ODD_TOKEN = "odd+Token/9a8b7c6d5e4f==";
    static final String CLIENT_SECRET = "c1ient-secret-of/the+gateway";
    static final String BEARER = "management-bearer-31415926";
    static final String SEED = "seed-of-all-keys-27182818";
    static final String PRIVATE_D = "870MB6gfuTJ4HtUnUvYMyJpr5eUZNP4Bk43bVdj3eAE";
    static final String PATH_TICKET = "path-ticket-5c4b3a291807";
    static final String CHECKOUT_SIGNATURE = "c2lnbmF0dXJlLW9mLXRoZS1jaGVja291dC10b2tlbg";
    static final String CHECKOUT =
            jws("{\"alg\":\"ES256\",\"typ\":\"rctp-checkout+jwt\"}", "{\"amount\":100000}") + "." + CHECKOUT_SIGNATURE;
    static final String TICKET = jws("{\"alg\":\"ES256\",\"typ\":\"rctp-enroll+jwt\"}", "{\"sub\":\"seller-1\"}")
            + ".dGlja2V0LXNpZ25hdHVyZS1vY3RldHM";

    /** What no report may hold. */
    static final List<String> SECRETS = List.of(
            TOKEN, ODD_TOKEN, CLIENT_SECRET, BEARER, SEED, PRIVATE_D, PATH_TICKET, CHECKOUT_SIGNATURE, TICKET, basic());

    static final String HOSTILE = "<script>alert(1)</script>&'\"\u202Egnirts\u0000\u001B[31m]]>";

    private static final String REQUEST = """
            POST /listings/lst-8f0c2a71/answers?ticket=%s HTTP/1.1\r
            Host: localhost:4103\r
            Content-Type: application/json\r
            Authorization: Bearer %s\r
            Idempotency-Key: 5Vq9nR2xYc1tLw8kMz3bHg7f\r
            UCP-Agent: profile="http://localhost:4102/seller-ops/.well-known/ucp"\r
            Content-Digest: sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:\r
            Signature-Input: sig1=("@method" "@authority" "@path" "content-digest" "authorization");created=1796047407;keyid="agent-1";tag="rctp"\r
            Signature: sig1=:wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==:\r
            Content-Length: 68\r
            \r
            {"text":"Yes.","checkout":"%s","ticket":"%s"}""".formatted(TICKET, TOKEN, CHECKOUT, TICKET);

    private static final String BASE = """
            "@method": POST
            "@authority": localhost:4103
            "@path": /listings/lst-8f0c2a71/answers
            "content-digest": sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:
            "authorization": Bearer %s
            "@signature-params": ("@method" "@authority" "@path" "content-digest" "authorization");created=1796047407;keyid="agent-1";tag="rctp\"""".formatted(TOKEN);

    private static final String RESPONSE = """
            HTTP/1.1 200 OK\r
            Content-Type: application/json\r
            RCTP-Decision: auto;receipt="sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:";seq=3\r
            X-Debug: token %s of %s\r
            X-Config: %s %s %s\r
            Content-Length: 214\r
            \r
            {"answer_id":"ans-1","note":"%s","jwk":{"kty":"EC","d":"%s"},"client_secret":"%s","enrol":"/enroll/%s"}""".formatted(
                    TOKEN,
                    basic(),
                    CLIENT_SECRET,
                    BEARER,
                    SEED,
                    HOSTILE.replace("\"", "\\\""),
                    PRIVATE_D,
                    CLIENT_SECRET,
                    PATH_TICKET);

    private MadeRun() {}

    private static String basic() {
        return Base64.getEncoder().encodeToString(("gateway:" + CLIENT_SECRET).getBytes(StandardCharsets.UTF_8));
    }

    private static String jws(String header, String payload) {
        Base64.Encoder encoder = Base64.getUrlEncoder().withoutPadding();
        return encoder.encodeToString(header.getBytes(StandardCharsets.UTF_8)) + "."
                + encoder.encodeToString(payload.getBytes(StandardCharsets.UTF_8));
    }

    /** The plan of it. */
    static Plan plan(Map<String, String> expectedFailures) {
        URI target = URI.create("http://localhost:4103");
        return new Plan(
                new Plan.Target(
                        target,
                        target.resolve("/.well-known/ucp"),
                        target.toString(),
                        null,
                        new Plan.Management(URI.create("http://127.0.0.1:8444"), BEARER),
                        Map.of(),
                        "localhost",
                        target.toString(),
                        null),
                new Plan.RunnerSite(
                        "127.0.0.1",
                        4100,
                        URI.create("http://localhost:4100"),
                        URI.create("http://localhost:4101"),
                        URI.create("http://localhost:4102"),
                        "gateway",
                        CLIENT_SECRET,
                        SEED),
                EnumSet.allOf(Requirement.Profile.class),
                true,
                8,
                Duration.ofSeconds(10),
                expectedFailures,
                null);
    }

    /** An exchange full of secrets. */
    static Exchange exchange() {
        return new Exchange(bytes(REQUEST), BASE, bytes(RESPONSE), AT.plusMillis(42), Duration.ofMillis(17));
    }

    private static Exchange odd() {
        return new Exchange(
                bytes("GET /offers/off-1 HTTP/1.1\r\nHost: localhost:4103\r\nAuthorization: Secret " + ODD_TOKEN
                        + "\r\n\r\n"),
                "",
                new byte[0],
                AT,
                Duration.ofMillis(1500));
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** One result of a requirement that there is. */
    static Result result(Requirement requirement, Outcome outcome, boolean expected) {
        boolean silent = outcome == Outcome.PASS;
        String sentence = switch (outcome) {
            case PASS -> "";
            case FAIL, WARN ->
                "A refusal 401 `grant_invalid` was expected, not 200 with decision `auto` for " + ODD_TOKEN + " "
                        + HOSTILE;
            case SKIP -> "It has to move the target's clock, and the plan names no target.clock_url.";
            case BLOCKED -> "The control was not accepted: 503 `enforcement_unavailable`.";
            case NOT_APPLICABLE -> "The target has no embedding origin.";
            case ERROR -> "The runner failed: java.lang.IllegalStateException at dev.rctp.conformance.";
        };
        boolean wired = outcome == Outcome.FAIL || outcome == Outcome.WARN || outcome == Outcome.BLOCKED;
        return new Result(
                requirement,
                outcome,
                sentence,
                wired && !silent ? List.of(odd(), exchange()) : List.of(),
                Duration.ofMillis(31 + requirement.text().length()),
                expected);
    }

    /** All requirements that can be tested: most pass, each other outcome is there. */
    static List<Result> results() {
        List<Result> all = new ArrayList<>();
        int place = 0;
        for (Requirement one : Requirements.load().all()) {
            if (one.untested() == null) {
                all.add(result(one, outcome(++place), place % 97 == 0 || place == 41));
            }
        }
        return all;
    }

    private static Outcome outcome(int place) {
        if (place % 67 == 0 || place == 41) {
            return Outcome.FAIL;
        }
        if (place % 101 == 0) {
            return Outcome.WARN;
        }
        if (place % 89 == 0) {
            return Outcome.BLOCKED;
        }
        if (place % 23 == 0) {
            return Outcome.SKIP;
        }
        return place % 71 == 0 ? Outcome.NOT_APPLICABLE : place == 150 ? Outcome.ERROR : Outcome.PASS;
    }

    /** The report of these results. */
    static Report report(List<Result> results, String... only) {
        Plan plan = plan(Map.of("RCTP-GRA-3.2", "ticket 123 " + BEARER));
        return Report.of(
                new Report.Run(
                        "3f9c1d7a52e84b06",
                        AT,
                        Duration.ofMillis(134_207),
                        "rctp conformance 0.1.0",
                        "sha-256:" + "9f86d081884c7d65".repeat(4),
                        List.of(only)),
                plan,
                results,
                Redaction.of(plan));
    }
}
