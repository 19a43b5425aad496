package dev.rctp.grant;

import static dev.rctp.grant.GrantFixture.JKT;
import static dev.rctp.grant.GrantFixture.NOW;
import static dev.rctp.grant.GrantFixture.OTHER_JKT;
import static dev.rctp.grant.GrantFixture.TOKEN;
import static dev.rctp.grant.GrantFixture.view;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.registries.Reason;
import dev.rctp.registries.Tier;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class GrantCheckerTest {

    private final GrantFixture fixture = new GrantFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    private GrantVerdict check(ObjectNode view) throws Exception {
        fixture.server.introspects(view.toString());
        return fixture.check();
    }

    private void assertRefused(ObjectNode view, Reason reason) throws Exception {
        assertThat(check(view)).isInstanceOfSatisfying(GrantRefused.class, refused -> {
            assertThat(refused.reason()).isEqualTo(reason);
            assertThat(refused.tokenPresented()).isTrue();
            assertThat(refused.sentence()).doesNotContain(TOKEN);
        });
    }

    @Test
    @DisplayName("GRA-2: the view of a live grant becomes a Grant")
    void grant() throws Exception {
        assertThat(check(view())).isInstanceOfSatisfying(Grant.class, grant -> {
            assertThat(grant.sub()).isEqualTo("pw-7f3a");
            assertThat(grant.agentId()).isEqualTo("agent-1");
            assertThat(grant.jkt()).isEqualTo(JKT);
            assertThat(grant.expiresAt()).isEqualTo(NOW.plusSeconds(900));
            assertThat(grant.covers("dev.rctp.deal:offer_accept")).isTrue();
            assertThat(grant.covers("dev.rctp.deal:offer_counter")).isFalse();
            assertThat(grant.tiers())
                    .isEqualTo(
                            Map.of("dev.rctp.listing:answer_buyer", Tier.AUTO, "dev.rctp.deal:offer_accept", Tier.ASK));
        });
    }

    @Test
    @DisplayName("GRA-2: details of other types beside the one agent grant are not ours")
    void otherDetails() throws Exception {
        ObjectNode view = view();
        view.withArray("authorization_details").addObject().put("type", "payment_initiation");
        assertThat(check(view)).isInstanceOf(Grant.class);
    }

    @Test
    @DisplayName(
            "GRA-1: every check introspects, with client_secret_basic and both parts form-encoded (RFC 6749 2.3.1)")
    void introspection() throws Exception {
        fixture.server.introspects(view().toString());
        GrantChecker checker = fixture.checker();
        for (int i = 0; i < 3; i++) {
            checker.check("Bearer " + TOKEN, JKT);
        }
        String pair = Base64.getEncoder().encodeToString("gateway:s3cr%3Aet+%2B%25".getBytes(StandardCharsets.UTF_8));
        assertThat(fixture.server.authorizations).hasSize(3).containsOnly("Basic " + pair);
        assertThat(fixture.server.forms)
                .containsOnly("token=sEcReT-tok.en_1%7E%2B%2F%3D%3D&token_type_hint=access_token");
    }

    @Test
    @DisplayName("GRA-5, INV-7, B43: a revoked grant fails on the next call")
    void revokedBetweenCalls() throws Exception {
        fixture.server.introspects(view().toString());
        GrantChecker checker = fixture.checker();
        assertThat(checker.check("Bearer " + TOKEN, JKT)).isInstanceOf(Grant.class);
        fixture.server.introspects("{\"active\":false,\"grant_status\":\"revoked\"}");
        assertThat(checker.check("Bearer " + TOKEN, JKT))
                .isInstanceOfSatisfying(
                        GrantRefused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(Reason.GRANT_REVOKED));
    }

    @ParameterizedTest
    @DisplayName("GRA-2, GRA-3: grant_status is read first, also beside active false")
    @ValueSource(booleans = {true, false})
    void grantStatus(boolean active) throws Exception {
        assertRefused(view().put("active", active).put("grant_status", "revoked"), Reason.GRANT_REVOKED);
        assertRefused(view().put("active", active).put("grant_status", "expired"), Reason.GRANT_EXPIRED);
    }

    @Test
    @DisplayName("GRA-3: an unknown token is grant_invalid; so is a lapsed token of a live grant")
    void inactive() throws Exception {
        ObjectNode bare = view().removeAll();
        assertRefused(bare.put("active", false), Reason.GRANT_INVALID);
        assertRefused(view().put("active", false), Reason.GRANT_INVALID);
    }

    @Test
    @DisplayName("GRA-3: a token is lapsed when now is its exp")
    void lapsed() throws Exception {
        fixture.now = NOW.plusSeconds(899);
        assertThat(check(view())).isInstanceOf(Grant.class);
        fixture.now = NOW.plusSeconds(900);
        assertRefused(view(), Reason.GRANT_INVALID);
    }

    @Test
    @DisplayName("GRA-3: a token or a grant bound to another key is grant_invalid")
    void otherKey() throws Exception {
        ObjectNode token = view();
        token.putObject("cnf").put("jkt", OTHER_JKT);
        assertRefused(token, Reason.GRANT_INVALID);
        ObjectNode grant = view();
        grant.putArray("authorization_details").add(GrantFixture.detail(OTHER_JKT));
        assertRefused(grant, Reason.GRANT_INVALID);
    }

    @Test
    @DisplayName("GRA-6, B44: an aud that is given must name this resource; without one the token passes")
    void audience() throws Exception {
        assertRefused(view().put("aud", "https://other.example"), Reason.GRANT_INVALID);
        assertRefused(view().put("aud", GrantFixture.RESOURCE + "/"), Reason.GRANT_INVALID);
        assertThat(check(view().put("aud", GrantFixture.RESOURCE))).isInstanceOf(Grant.class);
        ObjectNode list = view();
        list.putArray("aud").add("https://other.example").add(GrantFixture.RESOURCE);
        assertThat(check(list)).isInstanceOf(Grant.class);
        ObjectNode others = view();
        others.putArray("aud").add("https://other.example");
        assertRefused(others, Reason.GRANT_INVALID);
        others.putArray("aud");
        assertRefused(others, Reason.GRANT_INVALID);
    }

    @Test
    @DisplayName("GRA-6, B44: another resource's token is refused also where it carries no grant at all")
    void foreignToken() throws Exception {
        ObjectNode foreign = view().removeAll().put("active", true).put("scope", "read");
        assertRefused(foreign.put("aud", "https://other.example"), Reason.GRANT_INVALID);
    }

    @Test
    @DisplayName("GRA-6: an iss that is given must be the configured issuer")
    void issuer() throws Exception {
        assertThat(check(view().put("iss", fixture.server.issuer()))).isInstanceOf(Grant.class);
        assertRefused(view().put("iss", fixture.server.issuer() + "/"), Reason.GRANT_INVALID);
    }

    @Test
    @DisplayName("GRA-3: without Authorization there is no token, and nobody is asked")
    void missing() throws Exception {
        assertThat(fixture.checker().check(null, JKT)).isInstanceOfSatisfying(GrantRefused.class, refused -> {
            assertThat(refused.reason()).isEqualTo(Reason.GRANT_INVALID);
            assertThat(refused.tokenPresented()).isFalse();
        });
        assertThat(fixture.server.paths).isEmpty();
    }

    @ParameterizedTest
    @DisplayName("GRA-1, GRA-3: what is not exactly Bearer and one token is grant_invalid, and nobody is asked")
    @ValueSource(
            strings = {
                "Bearer",
                "Bearer ",
                "Bearer  abc",
                "Bearer a b",
                "Bearer abc, Bearer def",
                "Bearer a=b",
                "Bearer \"abc\"",
                "Bearer abc;x",
                "Bearer \u00e9",
                "bearer a%20b"
            })
    void malformed(String field) throws Exception {
        assertThat(fixture.checker().check(field, JKT))
                .isInstanceOfSatisfying(
                        GrantRefused.class,
                        refused -> assertThat(refused.tokenPresented()).isTrue());
        assertThat(fixture.server.paths).isEmpty();
    }

    @ParameterizedTest
    @DisplayName("GRA-3: another scheme presents no token")
    @ValueSource(strings = {"", "Basic Zm9vOmJhcg==", "DPoP abc", "Bearerabc", "abc", "Bearer\tabc"})
    void otherScheme(String field) throws Exception {
        assertThat(fixture.checker().check(field, JKT))
                .isInstanceOfSatisfying(
                        GrantRefused.class,
                        refused -> assertThat(refused.tokenPresented()).isFalse());
    }

    @Test
    @DisplayName("RFC 9110 11.1: the scheme's name has no case")
    void schemeCase() throws Exception {
        fixture.server.introspects(view().toString());
        assertThat(fixture.checker().check("bearer abc", JKT)).isInstanceOf(Grant.class);
    }

    @Test
    @DisplayName("Text forms show neither secret nor seller")
    void secrecy() throws Exception {
        assertThat(new ClientCredentials("gateway", "hush")).hasToString("ClientCredentials[gateway]");
        assertThat(check(view()).toString()).doesNotContain("pw-7f3a").doesNotContain(TOKEN);
    }
}
