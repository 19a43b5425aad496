package dev.rctp.grant;

import static dev.rctp.grant.GrantFixture.JKT;
import static dev.rctp.grant.GrantFixture.TOKEN;
import static dev.rctp.grant.GrantFixture.view;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** GRA-4: what the authorization server does not decide is never allowed and never the agent's fault. */
class UndecidedTest {

    private final GrantFixture fixture = new GrantFixture();
    private final CountDownLatch closed = new CountDownLatch(1);

    @AfterEach
    void close() {
        closed.countDown();
        fixture.close();
    }

    private void assertUndecided() {
        GrantUndecidedException undecided = catchThrowableOfType(GrantUndecidedException.class, fixture::check);
        assertThat(undecided).isNotNull();
        StringWriter trace = new StringWriter();
        undecided.printStackTrace(new PrintWriter(trace));
        assertThat(trace.toString())
                .doesNotContain(TOKEN)
                .doesNotContain("sEcReT")
                .doesNotContain("pw-7f3a");
    }

    @ParameterizedTest
    @DisplayName(
            "GRA-4, B46: our own credentials refused, errors, redirects and pages decide nothing, and are not repeated")
    @CsvSource(
            delimiter = '|',
            value = {
                "401 | application/json | {\"error\":\"invalid_client\"}",
                "403 | application/json | {\"active\":false}",
                "400 | application/json | {\"error\":\"invalid_request\"}",
                "500 | text/plain       | oops",
                "503 | application/json | {\"active\":false}",
                "302 | application/json | {\"active\":false}",
                "201 | application/json | {\"active\":false}",
                "204 | application/json | ''",
                "200 | text/html        | <html>login</html>",
                "200 | text/html        | {\"active\":false}",
                "200 | application/token-introspection+jwt | e30.e30.e30",
                "200 | application/json | {\"error\":\"access_denied\"}",
                "200 | application/json | {\"active\":false,\"error\":\"access_denied\"}",
                "200 | application/json | ''",
                "200 | application/json | []",
                "200 | application/json | \"active\"",
                "200 | application/json | {\"active\":true",
                "200 | application/json | {\"active\":false,\"active\":true}",
                "200 | application/json | {}",
                "200 | application/json | {\"active\":\"false\"}",
                "200 | application/json | {\"active\":null}",
                "200 | application/json | {\"active\":1}",
                "200 | application/json | {\"active\":false,\"grant_status\":\"paused\"}",
                "200 | application/json | {\"active\":false,\"grant_status\":null}",
                "200 | application/json | {\"active\":true}"
            })
    void nonsense(int status, String contentType, String body) {
        fixture.server.introspects(status, contentType, body);
        assertUndecided();
        assertThat(fixture.server.forms).hasSize(1);
    }

    static Stream<Arguments> brokenViews() {
        return Stream.of(
                broken("no scope", view -> view.remove("scope")),
                broken("no sub", view -> view.remove("sub")),
                broken("empty sub", view -> view.put("sub", "")),
                broken("no exp", view -> view.remove("exp")),
                broken("fractional exp", view -> view.put("exp", 1.5)),
                broken("exp as text", view -> view.put("exp", "1790000000")),
                broken("exp beyond all time", view -> view.put("exp", Long.MAX_VALUE)),
                broken("no cnf", view -> view.remove("cnf")),
                broken("cnf without jkt", view -> view.putObject("cnf").put("x5t#S256", JKT)),
                broken("no grant_status", view -> view.remove("grant_status")),
                broken("aud of a wrong type", view -> view.put("aud", 7)),
                broken("no details", view -> view.remove("authorization_details")),
                broken("details as text", view -> view.put("authorization_details", "all")),
                broken("no grant among the details", view -> view.putArray("authorization_details")),
                broken(
                        "two grants",
                        view -> view.withArray("authorization_details").add(GrantFixture.detail(JKT))),
                broken("grant without jkt", view -> detailOf(view).remove("jkt")),
                broken("grant without agent_id", view -> detailOf(view).remove("agent_id")),
                broken("a NUL in agent_id", view -> detailOf(view).put("agent_id", "a\u0000b")),
                broken("a line break in agent_id", view -> detailOf(view).put("agent_id", "a\nb")),
                broken("a NUL in sub", view -> view.put("sub", "pw\u0000")),
                broken("a C1 control in sub", view -> view.put("sub", "pw\u0085")),
                broken("grant without tiers", view -> detailOf(view).remove("tiers")),
                broken("unknown tier", view -> tiersOf(view).put("dev.rctp.deal:offer_accept", "always")),
                broken("tier of a wrong type", view -> tiersOf(view).put("dev.rctp.deal:offer_accept", true)));
    }

