package dev.rctp.gateway.sandbox.authserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.sandbox.loopback.TestClient.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class RefreshRotationTest {

    private AuthServerWorld world;
    private JsonNode first;

    @BeforeEach
    void start() throws IOException {
        world = new AuthServerWorld(null);
        first = world.redeem(world.code()).json();
    }

    @AfterEach
    void stop() {
        world.close();
    }

    @Test
    @DisplayName("GRA-7: a refresh gives both tokens anew")
    void rotation() {
        JsonNode second = world.refresh(refreshToken(first)).json();

        assertThat(refreshToken(second)).isNotEqualTo(refreshToken(first));
        assertThat(status(second)).isEqualTo("active");
    }

    @Test
    @DisplayName("GRA-7: using a rotated refresh token revokes the grant, with every token it gave")
    void reuse() {
        JsonNode second = world.refresh(refreshToken(first)).json();

        Answer reuse = world.refresh(refreshToken(first));

        assertThat(reuse.status()).isEqualTo(400);
        assertThat(reuse.json().get("error").stringValue()).isEqualTo("invalid_grant");
        assertThat(status(second)).isEqualTo("revoked");
        assertThat(world.refresh(refreshToken(second)).status()).isEqualTo(400);
    }

    @Test
    @DisplayName("GRA-7: of two refreshes at the same time at most one gets tokens, and the grant is revoked")
    void race() throws Exception {
        Callable<Answer> refresh = () -> world.refresh(refreshToken(first));
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Answer>> answers =
                    threads.invokeAll(Stream.generate(() -> refresh).limit(8).toList());
            long good = 0;
            for (Future<Answer> answer : answers) {
                good += answer.get().status() == 200 ? 1 : 0;
            }
            assertThat(good).isEqualTo(1);
        }
        assertThat(status(first)).isEqualTo("revoked");
    }

    @Test
    void anotherClientCantRefreshAndRevokesNothing() {
        Answer answer = world.refresh(refreshToken(first), "client_id", AuthServerWorld.OTHER_OPERATOR);

        assertThat(answer.json().get("error").stringValue()).isEqualTo("invalid_grant");
        assertThat(status(first)).isEqualTo("active");
    }

    @Test
    void aRefreshKeepsTheScopes() {
        Answer answer = world.refresh(refreshToken(first), "scope", "dev.rctp.listing:reprice");

        assertThat(answer.json().get("error").stringValue()).isEqualTo("invalid_scope");
        assertThat(world.refresh(refreshToken(first)).status()).isEqualTo(200);
    }

    @Test
    @DisplayName("GRA-7: a grant ends 90 days after it was given, whatever is refreshed, and its last token with it")
    void ninetyDays() {
        world.clock.advance(Duration.ofDays(90).minusSeconds(60));
        JsonNode last = world.refresh(refreshToken(first)).json();
        assertThat(last.get("expires_in").intValue()).isEqualTo(60);

        world.clock.advance(Duration.ofSeconds(60));

        assertThat(status(last)).isEqualTo("expired");
        assertThat(world.refresh(refreshToken(last)).json().get("error").stringValue())
                .isEqualTo("invalid_grant");
    }

    private String status(JsonNode tokens) {
        return world.introspect(tokens.get("access_token").stringValue())
                .get("grant_status")
                .stringValue();
    }

    private static String refreshToken(JsonNode tokens) {
        return tokens.get("refresh_token").stringValue();
    }
}
