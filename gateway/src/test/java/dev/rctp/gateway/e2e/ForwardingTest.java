package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.msgsig.HttpFields;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

@ExtendWith(Sandboxed.class)
class ForwardingTest {

    private static String marker() {
        return "m-" + UUID.randomUUID();
    }

    private static String text(String marker) {
        return "{ \"text\" :  \"" + marker + "\"}";
    }

    private static String header(JsonNode request, String name) {
        JsonNode headers = request.path("headers");
        for (var header : headers.properties()) {
            if (header.getKey().equalsIgnoreCase(name)) {
                JsonNode value = header.getValue();
                return value.isArray() ? value.get(0).asString() : value.asString();
            }
        }
        return "";
    }

    @Test
    @DisplayName("PRX-1, PRX-6: the marketplace gets the same bytes, what was decided, and no token")
    void forwarded(World world) throws Exception {
        Stage stage = Stage.of(world);
        String marker = marker();
        String key = Agent.newKey();
        assertThat(stage.answer(text(marker), key).status()).isEqualTo(200);
        JsonNode sent = stage.forwarded(marker).getFirst();

        assertThat(sent.path("method").asString()).isEqualTo("POST");
        assertThat(sent.path("path").asString()).isEqualTo(stage.answers());
        assertThat(sent.path("body").asString()).isEqualTo(text(marker));
        assertThat(header(sent, "rctp-decision")).isEqualTo("auto");
        assertThat(header(sent, "rctp-action")).isEqualTo("listing.answer_buyer");
        assertThat(header(sent, "rctp-agent")).isEqualTo(stage.agent.jkt());
        assertThat(header(sent, "rctp-operator")).isEqualTo(stage.agent.profile());
        assertThat(header(sent, "rctp-seller")).isEqualTo(stage.sub);
        assertThat(header(sent, "rctp-terms")).startsWith("sha-256:");
        assertThat(header(sent, "idempotency-key")).startsWith("int_").isNotEqualTo(key);
        assertThat(header(sent, "authorization")).isEmpty();
        assertThat(header(sent, "signature-input"))
                .contains("\"rctp-seller\"", "\"rctp-decision\"", "\"content-digest\"")
                .doesNotContain(stage.agent.jkt());
    }

