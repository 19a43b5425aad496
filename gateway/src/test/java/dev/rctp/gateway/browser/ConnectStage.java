package dev.rctp.gateway.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.grant.AgentGrantRequest;
import dev.rctp.grant.ConnectSettings;
import dev.rctp.grant.ConnectVerdict;
import dev.rctp.grant.Issuer;
import dev.rctp.grant.PendingConsent;
import dev.rctp.grant.SellerConnect;
import dev.rctp.grant.SellerGrant;
import dev.rctp.registries.Tier;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.openqa.selenium.By;
import tools.jackson.databind.JsonNode;

/** An operator that asks a seller for a grant with {@link SellerConnect}, and the seller's browser. */
final class ConnectStage implements AutoCloseable {

    static final String ANSWER = "dev.rctp.listing:answer_buyer";
    private static final Map<String, Tier> TIERS = Map.of(
            ANSWER,
            Tier.AUTO,
            "dev.rctp.listing:reprice",
            Tier.ASK,
            "dev.rctp.deal:offer_accept",
            Tier.ASK,
            "dev.rctp.deal:offer_counter",
            Tier.FORBID);

    final World world;
    final Agent agent;
    final JsonNode listing;
    final SellerConnect connect;
    final OperatorSite site = OperatorSite.start();
    final Chromium browser = Chromium.start();
    PendingConsent pending;

    ConnectStage(World world) throws Exception {
        this.world = world;
        this.agent = world.agent("seller-ops", 0);
        this.listing = world.listings().getFirst();
        ConnectSettings usual = ConnectSettings.defaults();
        this.connect = SellerConnect.discover(
                Issuer.of(world.address("authorization_server").toString(), true),
                agent.profile(),
                new ConnectSettings(usual.http(), Duration.ofSeconds(20), world.clock(), new SecureRandom()));
        this.pending = ask();
    }

    /** A fresh request, shown in the browser with the listing's seller chosen. */
    PendingConsent ask() {
        pending = connect.authorizationUrl(
                new AgentGrantRequest(
                        agent.agentId(), agent.jkt(), TIERS, world.gateway().toString()),
                site.callback());
        browser.driver().get(pending.url().toString());
        choose();
        return pending;
    }

    /** Picks the listing's seller in the page's list of accounts. */
    void choose() {
        browser.id("seller")
                .findElement(By.cssSelector("option[value='" + sub() + "']"))
                .click();
    }

    String sub() {
        return listing.path("seller").asString();
    }

    /** The n-th redirect to the operator, from 1, once it came. */
    URI redirect(int n) {
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> site.redirects.size() >= n);
        return site.redirects.get(n - 1);
    }

    /** The grant that the seller gives by allowing. */
    SellerGrant granted() throws Exception {
        browser.id("approve").click();
        ConnectVerdict verdict = connect.exchange(pending, redirect(1));
        assertThat(verdict).isInstanceOf(SellerGrant.class);
        return (SellerGrant) verdict;
    }

    /** A signed call of the agent under this grant. */
    Answer call(SellerGrant grant) throws Exception {
        String target = "/listings/" + listing.path("listing_id").asString() + "/answers";
        return agent.call("POST", target, grant.accessToken().secret(), "{\"text\":\"It is.\"}");
    }

    @Override
    public void close() {
        browser.close();
        site.close();
    }
}
