package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.attest.verify.RecordVerifier;
import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.registries.Registries;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

@ExtendWith(Sandboxed.class)
class RecordTest {

    private static String record(Stage stage) {
        return "/records/listing/" + stage.listing;
    }

    @Test
    @DisplayName("REC-1, REC-3, DEC-6: a forwarded call has two entries, and the receipt names the second")
    void twoEntries(World world) throws Exception {
        Stage stage = Stage.of(world);
        String marker = "m-" + UUID.randomUUID();
        Answer answer = stage.answer("{\"text\":\"" + marker + "\"}", Agent.newKey());
        JsonNode entries =
                stage.agent.read(record(stage), stage.grant.token()).json().path("entries");
        String requestId = answer.fields().combined("request-id").orElseThrow();
        List<JsonNode> mine = entries.valueStream()
                .filter(entry ->
                        entry.path("body").path("request_id").asString().equals(requestId))
                .toList();

        assertThat(mine).hasSize(1);
        JsonNode decided = mine.getFirst();
        assertThat(decided.path("kind").asString()).isEqualTo("decided");
        assertThat(decided.path("body").path("decision").asString()).isEqualTo("auto");
        JsonNode done = entries.valueStream()
                .filter(entry -> entry.path("body")
                        .path("intent")
                        .equals(decided.path("body").path("intent")))
                .filter(entry -> !entry.equals(decided))
                .findFirst()
                .orElseThrow();
        assertThat(done.path("kind").asString()).isEqualTo("done");
        assertThat(answer.receipt())
                .startsWith("\"listing/" + stage.listing + "\";seq="
                        + done.path("seq").asLong() + ";hash=:");
        assertThat(entries.toString()).doesNotContain(marker);
    }

    @Test
    @DisplayName("REC-4: the seller's record verifies offline against the gateway's profile")
    void verifies(World world) throws Exception {
        Stage stage = Stage.of(world);
        stage.answer();
        ObjectNode bundle = (ObjectNode)
                stage.agent.read(record(stage), stage.grant.token()).json();
        bundle.set("keys", world.get(world.address("gateway_profile")).path("keys"));

        assertThat(new RecordVerifier(Registries.load())
                        .verify(bundle.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8))
                        .passed())
                .isTrue();
    }

    @Test
    @DisplayName("REC-4: from and limit give a part of the chain")
    void part(World world) throws Exception {
        Stage stage = Stage.of(world);
        stage.answer();
        JsonNode part = stage.agent
                .read(record(stage) + "?from=2&limit=1", stage.grant.token())
                .json()
                .path("entries");

        assertThat(part.size()).isEqualTo(1);
        assertThat(part.get(0).path("seq").asLong()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"from=0", "from=-1", "from=x", "limit=0", "limit=1001", "other=1", "from=1&", "from=1;limit=2"})
    @DisplayName("REC-4: a malformed page is request_invalid")
    void malformedPage(String query, World world) throws Exception {
        Stage stage = Stage.of(world);
        Answer answer = stage.agent.read(record(stage) + "?" + query, stage.grant.token());

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.decision()).isEqualTo("forbid;reason=request_invalid");
    }

    @Test
    @DisplayName("REC-1, REC-4: nobody else reads a listing's record, and nobody the perimeter's")
    void notTheirs(World world) throws Exception {
        Stage stage = Stage.of(world);
        World.Granted other = world.grant("another-seller", stage.agent, List.of(Stage.SCOPE), Map.of());

        assertThat(stage.agent.read(record(stage), other.token()).decision()).isEqualTo("forbid;reason=not_in_scope");
        assertThat(stage.agent
                        .read("/records/listing/unknown", stage.grant.token())
                        .decision())
                .isEqualTo("forbid;reason=not_in_scope");
        assertThat(stage.agent
                        .read("/records/perimeter/2026-11-29.gw1", stage.grant.token())
                        .decision())
                .isEqualTo("forbid;reason=not_in_scope");
        assertThat(stage.agent.read(record(stage), null).decision()).isEqualTo("forbid;reason=grant_invalid");
        assertThat(world.stranger("https://stranger.example/.well-known/ucp")
                        .read(record(stage), stage.grant.token())
                        .decision())
                .isEqualTo("forbid;reason=operator_unknown");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/records/Listing/x", "/records/listing/a$b", "/records/x/y", "/records/listing/%20"})
    @DisplayName("DEC-1, REC-4: a subject that can't be is judged after its caller, and is not_in_scope")
    void impossibleSubject(String target, World world) throws Exception {
        Stage stage = Stage.of(world);

        assertThat(world.stranger("https://stranger.example/.well-known/ucp")
                        .read(target, stage.grant.token())
                        .decision())
                .isEqualTo("forbid;reason=operator_unknown");
        assertThat(stage.agent.read(target, stage.grant.token()).decision()).isEqualTo("forbid;reason=not_in_scope");
    }

    @Test
    @DisplayName("REC-1: a refusal of the seller's own agent stands in the listing's chain with a receipt")
    void refusalIsRecorded(World world) throws Exception {
        Stage stage = Stage.of(world);
        Answer refused = stage.answer("{\"text\":5}", Agent.newKey());
        String requestId = refused.fields().combined("request-id").orElseThrow();
        JsonNode entry = stage.agent
                .read(record(stage), stage.grant.token())
                .json()
                .path("entries")
                .valueStream()
                .filter(e -> e.path("body").path("request_id").asString().equals(requestId))
                .findFirst()
                .orElseThrow();

        assertThat(entry.path("body").path("reason").asString()).isEqualTo("request_invalid");
        assertThat(refused.receipt()).contains(";seq=" + entry.path("seq").asLong() + ";");
    }
}
