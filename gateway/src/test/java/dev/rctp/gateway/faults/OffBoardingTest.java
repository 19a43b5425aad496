package dev.rctp.gateway.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.SellersPhone;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.store.embedded.EmbeddedServer;
import dev.rctp.gateway.store.embedded.ServerBinaries;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.registries.Money;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** Operators leave as they leave in operation: the file changes, and SIGHUP makes the gateway read it. */
@Tag("long")
class OffBoardingTest {

    private static final String ACCEPT = "dev.rctp.deal:offer_accept";

    private static final String ENDED_FOR = """
            SELECT o.party || ' ' || (o.value::jsonb ->> 'reason') FROM opening o JOIN entry e USING (subject_type, subject_id, seq)
            WHERE o.subject_id = ? AND convert_from(e.jcs, 'UTF8')::jsonb ->> 'kind' = 'approval_ended'""";

    @TempDir
    Path state;

    private String listing = "";

    @Test
    @DisplayName(
            "OPR-6: an operator that leaves ends its held calls as operator_unknown and its open offers as not eligible, at once")
    void leaves() throws Exception {
        ServerBinaries programs = ServerBinaries.unpack(Surroundings.PROGRAMS);
        try (Surroundings around = Surroundings.in(state, 29_000, this::list);
                EmbeddedServer server = EmbeddedServer.start(around.database(), programs)) {
            World world = around.world();
            GatewayProcess gateway = around.serve("gateway", config -> on(server, config));
            Agent seller = around.agents("seller-ops", around.gateway()).getFirst();
            Agent buyer = around.agents("buyer-ops-a", around.gateway()).getFirst();
            Agent rival = around.agents("buyer-ops-b", around.gateway()).getFirst();
            String token = world.grant(
                            world.seller(0).path("sub").asString(), seller, List.of(ACCEPT), Map.of(ACCEPT, "ask"))
                    .token();
            Bargain bargain = new Bargain(around.gateway(), seller, token, listing, "EUR");
            String waits = bargain.offered(buyer, 85_000);
            String stands = bargain.offered(rival, 84_000);
            Answer asked = Bargain.ok(202, bargain.accept(waits));
            HeldApproval held = new HeldApproval(bargain, asked, "/offers/" + waits + "/accept", "{}", null);

            reload(around, gateway, server, config -> operator(config, "seller-ops", true));
            assertThat(bargain.accept(stands).decision()).endsWith("reason=operator_unknown");
            await("the held call has ended")
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> text(
                                    server,
                                    "SELECT state || ' ' || (held IS NULL) FROM approval WHERE approval_id = ?",
                                    held.id())
                            .equals("declined true"));
            assertThat(text(server, "SELECT result FROM approval WHERE approval_id = ?", held.id()))
                    .contains("operator_unknown");
            assertThat(state(buyer, waits)).isEqualTo("open");
            SellersPhone.Said late = new SellersPhone(world.seller(0), Cryptography.select())
                    .answer(held.page(around.gateway()), "approve", "bm90IGFza2Vk");
            assertThat(late.status()).isEqualTo(422);

            reload(around, gateway, server, config -> operator(config, "buyer-ops-a", true));
            await("its open offer has ended")
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> text(server, "SELECT state FROM offer WHERE offer_id = ?", waits)
                            .equals("declined"));
            assertThat(state(rival, stands)).isEqualTo("open");
            String negotiation = text(server, "SELECT negotiation_id FROM offer WHERE offer_id = ?", waits);
            List<String> kinds = bargain.verified(world, "negotiation/" + negotiation, List.of()).stream()
                    .map(entry -> entry.path("kind").asString() + " "
                            + entry.at("/body/reason").asString(""))
                    .toList();
            assertThat(kinds).contains("approval_ended ", "offer_ended counterparty_not_eligible");
            assertThat(text(server, ENDED_FOR, negotiation))
                    .as("the seller's side alone is told why (REC-6)")
                    .isEqualTo("seller operator_unknown");
            assertThat(held.among(world.forwarded())).isEmpty();
        }
    }

    @Test
    @DisplayName(
            "OPR-6: with the role closing an operator begins nothing, what it asked ends, and only its deals go on")
    void closes() throws Exception {
        ServerBinaries programs = ServerBinaries.unpack(Surroundings.PROGRAMS);
        try (Surroundings around = Surroundings.in(state, 29_100, this::list);
                EmbeddedServer server = EmbeddedServer.start(around.database(), programs)) {
            World world = around.world();
            GatewayProcess gateway = around.serve("gateway", config -> on(server, config));
            Agent seller = around.agents("seller-ops", around.gateway()).getFirst();
            Agent buyer = around.agents("buyer-ops-a", around.gateway()).getFirst();
            String token = world.grant(
                            world.seller(0).path("sub").asString(), seller, List.of(ACCEPT), Map.of(ACCEPT, "ask"))
                    .token();
            Bargain bargain = new Bargain(around.gateway(), seller, token, listing, "EUR");
            String offer = bargain.offered(buyer, 85_000);
            Answer asked = Bargain.ok(202, bargain.accept(offer));
            HeldApproval held = new HeldApproval(bargain, asked, "/offers/" + offer + "/accept", "{}", null);

            reload(around, gateway, server, config -> operator(config, "seller-ops", false));
            Answer begun = bargain.accept(offer);
            assertThat(begun.decision()).endsWith("reason=operator_unknown");
            assertThat(begun.json().at("/detail/cause").asString()).isEqualTo("closing");
            await("what it asked has ended")
                    .atMost(Duration.ofSeconds(20))
                    .until(() ->
                            held.status(seller, 0).path("status").asString().equals("declined"));
            assertThat(held.status(seller, 0).at("/result/body/code").asString())
                    .isEqualTo("operator_unknown");
            Answer deal = seller.call("POST", "/deals/dea_aaaaaaaaaaaaaaaaaaaaaaaaaa/commit", token, "{}");
            assertThat(deal.decision()).doesNotContain("operator_unknown");
            assertThat(held.among(world.forwarded())).isEmpty();
        }
    }

    private void list(World world) throws Exception {
        listing = world.list(
                world.seller(0).path("sub").asString(), "A camera", new Money(90_000, "EUR"), new Money(70_000, "EUR"));
    }

    private static void on(EmbeddedServer server, ObjectNode config) {
        config.putObject("store")
                .put("url", server.url())
                .put("user", server.user())
                .put("password", server.password());
    }

    /** Takes an operator out, or lets it only finish its deals. */
    private static void operator(ObjectNode config, String name, boolean out) {
        var operators = config.withArray("operators");
        for (int i = operators.size() - 1; i >= 0; i--) {
            ObjectNode operator = (ObjectNode) operators.get(i);
            if (operator.path("profile").asString().contains("/" + name + "/")) {
                if (out) {
                    operators.remove(i);
                } else {
                    operator.withArray("roles").add("closing");
                }
            }
        }
    }

    private interface Change {
        void to(ObjectNode config);
    }

    private static void reload(Surroundings around, GatewayProcess gateway, EmbeddedServer server, Change change)
            throws Exception {
        around.configure("gateway", config -> {
            on(server, config);
            change.to(config);
        });
        int before = gateway.output().split("the configuration was read again", -1).length;
        gateway.hangUp();
        await().atMost(Duration.ofSeconds(20))
                .until(() -> gateway.output().split("the configuration was read again", -1).length > before);
    }

    private static String state(Agent buyer, String offer) throws Exception {
        return Bargain.ok(200, buyer.read("/offers/" + offer, null))
                .json()
                .path("state")
                .asString();
    }

    private static String text(EmbeddedServer server, String sql, String argument) throws Exception {
        try (Connection connection = DriverManager.getConnection(server.url(), server.user(), server.password());
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, argument);
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return String.valueOf(rows.getString(1));
            }
        }
    }
}