    private static Arguments broken(String what, Consumer<ObjectNode> change) {
        ObjectNode view = view();
        change.accept(view);
        return Arguments.of(what, view.toString());
    }

    private static ObjectNode detailOf(ObjectNode view) {
        return (ObjectNode) view.withArray("authorization_details").get(0);
    }

    private static ObjectNode tiersOf(ObjectNode view) {
        return (ObjectNode) detailOf(view).path("tiers");
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("GRA-2, GRA-4: an active view that breaks the schema decides nothing")
    @MethodSource("brokenViews")
    void brokenView(String what, String view) {
        fixture.server.introspects(view);
        assertUndecided();
    }

    @Test
    @DisplayName("GRA-4, B47: a server that resets, hangs, or drips its answer decides nothing, within the deadline")
    void slowOrGone() {
        try (TestTransport hasty = new TestTransport(Duration.ofMillis(300))) {
            GrantChecker checker = fixture.checker(hasty, AuthorizationServerLimits.defaults());
            fixture.server.introspects(HttpExchange::close);
            assertThatUndecided(checker);
            fixture.server.introspects(exchange -> awaitEnd());
            assertThatUndecided(checker);
            fixture.server.introspects(this::drip);
            assertThatUndecided(checker);
        }
    }

    private static void assertThatUndecided(GrantChecker checker) {
        assertThatExceptionOfType(GrantUndecidedException.class)
                .isThrownBy(() -> checker.check("Bearer " + TOKEN, JKT));
    }

    private void drip(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, 1000);
        exchange.getResponseBody().write('{');
        exchange.getResponseBody().flush();
        awaitEnd();
    }

    private void awaitEnd() {
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    @DisplayName("GRA-4: an unreachable server decides nothing")
    void unreachable() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        AuthorizationServer gone = fixture.server("http://127.0.0.1:" + port);
        assertThatUndecided(new GrantChecker(gone, GrantFixture.RESOURCE, GrantFixture.SCHEMAS, () -> fixture.now));
    }

    @ParameterizedTest
    @DisplayName(
            "GRA-4: calls beyond the limit wait briefly and then decide nothing, while the slow ones hold their places")
    @ValueSource(ints = {1, 3})
    void crowd(int places) throws Exception {
        AuthorizationServerLimits limits = new AuthorizationServerLimits(
                places, Duration.ofMillis(20), Duration.ofSeconds(5), Duration.ofHours(1), Duration.ofSeconds(5));
        GrantChecker checker = fixture.checker(fixture.transport, limits);
        CountDownLatch arrived = new CountDownLatch(places);
        CountDownLatch release = new CountDownLatch(1);
        fixture.server.introspects(exchange -> {
            arrived.countDown();
            awaitLatch(release);
            TestAuthorizationServer.answer(exchange, 200, "application/json", view().toString());
        });
        Thread[] slow = new Thread[places];
        GrantVerdict[] verdicts = new GrantVerdict[places];
        for (int i = 0; i < places; i++) {
            int at = i;
            slow[i] = Thread.ofVirtual().start(() -> verdicts[at] = uncheckedCheck(checker));
        }
        arrived.await();
        assertThatUndecided(checker);
        assertThat(fixture.server.forms).hasSize(places);
        release.countDown();
        for (Thread thread : slow) {
            thread.join();
        }
        assertThat(verdicts).allMatch(Grant.class::isInstance);
        assertThat(checker.check("Bearer " + TOKEN, JKT)).isInstanceOf(Grant.class);
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static GrantVerdict uncheckedCheck(GrantChecker checker) {
        try {
            return checker.check("Bearer " + TOKEN, JKT);
        } catch (GrantUndecidedException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
