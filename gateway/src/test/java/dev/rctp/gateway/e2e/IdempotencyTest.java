package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(Sandboxed.class)
class IdempotencyTest {

    private static String text(String marker) {
        return "{\"text\":\"" + marker + "\"}";
    }

    private static String marker() {
        return "m-" + UUID.randomUUID();
    }

    @Test
    @DisplayName("IDM-1: the same call again gets the first answer and has no second effect")
    void replay(World world) throws Exception {
        Stage stage = Stage.of(world);
        String marker = marker();
        String key = Agent.newKey();
        Answer first = stage.answer(text(marker), key);
        Answer again = stage.answer(text(marker), key);

        assertThat(first.status()).isEqualTo(200);
        assertThat(first.replayed()).isFalse();
        assertThat(again.replayed()).isTrue();
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.receipt()).isNotEmpty().isEqualTo(first.receipt());
        assertThat(stage.forwarded(marker)).hasSize(1);
    }

    @Test
    @DisplayName("IDM-1: a refusal is repeated too, with its receipt")
    void refusalReplayed(World world) throws Exception {
        Stage stage = Stage.of(world);
        String key = Agent.newKey();
        Answer first = stage.answer("{\"text\":5}", key);
        Answer again = stage.answer("{\"text\":5}", key);

        assertThat(first.decision()).endsWith("reason=request_invalid");
        assertThat(again.replayed()).isTrue();
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.receipt()).isNotEmpty().isEqualTo(first.receipt());
    }

    @Test
    @DisplayName("IDM-1: the same key with another body is idempotency_conflict")
    void otherBody(World world) throws Exception {
        Stage stage = Stage.of(world);
        String key = Agent.newKey();
        stage.answer(text(marker()), key);
        Answer other = stage.answer(text(marker()), key);

        assertThat(other.status()).isEqualTo(409);
        assertThat(other.decision()).endsWith("reason=idempotency_conflict");
        assertThat(other.replayed()).isFalse();
    }

    @Test
    @DisplayName("IDM-1, B78: the same key and body on another path is idempotency_conflict")
    void otherPath(World world) throws Exception {
        Stage stage = Stage.of(world);
        String key = Agent.newKey();
        String body = text(marker());
        stage.answer(body, key);
        String target = stage.answers().replace(stage.listing, "another");
        Answer other = stage.agent.call("POST", target, stage.grant.token(), body, key);

        assertThat(other.decision()).endsWith("reason=idempotency_conflict");
    }

    @Test
    @DisplayName("IDM-1, B78: another agent's use of the key is a call of its own")
    void otherAgent(World world) throws Exception {
        Stage stage = Stage.of(world);
        String key = Agent.newKey();
        String marker = marker();
        stage.answer(text(marker), key);
        Agent other = world.agent("buyer-ops-a", 1);
        World.Granted grant = world.grant(stage.sub, other, List.of(Stage.SCOPE), Map.of(Stage.SCOPE, "auto"));
        Answer answer = other.call("POST", stage.answers(), grant.token(), text(marker), key);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.replayed()).isFalse();
        assertThat(stage.forwarded(marker)).hasSize(2);
    }

    @Test
    @DisplayName("IDM-1, B82: no replay for a caller whose grant was revoked meanwhile")
    void revokedMeanwhile(World world) throws Exception {
        Stage stage = Stage.of(world);
        String key = Agent.newKey();
        String body = text(marker());
        stage.answer(body, key);
        world.revoke(stage.grant);
        Answer again = stage.answer(body, key);

        assertThat(again.decision()).endsWith("reason=grant_revoked");
        assertThat(again.replayed()).isFalse();
    }

    @Test
    @DisplayName("IDM-1, B78: one seller's answer is not repeated under another seller's grant")
    void otherSellersGrant(World world) throws Exception {
        Stage stage = Stage.of(world);
        String key = Agent.newKey();
        String body = text(marker());
        stage.answer(body, key);
        World.Granted other = world.grant("another-seller", stage.agent, List.of(Stage.SCOPE), Map.of());
        Answer again = stage.agent.call("POST", stage.answers(), other.token(), body, key);

        assertThat(again.replayed()).isFalse();
        assertThat(again.decision()).endsWith("reason=idempotency_conflict");
        assertThat(again.receipt()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "short", "twenty-one-characters", "with space with space with space"})
    @DisplayName("IDM-1: a malformed Idempotency-Key is request_invalid")
    void malformedKey(String key, World world) throws Exception {
        Answer answer = Stage.of(world).answer(text(marker()), key);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.decision()).endsWith("reason=request_invalid");
    }

    @Test
    @DisplayName("IDM-1, B75, B76: of fifty at once exactly one is carried out, and none fails")
    void fiftyAtOnce(World world) throws Exception {
        Stage stage = Stage.of(world);
        String key = Agent.newKey();
        String marker = marker();
        List<Answer> answers = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<Answer> call = () -> stage.answer(text(marker), key);
            List<Future<Answer>> running = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                running.add(threads.submit(call));
            }
            for (Future<Answer> one : running) {
                answers.add(one.get());
            }
        }

        assertThat(stage.forwarded(marker)).hasSize(1);
        assertThat(answers).allSatisfy(answer -> assertThat(answer.status()).isIn(200, 409));
        assertThat(answers.stream().filter(a -> a.status() == 200 && !a.replayed()))
                .hasSize(1);
        assertThat(answers.stream().filter(a -> a.status() == 409)).allSatisfy(answer -> {
            assertThat(answer.json().path("detail").path("cause").asString()).isEqualTo("in_progress");
            assertThat(answer.fields().combined("retry-after")).contains("1");
        });
    }

    @Test
    @DisplayName("IDM-1, APR-1: that a seller is asked is kept; other text under the same key is a conflict")
    void askedIsKept(World world) throws Exception {
        Stage stage = Stage.of(world, Map.of(Stage.SCOPE, "ask"));
        String key = Agent.newKey();
        String body = text(marker());
        Answer first = stage.answer(body, key);
        Answer again = stage.answer(body, key);

        assertThat(first.status()).isEqualTo(202);
        assertThat(first.replayed()).isFalse();
        assertThat(again.status()).isEqualTo(202);
        assertThat(again.replayed()).isTrue();
        assertThat(again.json()).isEqualTo(first.json());
        assertThat(stage.answer(text(marker()), key).status()).isEqualTo(409);
    }
}
