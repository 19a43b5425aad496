package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.attest.verify.RecordReport;
import dev.rctp.attest.verify.RecordVerifier;
import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.registries.Registries;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The rotation drill of docs/operations.md, on a sandbox of its own: the key that signs is changed while everything runs (MGT-1, REC-5). */
@ExtendWith(OnTime.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class KeysTest {

    private static final Registries REGISTRIES = Registries.load();

    @TempDir
    Path folder;

    private static JsonNode keys(World world, Path state) throws Exception {
        HttpResponse<String> answer = Asking.manage(world, state, "GET", "/keys", "");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        JsonNode keys = JsonMapper.shared().readTree(answer.body());
        assertThat(REGISTRIES.schemas().validate("signing-keys", keys)).isEmpty();
        return keys;
    }

    /** The {@code kid} of the one key in this state. */
    private static String kid(JsonNode keys, String state) {
        List<String> found = keys.path("keys")
                .valueStream()
                .filter(key -> key.path("state").asString().equals(state))
                .map(key -> key.path("kid").asString())
                .toList();
        assertThat(found).as(keys.toString()).hasSize(1);
        return found.getFirst();
    }

    private static HttpResponse<String> choose(World world, Path state, String kid) throws Exception {
        String body = JsonNodeFactory.instance.objectNode().put("kid", kid).toString();
        return Asking.manage(world, state, "PUT", "/keys/signing", body);
    }

    private static String signer(Answer answer) {
        return answer.fields().combined("signature-input").orElseThrow().replaceAll(".*keyid=\"([^\"]+)\".*", "$1");
    }

    private static String kidOf(String jws) {
        String header = jws.substring(0, jws.indexOf('.'));
        return JsonMapper.shared()
                .readTree(Base64.getUrlDecoder().decode(header))
                .path("kid")
                .asString();
    }

    @Test
    @Order(1)
    @DisplayName(
            "MGT-1: a key signs neither before every profile has had it for 10 minutes nor where a gateway hasn't its private part")
    void notYet(World world, Path state) throws Exception {
        JsonNode before = keys(world, state);
        String next = kid(before, "waiting");
        assertThat(choose(world, state, next).statusCode()).isEqualTo(409);
        world.advance(Duration.ofMinutes(10));
        assertThat(kid(keys(world, state), "ready")).isEqualTo(next);
        try (var _ = AnotherGateway.start(
                state,
                folder,
                "without",
                AnotherGateway.clock(world),
                config -> config.withObject("/profile").remove("retired_keys"))) {
            assertThat(kid(keys(world, state), "waiting")).isEqualTo(next);
            HttpResponse<String> refused = choose(world, state, next);
            assertThat(refused.statusCode()).isEqualTo(409);
            assertThat(refused.body()).contains("every gateway");
        }
        assertThat(kid(keys(world, state), "ready")).as("once it has stopped").isEqualTo(next);
    }

    @Test
    @Order(2)
    @DisplayName("MGT-1: what names no key is 400, one of others 404, and nothing changes")
    void malformed(World world, Path state) throws Exception {
        for (String body : List.of("{}", "no JSON", "{\"kid\":\"x\"}", "{\"kid\":1}")) {
            assertThat(Asking.manage(world, state, "PUT", "/keys/signing", body).statusCode())
                    .as(body)
                    .isEqualTo(400);
        }
        assertThat(choose(world, state, "A".repeat(43)).statusCode()).isEqualTo(404);
        assertThat(Asking.manage(world, state, "DELETE", "/keys/signing", "").statusCode())
                .isEqualTo(404);
    }

    @Test
    @Order(3)
    @DisplayName(
            "MGT-1, REC-5: the chosen key signs answers, forwarded calls, entries, checkouts and webhooks, on every gateway and after"
                    + " a restart; what the former one signed still verifies")
    void rotated(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        asking.grant = asking.granted("auto");
        String listing = world.list(listingOf(asking));
        String offer = asking.offered(asking.buyer, listing, 41_000);
        JsonNode before = keys(world, state);
        String former = kid(before, "signing");
        String next = kid(before, "ready");
        Agent agent = asking.seller;
        try (HttpClient http = HttpClient.newHttpClient();
                AnotherGateway other =
                        AnotherGateway.start(state, folder, "other", AnotherGateway.clock(world), _ -> {})) {
            assertThat(choose(world, state, next).statusCode())
                    .as("not published there long enough")
                    .isEqualTo(409);
            world.advance(Duration.ofMinutes(10));
            assertThat(other.port()).isPositive();
            assertThat(signer(agent.read("/approvals/apr_x", null))).isEqualTo(former);

            HttpResponse<String> chosen = choose(world, state, next);
            assertThat(chosen.statusCode()).as(chosen.body()).isEqualTo(200);
            assertThat(kid(JsonMapper.shared().readTree(chosen.body()), "signing"))
                    .isEqualTo(next);
            assertThat(kid(keys(world, state), "ready")).as("the way back").isEqualTo(former);
            Agent there = AnotherGateway.agent(
                    state, http, URI.create("http://localhost:" + other.port()), AnotherGateway.clock(world));
            await().atMost(Duration.ofSeconds(10))
                    .until(() -> signer(there.read("/approvals/apr_x", null)).equals(next));
        }
        try (HttpClient http = HttpClient.newHttpClient();
                AnotherGateway again =
                        AnotherGateway.start(state, folder, "other", AnotherGateway.clock(world), _ -> {})) {
            Agent there = AnotherGateway.agent(
                    state, http, URI.create("http://localhost:" + again.port()), AnotherGateway.clock(world));
            assertThat(signer(there.read("/approvals/apr_x", null)))
                    .as("after a restart")
                    .isEqualTo(next);
        }

        asking.grant = asking.granted("auto");
        Answer accepted = Haggle.ok(200, asking.accept(offer));
        assertThat(signer(accepted)).isEqualTo(next);
        JsonNode forwarded = asking.forwarded("/offers/" + offer + "/accept").getFirst();
        assertThat(forwarded.path("headers").path("signature-input").asString()).contains("keyid=\"" + next + "\"");
        String checkout = asking.buyer
                .read("/offers/" + offer, null)
                .json()
                .path("checkout")
                .asString();
        assertThat(kidOf(checkout)).isEqualTo(next);
        Inbox inbox = Inbox.of(world, "buyer-ops-b");
        await().atMost(Duration.ofSeconds(20))
                .until(() -> inbox.about(offer).stream()
                        .anyMatch(came -> came.fields()
                                .combined("signature-input")
                                .orElse("")
                                .contains("keyid=\"" + next + "\"")));
        assertThat(inbox.said(offer, 1)).isNotEmpty();

        String negotiation = accepted.json().path("negotiation_id").asString();
        JsonNode record = Haggle.ok(200, asking.buyer.read("/records/negotiation/" + negotiation, null))
                .json();
        List<String> kids = record.path("entries")
                .valueStream()
                .map(entry -> kidOf(entry.path("jws").asString()))
                .distinct()
                .toList();
        assertThat(kids).containsExactly(former, next);
        ObjectNode bundle = record.deepCopy().asObject();
        bundle.set("keys", world.get(world.address("gateway_profile")).path("keys"));
        RecordReport report =
                new RecordVerifier(REGISTRIES).verify(bundle.toString().getBytes(StandardCharsets.UTF_8));
        assertThat(report.passed()).as(report.toString()).isTrue();
        assertThat(report.keyIds()).containsExactlyInAnyOrder(former, next);
        assertThat(
                        Tables.of(state)
                                .text(
                                        "SELECT convert_from(jcs, 'UTF8') FROM entry WHERE subject_type = 'gateway' ORDER BY seq LIMIT 1"))
                .contains("signing_key_chosen", "\"kid\":\"" + next + "\"", "\"former\":\"" + former + "\"");
        assertThat(asking.buyer.read("/records/gateway/keys", null).status()).isEqualTo(403);
    }

    private static ObjectNode listingOf(Asking asking) {
        ObjectNode listing = asking.listing().put("seller", asking.sub);
        listing.set("terms", asking.terms());
        return listing;
    }
}
