package dev.rctp.gateway.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.e2e.Sandboxed;
import dev.rctp.grant.OAuthRefused;
import dev.rctp.grant.PendingConsent;
import dev.rctp.grant.RevocationVerdict.Revoked;
import dev.rctp.grant.SellerGrant;
import dev.rctp.registries.Tier;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.By;
import org.openqa.selenium.interactions.Actions;

@Tag("long")
@ExtendWith(Sandboxed.class)
class SellerConnectFlowTest {

    private ConnectStage stage;

    @BeforeEach
    void open(World world) throws Exception {
        stage = new ConnectStage(world);
    }

    @AfterEach
    void close() {
        stage.close();
    }

    @Test
    @DisplayName(
            "GRA-7, GRA-5: consent in a browser, exchange, an accepted call, refresh, revocation, and the next call refused")
    void wholeWay() throws Exception {
        stage.pending = PendingConsent.fromStorage(stage.pending.toStorage());
        SellerGrant grant = stage.granted();
        stage.browser.awaitText("Back at the operator's");
        assertThat(grant.sub()).contains(stage.sub());
        assertThat(grant.jkt()).isEqualTo(stage.agent.jkt());
        assertThat(grant.tiers()).containsEntry("dev.rctp.listing:reprice", Tier.ASK);
        assertThat(Duration.between(stage.world.clock().instant(), grant.expiresAt()))
                .isLessThanOrEqualTo(Duration.ofSeconds(900))
                .isGreaterThan(Duration.ofSeconds(800));
        assertThat(stage.call(grant).decision()).isEqualTo("auto");

        SellerGrant next = (SellerGrant) stage.connect.refresh(SellerGrant.fromStorage(grant.toStorage()));
        assertThat(next.refreshToken().secret())
                .isNotEqualTo(grant.refreshToken().secret());
        assertThat(stage.call(next).decision()).isEqualTo("auto");

        assertThat(stage.connect.revoke(next.refreshToken())).isEqualTo(new Revoked());
        assertThat(stage.call(next).decision()).endsWith("reason=grant_revoked");
        assertThat(stage.connect.refresh(next))
                .isInstanceOfSatisfying(
                        OAuthRefused.class, no -> assertThat(no.error()).isEqualTo("invalid_grant"));
    }

    @Test
    @DisplayName("GRA-7: the seller takes the permission back on a screen, and the agent's next call is refused")
    void takenBackOnAScreen() throws Exception {
        SellerGrant grant = stage.granted();
        assertThat(stage.call(grant).decision()).isEqualTo("auto");

        stage.browser.driver().get(stage.world.address("authorization_server") + "/grants?sub=" + stage.sub());
        stage.browser
                .driver()
                .findElement(By.cssSelector("article[data-status=active] button"))
                .click();

        stage.browser.awaitText("Taken back: " + stage.agent.agentId());
        assertThat(stage.call(grant).decision()).endsWith("reason=grant_revoked");
    }

    @Test
    @DisplayName("RFC 6749 4.1.2.1: a seller who does not allow it sends the operator access_denied and no code")
    void denied() throws Exception {
        stage.browser.id("deny").click();

        assertThat(stage.connect.exchange(stage.pending, stage.redirect(1)))
                .isInstanceOfSatisfying(
                        OAuthRefused.class, no -> assertThat(no.error()).isEqualTo("access_denied"));
    }

    @Test
    @DisplayName("A page that was left open for 10 minutes allows nothing and says so")
    void tooLate() throws Exception {
        stage.world.advance(Duration.ofMinutes(10));
        stage.browser.id("approve").click();

        stage.browser.awaitText("This page is more than 10 minutes old");
        assertThat(stage.browser.text()).contains("Nothing was allowed");
        assertThat(stage.site.redirects).isEmpty();
    }

    @Test
    @DisplayName(
            "A double click on Allow gives one grant; a browser that drops the first answer shows what to do, and that works")
    void doubleClick() throws Exception {
        new Actions(stage.browser.driver())
                .doubleClick(stage.browser.id("approve"))
                .perform();
        await().atMost(Duration.ofSeconds(20))
                .until(() -> stage.browser.text().contains("Back at the operator's")
                        || stage.browser.text().contains("Your first answer to this request holds"));
        assertThat(stage.site.redirects).hasSizeLessThan(2);
        SellerGrant grant = stage.site.redirects.isEmpty()
                ? startedAgain()
                : (SellerGrant) stage.connect.exchange(stage.pending, stage.redirect(1));

        assertThat(stage.call(grant).decision()).isEqualTo("auto");
    }

    /** As the page says that has an answer already, when the operator was told none. */
    private SellerGrant startedAgain() throws Exception {
        stage.ask();
        return stage.granted();
    }

    @Test
    @DisplayName("The back button sends no decision again: the page asks anew, and the grant stays good")
    void back() throws Exception {
        SellerGrant grant = stage.granted();
        stage.browser.awaitText("Back at the operator's");
        stage.browser.driver().navigate().back();

        stage.browser.awaitText("Allow an agent to act for you?");
        assertThat(stage.site.redirects).hasSize(1);
        assertThat(stage.call(grant).decision()).isEqualTo("auto");
    }
}
