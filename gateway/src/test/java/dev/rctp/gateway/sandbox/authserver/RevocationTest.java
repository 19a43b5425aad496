package dev.rctp.gateway.sandbox.authserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.sandbox.loopback.TestClient.Answer;
import java.io.IOException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class RevocationTest {

    private AuthServerWorld world;
    private JsonNode tokens;

    @BeforeEach
    void start() throws IOException {
        world = new AuthServerWorld(null);
        tokens = world.redeem(world.code()).json();
    }

    @AfterEach
    void stop() {
        world.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"access_token", "refresh_token"})
    @DisplayName("GRA-7: the operator takes the grant back with either token (RFC 7009)")
    void byTheOperator(String which) {
        Answer answer = revoke(tokens.get(which).stringValue(), AuthServerWorld.OPERATOR);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(status()).isEqualTo("revoked");
    }

    @Test
    @DisplayName("RFC 7009 2.1: another client's token is refused and stays good; an unknown one is 200")
    void notTheirs() {
        assertThat(revoke(tokens.get("access_token").stringValue(), AuthServerWorld.OTHER_OPERATOR)
                        .status())
                .isEqualTo(400);
        assertThat(status()).isEqualTo("active");
        assertThat(revoke("unknown", AuthServerWorld.OPERATOR).status()).isEqualTo(200);
    }

    @Test
    @DisplayName("GRA-7: the seller takes the grant back on a screen")
    void byTheSeller() {
        String sub = world.server.sellers().getFirst().sub();
        String screen = world.server.issuer() + "/grants?sub=" + sub;
        Answer before = world.http.get(screen);
        Matcher form = Pattern.compile("action=\"(/grants/[^\"]+/revoke)\"").matcher(before.text());
        assertThat(before.text()).contains("TEST ONLY", "Seller Ops &amp; Sons", "data-status=\"active\"");
        assertThat(form.find()).isTrue();

        Answer posted = world.http.form(world.server.issuer() + form.group(1), Map.of("sub", sub));

        assertThat(posted.status()).isEqualTo(303);
        assertThat(status()).isEqualTo("revoked");
        assertThat(world.http.get(screen).text())
                .contains("data-status=\"revoked\"")
                .doesNotContain("/revoke\"");
    }

    @Test
    @DisplayName("The page of another site can't take a grant back in the seller's name")
    void notFromElsewhere() {
        String sub = world.server.sellers().getFirst().sub();
        Answer screen = world.http.get(world.server.issuer() + "/grants?sub=" + sub);
        Matcher form = Pattern.compile("action=\"(/grants/[^\"]+/revoke)\"").matcher(screen.text());
        assertThat(form.find()).isTrue();

        Answer posted = world.http.form(
                world.server.issuer() + form.group(1), Map.of("sub", sub), "Sec-Fetch-Site", "cross-site");

        assertThat(posted.status()).isEqualTo(400);
        assertThat(status()).isEqualTo("active");
    }

    @Test
    void anotherSellersGrantCantBeTakenBack() {
        String other = world.server.sellers().getLast().sub();

        assertThat(world.http
                        .get(world.server.issuer() + "/grants?sub=" + other)
                        .text())
                .doesNotContain("/revoke\"");
    }

    private Answer revoke(String token, String clientId) {
        return world.http.form(world.server.issuer() + "/revoke", Map.of("token", token, "client_id", clientId));
    }

    private String status() {
        return world.introspect(tokens.get("access_token").stringValue())
                .get("grant_status")
                .stringValue();
    }
}
