package dev.rctp.gateway.e2e;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.World;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Gives an operator of the sandbox one more agent. */
final class Hired {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private Hired() {}

    /** An agent with a key of its own that the gateway looks up at its next call: a minute later, for it may have looked a moment ago (OPR-2). */
    static Agent of(World world, String operator) throws Exception {
        URI profiles = world.test("webhooks").resolve("/test/profiles/" + operator);
        HttpRequest request = HttpRequest.newBuilder(profiles)
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(
                        JSON.writeValueAsBytes(JSON.createObjectNode().put("add", "hired-" + UUID.randomUUID()))))
                .build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            JsonNode agent = JSON.readTree(
                    http.send(request, HttpResponse.BodyHandlers.ofByteArray()).body());
            world.advance(Duration.ofSeconds(61));
            return world.agent(world.agent(operator, 0).profile(), agent);
        }
    }
}
