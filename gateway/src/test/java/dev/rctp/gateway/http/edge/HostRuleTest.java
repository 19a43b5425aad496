package dev.rctp.gateway.http.edge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.http.Wire;
import dev.rctp.gateway.http.outbound.Origin;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostRuleTest {

    private static final Origin NOWHERE = new Origin(false, "127.0.0.1", 9);

    private static String answer(String host, HostRule rule) throws Exception {
        try (TestEdge edge = new TestEdge(
                        NOWHERE,
                        request -> PlainReplies.text(200, request.message().authority()),
                        from -> withHosts(from, rule),
                        same -> same);
                Wire wire = edge.connect()) {
            return wire.sendHead("GET /offers/off_1 HTTP/1.1", "Host: " + host).response();
        }
    }

    private static EdgeSettings withHosts(EdgeSettings from, HostRule rule) {
        return EdgeSettings.defaults(from.bind(), "http", rule);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "10.1.2.3:8081",
                "[fd00::1]:8081",
                "[::1]",
                "localhost:0",
                "gateway-0.gateway.default.svc",
                "LB.example:8081",
                "under_score"
            })
    @DisplayName("MGT-1: a probe may name the management port as it knows it")
    void anyHost(String host) throws Exception {
        assertThat(answer(host, new HostRule.AnyWellFormed())).startsWith("HTTP/1.1 200");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {"", "a b", "user@host", "host/path", "host:port", "host:123456", "::1", "[::1", "h\"x", "a,b"})
    @DisplayName("PRX-7: what is no host is 400 under any rule")
    void noHost(String host) throws Exception {
        assertThat(answer(host, new HostRule.AnyWellFormed())).startsWith("HTTP/1.1 400");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"10.1.2.3:8081", "localhost", "shop.example.", "shop.example:8080", "xshop.example"})
    @DisplayName("SIG-5: an agent may name only a configured authority")
    void onlyOurs(String host) throws Exception {
        HostRule ours = new HostRule.OneOf(Set.of("shop.example"));
        assertThat(answer(host, ours)).startsWith("HTTP/1.1 400");
        assertThat(answer("shop.example:80", ours)).startsWith("HTTP/1.1 200").endsWith("shop.example");
    }
}
