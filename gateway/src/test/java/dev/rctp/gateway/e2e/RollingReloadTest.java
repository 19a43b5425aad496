package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Asking.asked;
import static dev.rctp.gateway.e2e.Asking.url;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** Gateways of one database whose configurations differ, as for a while whenever one is changed (OPR-6, WHK-1). */
@ExtendWith(Sandboxed.class)
class RollingReloadTest {

    private static final String BUYER = "buyer-ops-b";
    private static final String ONBOARDED = "SELECT count(*)::text FROM running_gateway g, unnest(g.traders) t"
            + " WHERE g.gateway = ? AND NOT g.stopped AND strpos(t, ?) > 0";

    @TempDir
    Path folder;

    private static void older(ObjectNode config) {
        WebhooksTest.without(config, BUYER);
        config.remove("webhooks");
    }

    @Test
    @DisplayName(
            "OPR-6, WHK-1: beside a gateway that has not yet onboarded the buyer's operator nor an address of the marketplace, all goes on")
    void beside(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        Inbox marketplace = Inbox.ofMarketplace(world);
        Inbox buyer = Inbox.of(world, BUYER);
        String listing = asking.listed();
        try (AnotherGateway older =
                AnotherGateway.start(state, folder, "older", AnotherGateway.clock(world), RollingReloadTest::older)) {
            assertThat(older.port()).isPositive();
            for (int i = 0; i < 3; i++) {
                String offer = asking.offered(asking.buyer, listing, 41_000 + i);
                Answer question = asked(asking.accept(offer));
                assertThat(marketplace.said(Asking.id(question), 1)).containsExactly("approval.requested pending");
                await().during(Duration.ofMillis(1200))
                        .atMost(Duration.ofSeconds(5))
                        .until(() -> asking.state(asking.buyer, offer).equals("awaiting_approval"));
                asking.phone.answer(url(question), "decline", null);
                assertThat(buyer.said(offer, 2))
                        .containsExactly("offer.updated awaiting_approval", "offer.updated declined");
            }
        }
    }

    @Test
    @DisplayName(
            "OPR-6: a reload tells the other gateways of a new operator before it can call, and of one that left soon after")
    void told(World world, Path state) throws Exception {
        Tables tables = Tables.of(state);
        try (AnotherGateway gateway =
                AnotherGateway.start(state, folder, "reloads", AnotherGateway.clock(world), RollingReloadTest::older)) {
            assertThat(tables.text(ONBOARDED, "reloads", BUYER)).isEqualTo("0");
            gateway.reload(config -> config.remove("webhooks"));
            assertThat(tables.text(ONBOARDED, "reloads", BUYER)).isEqualTo("1");
            gateway.reload(RollingReloadTest::older);
            await().atMost(Duration.ofSeconds(2))
                    .until(() -> tables.text(ONBOARDED, "reloads", BUYER).equals("0"));
        }
    }
}
