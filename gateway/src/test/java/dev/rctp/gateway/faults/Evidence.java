package dev.rctp.gateway.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.attest.verify.RecordReport;
import dev.rctp.attest.verify.RecordVerifier;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.msgsig.agent.Receipt;
import dev.rctp.registries.Registries;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What can be seen from outside afterwards: the marketplace's log and the listing's record. */
final class Evidence {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int PAGE = 1000;

    private Evidence() {}

    /** Repeats every call with its own Idempotency-Key until it is done; gives the last answers. */
    static List<Caller.Attempt> settle(List<Caller.Attempt> attempts) {
        List<Caller.Attempt> settled = new ArrayList<>();
        for (Caller.Attempt attempt : attempts) {
            settled.add(await("an outcome for " + attempt.key())
                    .atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofMillis(200))
                    .until(() -> attempt.caller().repeat(attempt), again -> again.status() == 200));
        }
        return settled;
    }

    /** PRX-2: the marketplace saw each call under one Idempotency-Key of the gateway's, and acted on it once. */
    static void carriedOutOnce(World world, List<Caller.Attempt> attempts) throws IOException, InterruptedException {
        Map<String, List<JsonNode>> byMarker = new HashMap<>();
        for (JsonNode request : world.forwarded()) {
            byMarker.computeIfAbsent(request.path("body").asString(), _ -> new ArrayList<>())
                    .add(request);
        }
        for (Caller.Attempt attempt : attempts) {
            List<JsonNode> sent = byMarker.getOrDefault("{\"text\":\"" + attempt.marker() + "\"}", List.of());
            assertThat(sent.stream().map(Evidence::key).distinct())
                    .as("the keys of %s", attempt.marker())
                    .hasSize(1);
            assertThat(sent.stream().filter(request -> request.path("effect").asBoolean()))
                    .as("the effects of %s", attempt.marker())
                    .hasSize(1);
        }
    }

    private static String key(JsonNode request) {
        return request.path("headers").path("idempotency-key").asString();
    }

    /** REC-3, DEC-6: each answer's receipt is that of a {@code done} entry, each done follows its decided, and all verifies. */
    static void recorded(World world, List<Caller.Attempt> answered) throws IOException, InterruptedException {
        recorded(world, world.address("gateway_profile"), answered);
    }

    /** The same by the profile that this gateway publishes. */
    static void recorded(World world, URI profile, List<Caller.Attempt> answered)
            throws IOException, InterruptedException {
        Caller reader = answered.getFirst().caller();
        List<JsonNode> entries = entries(reader);
        ObjectNode bundle = JSON.createObjectNode();
        bundle.putArray("entries").addAll(entries);
        bundle.putArray("openings");
        bundle.set("keys", world.get(profile).path("keys"));
        ArrayNode receipts = bundle.putArray("receipts");
        for (Caller.Attempt attempt : answered) {
            ObjectNode receipt =
                    Receipt.parse(attempt.given().receipt()).orElseThrow().toJson();
            receipts.add(receipt);
            JsonNode entry = entries.get((int) receipt.path("seq").asLong() - 1);
            assertThat(entry.path("kind").asString()).isEqualTo("done");
        }
        RecordReport report =
                new RecordVerifier(Registries.load()).verify(bundle.toString().getBytes(StandardCharsets.UTF_8));
        assertThat(report.passed()).as("%s", report).isTrue();
        assertThat(intents(entries, "done"))
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(intents(entries, "decided"));
    }

    private static List<String> intents(List<JsonNode> entries, String kind) {
        return entries.stream()
                .filter(entry -> entry.path("kind").asString().equals(kind))
                .filter(entry -> entry.path("body").has("intent"))
                .map(entry -> entry.path("body").path("intent").asString())
                .toList();
    }

    /** The whole record of the caller's listing. */
    static List<JsonNode> entries(Caller reader) throws IOException, InterruptedException {
        List<JsonNode> all = new ArrayList<>();
        while (all.size() % PAGE == 0) {
            String page = "/records/listing/" + reader.listing() + "?from=" + (all.size() + 1) + "&limit=" + PAGE;
            Answer answer = reader.agent().read(page, reader.token());
            assertThat(answer.status()).isEqualTo(200);
            List<JsonNode> some = answer.json().path("entries").valueStream().toList();
            if (some.isEmpty()) {
                break;
            }
            all.addAll(some);
        }
        return all;
    }
}
