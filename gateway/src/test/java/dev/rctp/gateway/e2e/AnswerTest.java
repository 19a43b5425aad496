package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.Freshness;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.KeyLookup;
import dev.rctp.msgsig.RequestMessage;
import dev.rctp.msgsig.ResponseMessage;
import dev.rctp.msgsig.ResponseVerifier;
import dev.rctp.msgsig.SignatureVerdict;
import dev.rctp.msgsig.ValidSignature;
import dev.rctp.registries.Registries;
import dev.rctp.registries.Schemas;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What every answer owes: its signature, its one shape, its request id (section 13, DEC-2, DEC-3). */
@ExtendWith(Sandboxed.class)
class AnswerTest {

    private static SignatureVerdict verify(World world, Answer answer, RequestMessage request, byte[] body)
            throws Exception {
        var key = Cryptography.select()
                .verificationKey(
                        world.get(world.address("gateway_profile")).path("keys").get(0));
        return new ResponseVerifier(KeyLookup.of(key), Freshness.STRICT, world.clock())
                .verify(new ResponseMessage(answer.status(), answer.fields()), body, request);
    }

    @Test
    @DisplayName("RSP-1: an accepted call's answer is signed and bound to its request")
    void accepted(World world) throws Exception {
        Answer answer = Stage.of(world).answer();

        assertThat(verify(world, answer, answer.request(), answer.body())).isInstanceOf(ValidSignature.class);
        assertThat(answer.fields().combined("signature-input").orElse(""))
                .contains("\"@status\"", "\"rctp-decision\"", "\"rctp-record\"", "\"content-digest\"")
                .contains("\"signature\";key=\"sig1\";req");
    }

    @Test
    @DisplayName("RSP-1: an answer is good for no other request, body or status")
    void swapped(World world) throws Exception {
        Stage stage = Stage.of(world);
        Answer first = stage.answer();
        Answer second = stage.answer();
        byte[] other = "{}".getBytes(StandardCharsets.UTF_8);
        Answer refused = new Answer(first.request(), 201, first.fields(), first.body());

        assertThat(verify(world, first, second.request(), first.body())).isNotInstanceOf(ValidSignature.class);
        assertThat(verify(world, first, first.request(), other)).isNotInstanceOf(ValidSignature.class);
        assertThat(verify(world, refused, first.request(), first.body())).isNotInstanceOf(ValidSignature.class);
    }

    @Test
    @DisplayName("RSP-3: a replay is signed for the new request")
    void replay(World world) throws Exception {
        Stage stage = Stage.of(world);
        String key = Agent.newKey();
        stage.answer(Stage.TEXT, key);
        Answer again = stage.answer(Stage.TEXT, key);

        assertThat(again.replayed()).isTrue();
        assertThat(verify(world, again, again.request(), again.body())).isInstanceOf(ValidSignature.class);
    }

    @Test
    @DisplayName("RSP-1: refusals and reads are signed too, and so is the answer to an unsigned call")
    void refusals(World world) throws Exception {
        Stage stage = Stage.of(world);
        Answer refused = stage.agent.call("POST", stage.answers(), null, Stage.TEXT);
        Answer read = stage.agent.read("/records/listing/" + stage.listing, stage.grant.token());
        HttpFields plain = HttpFields.of("content-type", "application/json");
        Answer unsigned = stage.agent.send("POST", stage.answers(), plain, Stage.TEXT.getBytes(StandardCharsets.UTF_8));
        Answer unlisted = stage.agent.call("DELETE", "/listings/some", null, "");

        assertThat(unsigned.json().path("detail").path("cause").asString()).isEqualTo("signature_missing");
        for (Answer answer : new Answer[] {refused, read, unsigned, unlisted}) {
            assertThat(verify(world, answer, answer.request(), answer.body()))
                    .as(answer.decision())
                    .isInstanceOf(ValidSignature.class);
        }
        assertThat(read.decision()).isEmpty();
    }

    @Test
    @DisplayName("DEC-3: a refusal's body fits the schema 'error' and says the verb and the reason")
    void errorShape(World world) throws Exception {
        Stage stage = Stage.of(world);
        Schemas schemas = Registries.load().schemas();
        Answer[] refusals = {
            stage.agent.call("POST", stage.answers(), null, Stage.TEXT),
            stage.answer("{\"text\":5}", Agent.newKey()),
            stage.answer(Stage.TEXT, "short"),
            stage.agent.call("PATCH", "/account", stage.grant.token(), "{}"),
            stage.agent.call("POST", "/deals", null, "{}"),
            stage.agent.call("DELETE", "/listings/some", null, "")
        };

        for (Answer refusal : refusals) {
            assertThat(schemas.validate("error", refusal.json()))
                    .as(refusal.decision())
                    .isEmpty();
            assertThat(refusal.decision())
                    .endsWith("reason=" + refusal.json().path("code").asString());
            assertThat(refusal.fields().combined("cache-control")).contains("no-store");
        }
    }

    @Test
    @DisplayName("RSP-2: the caller's Request-Id comes back and goes upstream; without one, one is made")
    void requestId(World world) throws Exception {
        Stage stage = Stage.of(world);
        byte[] body = Stage.TEXT.getBytes(StandardCharsets.UTF_8);
        HttpFields signed =
                stage.agent.sign("POST", stage.answers(), stage.grant.token(), body, Agent.newKey()).toBuilder()
                        .add("request-id", "call-4711")
                        .build();
        Answer named = stage.agent.send("POST", stage.answers(), signed, body);

        assertThat(named.fields().combined("request-id")).contains("call-4711");
        assertThat(stage.world.forwarded().toString()).contains("call-4711");
        assertThat(stage.agent
                        .read("/records/listing/" + stage.listing, stage.grant.token())
                        .json()
                        .toString())
                .contains("\"request_id\":\"call-4711\"");
        assertThat(stage.answer().fields().combined("request-id").orElse("")).startsWith("req_");
    }
}
