package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.attest.Receipt;
import dev.rctp.attest.Subject;
import dev.rctp.attest.log.Checkpoint;
import dev.rctp.attest.log.HeadProof;
import dev.rctp.attest.log.LogKey;
import dev.rctp.attest.log.MerkleProof;
import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.registries.CanonicalJson;
import dev.rctp.registries.Registries;
import dev.rctp.registries.Sha256;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@ExtendWith(Sandboxed.class)
class CheckpointTest {

    private static final Registries REGISTRIES = Registries.load();

    @TempDir
    Path folder;

    private static JsonNode asked(World world, Path state) throws Exception {
        HttpResponse<String> answer = Asking.manage(world, state, "POST", "/checkpoint", "");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        JsonNode checkpoint = JsonMapper.shared().readTree(answer.body());
        assertThat(REGISTRIES.schemas().validate("checkpoint", checkpoint)).isEmpty();
        return checkpoint;
    }

    private static HttpResponse<String> published(World world, String name, @Nullable String known) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(world.gateway().resolve("/.well-known/rctp/" + name));
        if (known != null) {
            request.header("if-none-match", known);
        }
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        }
    }

    private static LogKey key(World world) throws Exception {
        return LogKey.parse(published(world, "checkpoint-key", null).body().strip())
                .orElseThrow();
    }

    private static HeadProof proof(JsonNode json) {
        assertThat(REGISTRIES.schemas().validate("head-proof", json)).isEmpty();
        JsonNode head = json.path("head");
        JsonNode subject = head.path("subject");
        Receipt receipt = new Receipt(
                new Subject(subject.path("type").asString(), subject.path("id").asString()),
                head.path("seq").asLong(),
                head.path("hash").asString());
        List<byte[]> path = json.path("hashes")
                .valueStream()
                .map(hash -> HexFormat.of().parseHex(hash.asString().substring("sha-256:".length())))
                .toList();
        return new HeadProof(
                receipt,
                json.path("index").asLong(),
                path,
                json.path("checkpoint").asString());
    }

    @Test
    @DisplayName(
            "REC-7, MGT-1: a checkpoint that is asked for is published at once, cacheable, beside the key that it is held against")
    void published(World world, Path state) throws Exception {
        JsonNode asked = asked(world, state);
        HttpResponse<String> found = published(world, "checkpoint", null);

        assertThat(found.statusCode()).isEqualTo(200);
        assertThat(found.headers().firstValue("content-type")).hasValue("text/plain; charset=utf-8");
        assertThat(found.headers().firstValue("cache-control")).hasValue("public, max-age=60");
        String etag = found.headers().firstValue("etag").orElseThrow();
        LogKey key = key(world);
        assertThat(key.name()).isEqualTo(world.gateway().getRawAuthority());
        assertThat(key.open(found.body()))
                .hasValueSatisfying(read -> assertThat(read.size())
                        .isGreaterThanOrEqualTo(asked.path("size").asLong()));
        assertThat(key.open(asked.path("note").asString())).isPresent();
        int again = published(world, "checkpoint", etag).statusCode();
        assertThat(again).isIn(200, 304);
        assertThat(published(world, "checkpoint-key", null).headers().firstValue("cache-control"))
                .hasValue("public, max-age=3600");
    }

    @Test
    @DisplayName("REC-7, MGT-1: that a checkpoint was asked for stands in a chain, which is in that checkpoint")
    void recorded(World world, Path state) throws Exception {
        long before = asked(world, state).path("size").asLong();
        long after = asked(world, state).path("size").asLong();

        assertThat(after).isGreaterThan(before);
        String kinds = Tables.of(state)
                .text("SELECT string_agg(DISTINCT convert_from(jcs, 'UTF8')::jsonb->>'kind', ',') FROM entry"
                        + " WHERE subject_type = 'gateway' AND subject_id = 'log'");
        assertThat(kinds).isEqualTo("checkpoint_requested");
        assertThat(Asking.manage(world, state, "GET", "/checkpoint", "").statusCode())
                .isEqualTo(405);
    }

    @Test
    @DisplayName(
            "REC-7: who kept a checkpoint gets the proof that the newest log begins with it (RFC 6962 4.4), and none past what is published")
    void consistency(World world, Path state) throws Exception {
        long first = asked(world, state).path("size").asLong();
        Checkpoint older = key(world).open(checkpointOf(world, first)).orElseThrow();
        long second = asked(world, state).path("size").asLong();
        Checkpoint newer = key(world).open(checkpointOf(world, second)).orElseThrow();

        HttpResponse<String> found = published(world, query(older.size(), newer.size()), null);
        assertThat(found.statusCode()).as(found.body()).isEqualTo(200);
        JsonNode proof = JsonMapper.shared().readTree(found.body());
        assertThat(REGISTRIES.schemas().validate("consistency-proof", proof)).isEmpty();
        List<byte[]> path = proof.path("consistency")
                .valueStream()
                .map(hash -> Base64.getDecoder().decode(hash.asString()))
                .toList();
        assertThat(MerkleProof.consistent(older.size(), older.root(), newer.size(), newer.root(), path))
                .isTrue();
        for (String none : List.of(
                "consistency",
                "consistency?first=0&second=" + second,
                "consistency?first=1",
                query(newer.size(), older.size()),
                query(1, newer.size() + 1_000_000),
                query(1, Long.MAX_VALUE))) {
            assertThat(published(world, none, null).statusCode()).as(none).isEqualTo(404);
        }
    }

    private static String query(long first, long second) {
        return "consistency?first=" + first + "&second=" + second;
    }

    /** What is published now, of that many leaves or of more. */
    private static String checkpointOf(World world, long size) throws Exception {
        String note = published(world, "checkpoint?" + size, null).body();
        assertThat(key(world).open(note).orElseThrow().size()).isGreaterThanOrEqualTo(size);
        return note;
    }

    @Test
    @DisplayName(
            "REC-7, REC-4: both sides get the proof of their negotiation's head, and it is the last entry of what they read")
    void parties(World world, Path state) throws Exception {
        Haggle haggle = Haggle.of(world);
        Answer offer = haggle.offer(haggle.buyer, Haggle.PRICE);
        String record =
                "/records/negotiation/" + offer.json().path("negotiation_id").asString();
        asked(world, state);
        LogKey key = key(world);
        HeadProof buyers =
                proof(Haggle.ok(200, haggle.buyer.read(record + "/proof", null)).json());
        HeadProof sellers = proof(Haggle.ok(200, haggle.seller.read(record + "/proof", haggle.token()))
                .json());

        assertThat(buyers.holds(key)).isTrue();
        assertThat(sellers.holds(key)).isTrue();
        JsonNode entries = haggle.buyer.read(record, null).json().path("entries");
        JsonNode last = entries.get(entries.size() - 1);
        assertThat(buyers.head().seq()).isEqualTo(last.path("seq").asLong());
        assertThat(buyers.head().hash()).isEqualTo(Sha256.text(CanonicalJson.bytes(last)));
        HeadProof listing = proof(
                Haggle.ok(200, haggle.seller.read("/records/listing/" + haggle.listing + "/proof", haggle.token()))
                        .json());
        assertThat(listing.holds(key)).isTrue();
    }

    @Test
    @DisplayName(
            "REC-7, REC-4: a proof is given to nobody who may not read the record, and tells none whether there is one")
    void others(World world, Path state) throws Exception {
        Haggle haggle = Haggle.of(world);
        Answer offer = haggle.offer(haggle.buyer, Haggle.PRICE);
        String record =
                "/records/negotiation/" + offer.json().path("negotiation_id").asString();
        asked(world, state);
        Answer rivals = haggle.rival.read(record + "/proof", null);
        Answer unknown = haggle.rival.read("/records/negotiation/neg_unknown/proof", null);

        assertThat(rivals.decision()).isEqualTo("forbid;reason=not_in_scope");
        assertThat(unknown.decision()).isEqualTo("forbid;reason=not_in_scope");
        assertThat(rivals.body()).isEqualTo(unknown.body());
        assertThat(haggle.buyer
                        .read("/records/listing/" + haggle.listing + "/proof", null)
                        .decision())
                .isEqualTo("forbid;reason=grant_invalid");
        assertThat(haggle.buyer.read("/records/gateway/log/proof", null).decision())
                .isEqualTo("forbid;reason=not_in_scope");
    }

    @Test
    @DisplayName("REC-7: a gateway without a log says so for good, and names no time to ask again")
    void noLog(World world, Path state) throws Exception {
        Haggle haggle = Haggle.of(world);
        Answer offer = haggle.offer(haggle.buyer, Haggle.PRICE);
        try (AnotherGateway logless = AnotherGateway.start(
                        state, folder, "logless", () -> world.clock().instant(), config -> config.remove("log"));
                HttpClient http = HttpClient.newHttpClient()) {
            Agent buyer = AnotherGateway.agent(
                    state,
                    http,
                    URI.create("http://localhost:" + logless.port()),
                    () -> world.clock().instant(),
                    "buyer-ops-b",
                    0);
            Answer none = buyer.read(
                    "/records/negotiation/"
                            + offer.json().path("negotiation_id").asString() + "/proof",
                    null);

            assertThat(none.status()).isEqualTo(403);
            assertThat(none.json().at("/detail/cause").asString()).isEqualTo("no_log");
            assertThat(none.fields().combined("retry-after")).isEmpty();
            assertThat(REGISTRIES.schemas().validate("error", none.json())).isEmpty();
        }
    }

    @Test
    @DisplayName("REC-7: a record that no checkpoint has yet is answered 503 with a time to ask again")
    void notYet(World world, Path state) throws Exception {
        Haggle haggle = Haggle.of(world);
        Answer offer = haggle.offer(haggle.buyer, Haggle.PRICE);
        Answer early = haggle.buyer.read(
                "/records/negotiation/" + offer.json().path("negotiation_id").asString() + "/proof", null);

        assertThat(early.status()).isEqualTo(503);
        assertThat(early.json().at("/detail/cause").asString()).isEqualTo("not_logged");
        assertThat(early.fields().combined("retry-after")).hasValue("600");
        assertThat(REGISTRIES.schemas().validate("error", early.json())).isEmpty();
        Agent buyer = haggle.buyer;
        asked(world, state);
        assertThat(buyer.read(
                                "/records/negotiation/"
                                        + offer.json().path("negotiation_id").asString() + "/proof",
                                null)
                        .status())
                .isEqualTo(200);
    }
}
