package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.http.tls.PemFiles;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.Freshness;
import dev.rctp.msgsig.KeyLookup;
import dev.rctp.msgsig.ResponseMessage;
import dev.rctp.msgsig.ResponseVerifier;
import dev.rctp.msgsig.ValidSignature;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** A gateway whose clock stands still, so that no bucket fills again. */
@ExtendWith(Sandboxed.class)
class LimitsTest {

    @TempDir
    Path folder;

    private static HttpClient trusting(PemFiles pem) throws Exception {
        return HttpClient.newBuilder().sslContext(PemFiles.trusting(pem)).build();
    }

    /** TLS with these files, and one call for each party of this kind. */
    private static Consumer<ObjectNode> oneCall(PemFiles pem, String party) {
        return AnotherGateway.tls(pem)
                .andThen(config -> config.putObject("limits")
                        .putObject(party)
                        .put("rate", 1)
                        .put("burst", 1));
    }

    private static void assertLimited(Answer answer, World world, Path state, InstantSource clock) throws Exception {
        assertThat(answer.status()).as(answer.toString()).isEqualTo(429);
        assertThat(answer.decision()).startsWith("forbid").endsWith("reason=enforcement_unavailable");
        assertThat(answer.json().path("detail").path("cause").asString()).isEqualTo("limit");
        assertThat(answer.fields().combined("retry-after")).contains("1");
        assertThat(answer.receipt()).isEmpty();
        var key = Cryptography.select()
                .verificationKey(
                        world.get(world.address("gateway_profile")).path("keys").get(0));
        assertThat(new ResponseVerifier(KeyLookup.of(key), Freshness.STRICT, clock)
                        .verify(new ResponseMessage(answer.status(), answer.fields()), answer.body(), answer.request()))
                .isInstanceOf(ValidSignature.class);
        String id = answer.fields().combined("request-id").orElseThrow();
        await().untilAsserted(() -> assertThat(Tables.of(state).perimeter()).contains(id));
    }

    @Test
    @DisplayName(
            "section 4, IDM-1, RSP-1, REC-1: 429 over an operator's or an address's limit; a reload changes limits and certificate"
                    + " on the open connection")
    void limitsAndReload(World world, Path state) throws Exception {
        Stage stage = Stage.of(world);
        PemFiles pem = PemFiles.ec(folder);
        PemFiles next = PemFiles.ec(folder);
        InstantSource still = InstantSource.fixed(world.clock().instant());
        try (HttpClient http = trusting(pem);
                HttpClient later = trusting(next);
                AnotherGateway running =
                        AnotherGateway.start(state, folder, "limited", still, oneCall(pem, "operator"))) {
            URI gateway = URI.create("https://localhost:" + running.port());
            Agent agent = AnotherGateway.agent(state, http, gateway, still);
            String token = stage.grant.token();
            String key = Agent.newKey();
            assertThat(agent.call("POST", stage.answers(), token, Stage.TEXT).status())
                    .isEqualTo(200);
            assertLimited(agent.call("POST", stage.answers(), token, Stage.TEXT, key), world, state, still);
            for (String read : List.of("/records/listing/" + stage.listing, "/records/listing/x?from=0", "/offers/x")) {
                assertLimited(agent.read(read, token), world, state, still);
            }

            running.reload(AnotherGateway.tls(next));
            Answer again = agent.call("POST", stage.answers(), token, Stage.TEXT, key);
            assertThat(again.status()).as(again.toString()).isEqualTo(200);
            assertThat(again.replayed()).isFalse();
            HttpRequest listings =
                    HttpRequest.newBuilder(gateway.resolve("/listings")).build();
            assertThat(later.send(listings, HttpResponse.BodyHandlers.ofString())
                            .statusCode())
                    .as("by the new certificate")
                    .isEqualTo(200);

            running.reload(oneCall(next, "address"));
            assertLimited(agent.call("POST", stage.answers(), token, Stage.TEXT), world, state, still);
            assertThat(http.send(listings, HttpResponse.BodyHandlers.ofString()).statusCode())
                    .isEqualTo(429);
        }
    }
}
