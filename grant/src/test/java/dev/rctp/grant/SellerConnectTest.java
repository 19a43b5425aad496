package dev.rctp.grant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rctp.grant.ConnectVerdict.ForeignAnswer;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Sha256;
import dev.rctp.registries.StrictJson;
import dev.rctp.registries.Tier;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class SellerConnectTest {

    private final ConnectFixture fixture = new ConnectFixture();
    private SellerConnect connect;
    private PendingConsent pending;

    @BeforeEach
    void discover() throws Exception {
        connect = fixture.discover();
        pending = connect.authorizationUrl(ConnectFixture.REQUEST, ConnectFixture.CALLBACK);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private Map<String, String> asked() {
        return FormParameters.decode(pending.url().getRawQuery()).orElseThrow();
    }

    private String asked(String name) {
        return String.valueOf(asked().get(name));
    }

    private ConnectVerdict exchange(String query) throws Exception {
        return connect.exchange(pending, URI.create("/callback?" + query));
    }

    private String good() {
        return fixture.answer(pending, "code=c0de");
    }

    @Test
    @DisplayName(
            "GRA-7: the URL has PKCE S256, a state, the agent's details, the scopes and the resource, and no verifier")
    void url() throws InvalidJsonException {
        JsonNode detail = StrictJson.parse(asked("authorization_details").getBytes(StandardCharsets.UTF_8))
                .get(0);

        assertThat(pending.url().toString())
                .startsWith(fixture.server.issuer() + "/authorize?tenant=1&response_type=code");
        assertThat(asked())
                .containsEntry("client_id", ConnectFixture.CLIENT)
                .containsEntry("redirect_uri", ConnectFixture.CALLBACK.toString())
                .containsEntry("scope", "dev.rctp.deal:offer_accept dev.rctp.listing:answer_buyer")
                .containsEntry("code_challenge_method", "S256")
                .containsEntry("resource", GrantFixture.RESOURCE)
                .doesNotContainValue(pending.verifier());
        assertThat(asked("code_challenge")).isEqualTo(s256(pending.verifier()));
        assertThat(detail.get("type").stringValue()).isEqualTo("dev.rctp.agent_grant");
        assertThat(detail.get("agent_id").stringValue()).isEqualTo("agent-1");
        assertThat(detail.get("jkt").stringValue()).isEqualTo(GrantFixture.JKT);
        assertThat(detail.get("tiers").toString())
                .isEqualTo("{\"dev.rctp.deal:offer_accept\":\"ask\",\"dev.rctp.listing:answer_buyer\":\"auto\"}");
    }

    @Test
    void eachRequestHasItsOwnStateAndVerifier() {
        PendingConsent other = connect.authorizationUrl(ConnectFixture.REQUEST, ConnectFixture.CALLBACK);

        assertThat(other.hasState(asked("state"))).isFalse();
        assertThat(other.verifier()).isNotEqualTo(pending.verifier()).matches("[A-Za-z0-9_-]{43}");
    }

    @Test
    @DisplayName("GRA-7: the answer's code gives the tokens and what the seller allowed")
    void exchange() throws Exception {
        SellerGrant grant = (SellerGrant) exchange(good());

        assertThat(fixture.form())
                .containsEntry("grant_type", "authorization_code")
                .containsEntry("code", "c0de")
                .containsEntry("client_id", ConnectFixture.CLIENT)
                .containsEntry("redirect_uri", ConnectFixture.CALLBACK.toString())
                .containsEntry("code_verifier", pending.verifier());
        assertThat(grant.accessToken().secret()).isEqualTo("acc.ess-1");
        assertThat(grant.refreshToken().secret()).isEqualTo("re.fresh-1");
        assertThat(grant.expiresAt()).isEqualTo(GrantFixture.NOW.plusSeconds(600));
        assertThat(grant.scopes()).isEqualTo(Set.of("dev.rctp.listing:answer_buyer"));
        assertThat(grant.tiers()).containsEntry("dev.rctp.deal:offer_accept", Tier.ASK);
        assertThat(grant.sub()).contains("pw-7f3a");
    }

    @Test
    @DisplayName("A pending request survives a restart of the operator's program")
    void stored() throws Exception {
        String stored = pending.toStorage();
        URI url = pending.url();
        pending = PendingConsent.fromStorage(stored);

        assertThat(pending.url()).isEqualTo(url);
        assertThat(exchange(good())).isInstanceOf(SellerGrant.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "state=other&iss=ISSUER&code=c | state",
                "iss=ISSUER&code=c | state",
                "state=STATE&code=c | iss",
                "state=STATE&iss=https%3A%2F%2Fas.evil.example&code=c | iss",
                "state=STATE&iss=ISSUER%2F&code=c | iss",
                "state=STATE&iss=ISSUER | neither code nor error",
                "state=STATE&iss=ISSUER&code=a&code=b | twice",
                "state=STATE&iss=ISSUER&error=%22 | error",
                "'' | state"
            })
    @DisplayName(
            "RFC 9207, RFC 6749 10.12: an answer with another state or issuer, or none, is foreign, and nothing is sent")
    void foreign(String query, String sentence) throws Exception {
        ConnectVerdict verdict = exchange(query.replace("STATE", asked("state"))
                .replace(
                        "ISSUER",
                        FormParameters.encode(Map.of("i", fixture.server.issuer()))
                                .substring(2)));

        assertThat(verdict)
                .isInstanceOfSatisfying(
                        ForeignAnswer.class,
                        foreign -> assertThat(foreign.sentence()).contains(sentence));
        assertThat(fixture.server.forms).isEmpty();
    }

    @Test
    @DisplayName("RFC 6749 4.1.2.1: the seller's no is a value")
    void denied() throws Exception {
        assertThat(exchange(fixture.answer(pending, "error=access_denied&error_description=No%0Athanks")))
                .isEqualTo(new OAuthRefused("access_denied", "No thanks"));
    }

    @Test
    @DisplayName("RFC 6749 5.2: the token endpoint's no is a value")
    void refused() throws Exception {
        fixture.answers(400, "{\"error\":\"invalid_grant\",\"error_description\":\"The code is not good.\"}");

        assertThat(exchange(good())).isEqualTo(new OAuthRefused("invalid_grant", "The code is not good."));
        assertThat(connect.refresh(ConnectFixture.grant()))
                .isEqualTo(new OAuthRefused("invalid_grant", "The code is not good."));
    }

    @Test
    @DisplayName("GRA-7: a refresh sends the refresh token once and gives the next one")
    void refresh() throws Exception {
        SellerGrant grant = (SellerGrant) connect.refresh(ConnectFixture.grant());

        assertThat(fixture.form())
                .containsEntry("grant_type", "refresh_token")
                .containsEntry("refresh_token", "re.fresh-0")
                .containsEntry("client_id", ConnectFixture.CLIENT);
        assertThat(grant.refreshToken().secret()).isEqualTo("re.fresh-1");
        assertThat(fixture.server.forms).hasSize(1);
    }

    @Test
    @DisplayName("RFC 7009: a revocation names the token's kind; 200 means it is gone, an error is a value")
    void revoke() throws Exception {
        fixture.answers(200, "");
        assertThat(connect.revoke(RefreshToken.of("re.fresh-1"))).isEqualTo(new RevocationVerdict.Revoked());
        assertThat(fixture.form())
                .containsEntry("token", "re.fresh-1")
                .containsEntry("token_type_hint", "refresh_token");

        connect.revoke(AccessToken.of("acc.ess-1"));
        assertThat(fixture.form()).containsEntry("token_type_hint", "access_token");

        fixture.answers(400, "{\"error\":\"invalid_client\"}");
        assertThat(connect.revoke(AccessToken.of("acc.ess-1"))).isEqualTo(new OAuthRefused("invalid_client", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"access_token", "refresh_token", "token_type", "authorization_details"})
    @DisplayName("An answer without a member that GRA-7 asks for is no grant")
    void incomplete(String member) {
        fixture.answers(200, ConnectFixture.tokens().without(member).toString());

        assertThatThrownBy(() -> exchange(good())).isInstanceOf(GrantUndecidedException.class);
    }

    @Test
    @DisplayName("GRA-7: a grant for another key than the one that was asked for is no grant")
    void otherKey() {
        fixture.answers(200, ConnectFixture.tokens().toString().replace(GrantFixture.JKT, GrantFixture.OTHER_JKT));

        assertThatThrownBy(() -> exchange(good()))
                .isInstanceOf(GrantUndecidedException.class)
                .hasMessageContaining("another agent or key");
    }

    @ParameterizedTest
    @CsvSource({"500, {}", "302, {}", "200, <html>", "400, {}", "200, '{\"error\":\"invalid_grant\"}'"})
    @DisplayName("An answer that means nothing is an exception, never tokens and never a refusal")
    void nonsense(int status, String body) {
        fixture.answers(status, body);

        assertThatThrownBy(() -> connect.refresh(ConnectFixture.grant()))
                .isInstanceOf(GrantUndecidedException.class)
                .hasMessageNotContaining("re.fresh");
    }

    @ParameterizedTest
    @CsvSource({GrantFixture.JKT + ", " + GrantFixture.OTHER_JKT, "\"agent-1\", \"agent-2\""})
    @DisplayName("GRA-7: a refresh that gives a grant for another agent or key gives no grant")
    void refreshedForAnother(String asked, String given) {
        fixture.answers(200, ConnectFixture.tokens().toString().replace(asked, given));

        assertThatThrownBy(() -> connect.refresh(ConnectFixture.grant()))
                .isInstanceOf(GrantUndecidedException.class)
                .hasMessageContaining("another agent or key");
    }

    @Test
    @DisplayName("GRA-7: a grant survives a restart of the operator's program, and only a stored grant is read as one")
    void storedGrant() throws Exception {
        SellerGrant grant = (SellerGrant) exchange(good());
        SellerGrant kept = SellerGrant.fromStorage(grant.toStorage());

        assertThat(kept).usingRecursiveComparison().isEqualTo(grant);
        assertThat(connect.refresh(kept)).isInstanceOf(SellerGrant.class);
        for (String member : Set.of("\"refresh_token\"", "\"expires_at\"", "\"scopes\"", "\"tiers\"", "{")) {
            assertThatThrownBy(() -> SellerGrant.fromStorage(grant.toStorage().replace(member, "\"x\"")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageNotContaining("re.fresh")
                    .hasNoCause();
        }
    }

    @Test
    @DisplayName("An endless answer, a silent server and one that is gone end at the limits, and are told apart")
    void limits() throws Exception {
        fixture.answers(200, "{\"a\":\"" + "x".repeat(300_000) + "\"}");
        assertThatThrownBy(() -> connect.refresh(ConnectFixture.grant()))
                .isInstanceOf(GrantUndecidedException.class)
                .hasRootCauseMessage("body exceeds capacity: 262144")
                .cause()
                .hasMessageContaining("of at most 262144 bytes");

        SellerConnect hasty = fixture.discover(Duration.ofMillis(300));
        fixture.isSilent();
        assertThatThrownBy(() -> hasty.refresh(ConnectFixture.grant()))
                .isInstanceOf(GrantUndecidedException.class)
                .cause()
                .hasMessage("no whole answer within PT0.3S");

        fixture.server.close();
        assertThatThrownBy(() -> fixture.discover(Duration.ofSeconds(5)))
                .isInstanceOf(GrantUndecidedException.class)
                .cause()
                .hasMessage("could not connect");
    }

    @Test
    void secretsAreInNoTextForm() throws Exception {
        SellerGrant grant = (SellerGrant) exchange(good());

        assertThat(String.join(
                        " ",
                        pending.toString(),
                        grant.toString(),
                        grant.accessToken().toString(),
                        grant.refreshToken().toString(),
                        connect.toString()))
                .doesNotContain(pending.verifier(), "acc.ess", "re.fresh", asked("state"));
        assertThatThrownBy(() -> PendingConsent.fromStorage(pending.toStorage().substring(1)))
                .hasMessageNotContaining(pending.verifier())
                .hasNoCause();
    }

    @Test
    void anotherServersPendingRequestIsAMistakeOfTheCaller() throws Exception {
        try (ConnectFixture other = new ConnectFixture()) {
            SellerConnect elsewhere = other.discover();

            assertThatThrownBy(() -> elsewhere.exchange(pending, URI.create("/callback?" + good())))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static String s256(String verifier) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(Sha256.bytes(verifier.getBytes(StandardCharsets.US_ASCII)));
    }
}