    @Test
    @DisplayName("PRX-3: the marketplace's JSON answer is the member 'marketplace'")
    void marketplaceMember(World world) throws Exception {
        assertThat(Stage.of(world).answer().json().path("marketplace").isObject())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json; charset=utf-7",
                "application/json;charset=utf-16",
                "application/json; charset=iso-8859-1",
                "application/json; profile=x",
                "text/json",
                "application/x-www-form-urlencoded"
            })
    @DisplayName("Section 1: a body that the marketplace might read otherwise than the gateway is request_invalid")
    void otherMediaType(String type, World world) throws Exception {
        Stage stage = Stage.of(world);
        String marker = marker();
        Answer answer = send(stage, marker, type, "identity");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.decision()).endsWith("reason=request_invalid");
        assertThat(stage.forwarded(marker)).isEmpty();
    }

    @Test
    @DisplayName("Section 1: UTF-8 JSON may say so; a content coding is request_invalid")
    void codings(World world) throws Exception {
        Stage stage = Stage.of(world);

        assertThat(send(stage, marker(), "application/json; charset=UTF-8", "identity")
                        .status())
                .isEqualTo(200);
        assertThat(send(stage, marker(), "Application/JSON;charset=\"utf-8\"", "identity")
                        .status())
                .isEqualTo(200);
        assertThat(send(stage, marker(), "application/json", "gzip").decision()).endsWith("reason=request_invalid");
    }

    private static Answer send(Stage stage, String marker, String type, String coding) throws Exception {
        byte[] body = text(marker).getBytes(StandardCharsets.UTF_8);
        HttpFields own = HttpFields.of(
                "content-type",
                type,
                "content-encoding",
                coding,
                "authorization",
                "Bearer " + stage.grant.token(),
                "idempotency-key",
                Agent.newKey());
        return stage.agent.send("POST", stage.answers(), stage.agent.sign("POST", stage.answers(), own, body), body);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 403, 404, 409, 410, 422})
    @DisplayName("PRX-2: a veto is recorded and comes back as auto with the marketplace's status")
    void veto(int status, World world) throws Exception {
        Stage stage = Stage.of(world);
        String key = Agent.newKey();
        world.behave(stage.answers(), status, 0, 1);
        Answer answer = stage.answer(text(marker()), key);

        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.decision()).isEqualTo("auto");
        assertThat(answer.json().has("marketplace")).isTrue();
        JsonNode record = stage.agent
                .read("/records/listing/" + stage.listing, stage.grant.token())
                .json();
        JsonNode last = record.path("entries").get(record.path("entries").size() - 1);
        JsonNode opening = record.path("openings").get(record.path("openings").size() - 1);
        assertThat(last.path("kind").asString()).isEqualTo("vetoed");
        assertThat(last.path("body").path("marketplace_status").asInt()).isEqualTo(status);
        assertThat(opening.path("seq")).isEqualTo(last.path("seq"));
        assertThat(opening.path("value").path("marketplace_body_hash").asString())
                .startsWith("sha-256:");
        assertThat(answer.receipt()).contains(";seq=" + last.path("seq").asLong() + ";");

        Answer again = stage.answer(text(marker()), Agent.newKey());
        assertThat(again.status()).isEqualTo(200);
    }

    @Test
    @DisplayName(
            "PRX-1, PRX-5: what an agent says of forwarding, and what authenticates or negotiates for it alone, goes no further")
    void notForwarded(World world) throws Exception {
        Stage stage = Stage.of(world);
        String marker = marker();
        byte[] body = text(marker).getBytes(StandardCharsets.UTF_8);
        HttpFields signed =
                stage.agent.sign("POST", stage.answers(), stage.grant.token(), body, Agent.newKey()).toBuilder()
                        .add("cookie", "session=other")
                        .add("x-forwarded-for", "6.6.6.6")
                        .add("forwarded", "for=6.6.6.6")
                        .add("x-real-ip", "6.6.6.6")
                        .add("accept-encoding", "gzip")
                        .add("RCTP_Seller", "someone-else")
                        .add("range", "bytes=0-1")
                        .add("if-match", "\"1\"")
                        .build();
        assertThat(stage.agent.send("POST", stage.answers(), signed, body).status())
                .isEqualTo(200);
        JsonNode sent = stage.forwarded(marker).getFirst();

        assertThat(sent.path("headers").toString()).doesNotContain("6.6.6.6", "someone-else", "session=other");
        for (String name : new String[] {"cookie", "accept-encoding", "x-real-ip", "range", "if-match"}) {
            assertThat(header(sent, name)).as(name).isEmpty();
        }
        assertThat(header(sent, "forwarded")).startsWith("for=127.0.0.1;");
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 407, 408, 425, 429, 500, 502, 503})
    @DisplayName("PRX-2, B79: an answer that decides nothing is retried with the same key, and the effect happens once")
    void retried(int status, World world) throws Exception {
        Stage stage = Stage.of(world);
        String marker = marker();
        world.behave(stage.answers(), status, 0, 1);
        Answer answer = stage.answer(text(marker), Agent.newKey());

        assertThat(answer.status()).isEqualTo(200);
        var sent = stage.forwarded(marker);
        assertThat(sent).hasSize(2);
        assertThat(header(sent.get(0), "idempotency-key")).isEqualTo(header(sent.get(1), "idempotency-key"));
    }

    @Test
    @DisplayName("PRX-4: an ungoverned read passes without its token, an unlisted write is 403 action_forbidden")
    void ungoverned(World world) throws Exception {
        Agent agent = world.agent("seller-ops", 0);
        Answer search = agent.read("/search?q=bike", "some-token");
        assertThat(search.status()).isEqualTo(200);
        assertThat(search.decision()).isEmpty();
        JsonNode sent = world.forwarded().stream()
                .filter(request -> request.path("path").asString().equals("/search?q=bike"))
                .findFirst()
                .orElseThrow();
        assertThat(header(sent, "authorization")).isEmpty();

        Answer write = agent.call("DELETE", "/listings/some", null, "");
        assertThat(write.status()).isEqualTo(403);
        assertThat(write.decision()).isEqualTo("forbid;reason=action_forbidden");
    }
}
