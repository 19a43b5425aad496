package dev.rctp.gateway.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
class SilentAuthorizationServerTest {

    private static final int CALLS = 200;
    private static final Duration DEADLINE = Duration.ofSeconds(6);
    private static final Duration QUICKLY = Duration.ofSeconds(2);

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(QUICKLY)
            .build();

    @TempDir
    Path state;

    @Test
    @DisplayName("GRA-4, B47: a silent authorization server makes seller-side calls 503 in time and holds up no other")
    void silent() throws Exception {
        try (Surroundings around = Surroundings.in(state, 26_800);
                var calling = Executors.newVirtualThreadPerTaskExecutor()) {
            around.serve(
                    "gateway",
                    config -> config.withObject("/authorization_server").put("timeout", DEADLINE.toSeconds() + "s"));
            List<Caller> callers = Caller.all(around, around.gateway());
            assertThat(callers.getFirst().call().status()).isEqualTo(200);
            around.silenceAuthorizationServer();

            List<Future<Caller.Attempt>> calls = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                Caller caller = callers.get(i % callers.size());
                calls.add(calling.submit(() -> caller.call()));
            }
            await("more calls than may wait are turned away")
                    .atMost(DEADLINE)
                    .until(() -> calls.stream().anyMatch(Future::isDone));
            URI gateway = around.gateway();
            assertThat(status("GET", gateway.resolve("/.well-known/ucp"))).isEqualTo(200);
            assertThat(status("GET", gateway.resolve("/search?q=bike"))).isEqualTo(200);
            assertThat(status("POST", gateway.resolve(callers.getFirst().target())))
                    .isEqualTo(401);
            assertThat(calls).anyMatch(call -> !call.isDone());

            for (Future<Caller.Attempt> call : calls) {
                Caller.Attempt attempt = call.get();
                assertThat(attempt.status()).isEqualTo(503);
                assertThat(attempt.given().decision()).endsWith("reason=enforcement_unavailable");
                assertThat(attempt.given().fields().combined("retry-after")).isPresent();
                assertThat(attempt.given().fields().combined("www-authenticate"))
                        .isEmpty();
                assertThat(attempt.took()).isLessThan(DEADLINE.plus(QUICKLY));
            }
            assertThat(around.world().forwarded())
                    .filteredOn(request -> request.path("method").asString().equals("POST"))
                    .hasSize(1);

            around.restoreAuthorizationServer();
            await().atMost(DEADLINE).until(() -> callers.getFirst().call().status() == 200);
        }
    }

    /** The status of an unsigned call, which has to come quickly. */
    private int status(String method, URI uri) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri)
                .timeout(QUICKLY)
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }
}
