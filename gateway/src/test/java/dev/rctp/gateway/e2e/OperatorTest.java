package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@ExtendWith(Sandboxed.class)
class OperatorTest {

    private static JsonNode change(Agent agent, String operator, String json) throws Exception {
        URI host = URI.create(agent.profile()).resolve("/test/profiles/" + operator);
        try (HttpClient client = HttpClient.newHttpClient()) {
            String answer = client.send(
                            HttpRequest.newBuilder(host)
                                    .header("content-type", "application/json")
                                    .POST(HttpRequest.BodyPublishers.ofString(json))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
            return answer.isEmpty()
                    ? JsonMapper.shared().nullNode()
                    : JsonMapper.shared().readTree(answer);
        }
    }

    @Test
    @DisplayName("OPR-2: a key that is new in the profile works at once; a removed one stops within 5 minutes")
    void rotation(World world) throws Exception {
        Agent known = world.agent("carrier", 0);
        assertThat(known.read("/offers/x", null).decision()).endsWith("reason=not_in_scope");

        JsonNode added = change(known, "carrier", "{\"add\":\"carrier-agent-9\"}");
        Agent fresh = world.agent(known.profile(), added);
        world.advance(Duration.ofSeconds(61));
        assertThat(fresh.read("/offers/x", null).decision()).endsWith("reason=not_in_scope");

        change(known, "carrier", "{\"remove_kid\":\"" + fresh.jkt() + "\"}");
        world.advance(Duration.ofSeconds(301));
        Answer removed = fresh.read("/offers/x", null);
        assertThat(removed.status()).isEqualTo(401);
        assertThat(removed.decision()).isEqualTo("forbid;reason=operator_unknown");
        assertThat(known.read("/offers/x", null).decision()).endsWith("reason=not_in_scope");
    }

    @Test
    @DisplayName("OPR-1: an onboarded profile with a key that is not in it is operator_unknown")
    void foreignKey(World world) throws Exception {
        Answer answer = world.stranger(world.agent("carrier", 0).profile()).read("/offers/x", null);

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.decision()).isEqualTo("forbid;reason=operator_unknown");
    }
}
