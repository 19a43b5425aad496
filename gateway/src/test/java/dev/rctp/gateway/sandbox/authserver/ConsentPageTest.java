package dev.rctp.gateway.sandbox.authserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.sandbox.loopback.TestClient.Answer;
import dev.rctp.registries.Action;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConsentPageTest {

    private AuthServerWorld world;

    @BeforeEach
    void start() throws IOException {
        world = new AuthServerWorld(null);
    }

    @AfterEach
    void stop() {
        world.close();
    }

    @Test
    @DisplayName(
            "GRA-7: the consent page names who runs the agent, each verb and whether it asks, the end, and no price")
    void whoWhatUntilWhen() {
        Answer page = world.authorize(world.request());

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.text())
                .contains("TEST ONLY", "<bdi>Seller Ops &amp; Sons</bdi>", AuthServerWorld.OPERATOR, "agent &lt;1&gt;")
                .containsSubsequence(
                        "<h3>By itself, without asking you</h3>",
                        "<strong>Answer questions of buyers</strong>",
                        "<h3>Only after you approve it, each time</h3>",
                        "<strong>Accept an offer</strong>")
                .contains("27 February 2027, 12:00 UTC", "127.0.0.1:39999")
                .doesNotContainIgnoringCase("price")
                .doesNotContainIgnoringCase("<script");
    }

    @Test
    @DisplayName("GRA-7: every verb that can be granted has its words and what it means")
    void everyVerb() {
        Map<String, String> request = world.request();
        request.remove("scope");
        request.put(
                "authorization_details",
                world.details(world.registries.actions().all().stream()
                        .map(Action::scope)
                        .filter(Objects::nonNull)
                        .map(scope -> "\"" + scope + "\":\"ask\"")
                        .collect(Collectors.joining(",", "{", "}"))));
        String page = world.authorize(request).text();

        assertThat(page.split("<li data-scope=")).hasSize(10);
        assertThat(page).doesNotContain("<span></span>").doesNotContain("<strong>listing.", "<strong>deal.");
    }

    @Test
    @DisplayName("DEC-4: a scope that was asked for without a tier is shown with the rule that will hold")
    void defaultTier() {
        Map<String, String> request = world.request();
        request.put("scope", "dev.rctp.listing:reprice");

        assertThat(world.authorize(request).text())
                .contains("data-scope=\"dev.rctp.listing:reprice\" data-tier=\"ask\"");
    }

    @Test
    @DisplayName(
            "No page can frame it, run a script in it, store it, or send its form elsewhere than here and to the client")
    void policy() {
        Answer page = world.authorize(world.request());

        assertThat(page.field("content-security-policy"))
                .contains("default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'")
                .contains("form-action 'self' http://127.0.0.1:39999")
                .doesNotContain("script-src", "unsafe");
        assertThat(page.field("cache-control")).isEqualTo("no-store");
        assertThat(page.field("x-content-type-options")).isEqualTo("nosniff");
    }

    @ParameterizedTest
    @CsvSource({
        "Sec-Fetch-Site, cross-site",
        "Sec-Fetch-Site, same-site",
        "Sec-Fetch-Site, none",
        "Origin, https://evil.example",
        "Origin, null"
    })
    @DisplayName("The page of another site can't answer in the seller's name, and the real page still can")
    void notFromElsewhere(String field, String value) {
        Answer page = world.authorize(world.request());
        Answer forged = world.post(page, "approve", field, value);

        assertThat(forged.status()).isEqualTo(400);
        assertThat(forged.field("location")).isEmpty();
        assertThat(AuthServerWorld.told(world.post(page, "approve", "Sec-Fetch-Site", "same-origin"))
                        .get("code"))
                .isPresent();
    }

    @Test
    @DisplayName("A consent page decides once: its form sent again gets a page and no second code")
    void once() {
        Answer page = world.authorize(world.request());

        assertThat(world.post(page, "approve").status()).isEqualTo(303);
        Answer again = world.post(page, "deny");
        assertThat(again.status()).isEqualTo(400);
        assertThat(again.field("location")).isEmpty();
        assertThat(again.text()).contains("Your first answer to this request holds");
    }

    @Test
    void aConsentPageIsGoodForTenMinutes() {
        Answer page = world.authorize(world.request());
        world.clock.advance(Duration.ofMinutes(10));

        Answer late = world.post(page, "approve");
        assertThat(late.status()).isEqualTo(400);
        assertThat(late.text()).contains("more than 10 minutes old");
    }
}
