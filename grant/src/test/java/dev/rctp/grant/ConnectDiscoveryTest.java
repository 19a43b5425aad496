package dev.rctp.grant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.http.HttpClient;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class ConnectDiscoveryTest {

    private final ConnectFixture fixture = new ConnectFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ISSUER/", "https://as.example", "http://LOCALHOST"})
    @DisplayName("RFC 8414 3.3, B50: metadata of another issuer is refused, a trailing slash included")
    void otherIssuer(String issuer) {
        fixture.publish(fixture.metadata().put("issuer", issuer.replace("ISSUER", fixture.server.issuer())));

        assertThatThrownBy(fixture::discover)
                .isInstanceOf(GrantUndecidedException.class)
                .hasMessageContaining("not that of the configured issuer");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "authorization_endpoint",
                "token_endpoint",
                "revocation_endpoint",
                "code_challenge_methods_supported"
            })
    @DisplayName("GRA-7: a server without an endpoint that operators need, or without PKCE, is refused")
    void lacking(String member) {
        ObjectNode metadata = fixture.metadata();
        metadata.remove(member);
        fixture.publish(metadata);

        assertThatThrownBy(fixture::discover).isInstanceOf(GrantUndecidedException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "code_challenge_methods_supported, plain",
        "authorization_details_types_supported, payment_initiation",
        "token_endpoint_auth_methods_supported, private_key_jwt"
    })
    @DisplayName("GRA-7: a server that lists only what does not help is refused")
    void listsOthers(String list, String value) {
        ObjectNode metadata = fixture.metadata();
        metadata.putArray(list).add(value);
        fixture.publish(metadata);

        assertThatThrownBy(fixture::discover)
                .isInstanceOf(GrantUndecidedException.class)
                .hasMessageContaining(list);
    }

    @Test
    @DisplayName("An endpoint without https is refused: tokens would go there in clear")
    void plainHttp() {
        fixture.publish(fixture.metadata().put("token_endpoint", "http://as.example/token"));

        assertThatThrownBy(fixture::discover)
                .isInstanceOf(GrantUndecidedException.class)
                .hasMessageContaining("token_endpoint");
    }

    @Test
    void aClientThatFollowsRedirectsIsRefused() {
        try (HttpClient following = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build()) {
            assertThatThrownBy(() -> new ConnectSettings(
                            following, Duration.ofSeconds(1), InstantSource.system(), new SecureRandom()))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    @DisplayName("What no server could grant is a mistake that shows before anything is sent")
    void impossibleRequests() {
        AgentGrantRequest good = ConnectFixture.REQUEST;

        for (String agentId : List.of("", " ", "a".repeat(256), "a\u200bb", "a\u202eb", "a\nb", "a\u2028b")) {
            assertThatThrownBy(() -> new AgentGrantRequest(agentId, good.jkt(), good.tiers(), good.resource()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("agentId");
        }
        assertThatThrownBy(() -> new AgentGrantRequest("a", "kid", good.tiers(), good.resource()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new AgentGrantRequest("a", good.jkt(), Map.of(), good.resource()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new AgentGrantRequest("a", good.jkt(), good.tiers(), "/m/shop7"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(fixture.server.paths).isEmpty();
    }
}
