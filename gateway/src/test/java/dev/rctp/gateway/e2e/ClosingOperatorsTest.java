package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Haggle.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Operators with the role {@code closing} begin nothing and finish their deals, all of them at once here (OPR-6). */
@ExtendWith(Sandboxed.class)
class ClosingOperatorsTest {

    @TempDir
    Path folder;

    private static void close(ObjectNode config) {
        for (JsonNode operator : config.withArray("/operators")) {
            ((ObjectNode) operator).withArray("roles").add("closing");
        }
    }

    @Test
    @DisplayName(
            "OPR-6: buyer, seller, holder and carrier that are closing promise, report, read and are told to the deal's end, and begin nothing")
    void finish(World world, Path state) throws Exception {
        Dealing dealing = Dealing.of(world);
        Haggle haggle = dealing.haggle;
        String mayCommit = dealing.mayCommit("auto");
        var clock = AnotherGateway.clock(world);
        try (AnotherGateway closing =
                        AnotherGateway.start(state, folder, "closing", clock, ClosingOperatorsTest::close);
                HttpClient http = HttpClient.newHttpClient()) {
            URI there = URI.create("http://localhost:" + closing.port());
            Agent seller = AnotherGateway.agent(state, http, there, clock, "seller-ops", 0);
            Agent buyer = AnotherGateway.agent(state, http, there, clock, "buyer-ops-b", 0);
            Agent holder = AnotherGateway.agent(state, http, there, clock, "escrow", 0);
            Agent carrier = AnotherGateway.agent(state, http, there, clock, "carrier", 0);

            Answer offer = buyer.call(
                    "POST", haggle.offers(), null, Haggle.proposal(81_000).toString());
            assertThat(offer.status()).isEqualTo(401);
            assertThat(offer.json().at("/detail/cause").stringValue()).isEqualTo("closing");
            ok(200, seller.call("POST", "/deals/" + dealing.id + "/commit", mayCommit, "{}"));
            ok(201, dealing.report(holder, "funds_held"));
            ok(201, dealing.report(carrier, "shipped"));
            ok(201, dealing.report(carrier, "delivered"));
            ok(201, dealing.report(buyer, "accepted"));
            ok(201, dealing.report(holder, "released"));
            for (Agent party : List.of(buyer, holder, carrier)) {
                assertThat(ok(200, dealing.read(party, null))
                                .json()
                                .path("state")
                                .stringValue())
                        .isEqualTo("released");
                ok(200, party.read("/records/deal/" + dealing.id, null));
            }
            ok(200, dealing.read(seller, haggle.token()));
        }
        assertThat(Inbox.of(world, "seller-ops").said(dealing.id, 6)).endsWith("deal.event released");
    }

    @Test
    @DisplayName(
            "OPR-6, APR-6: a promise that waits for its seller doesn't end with its operator's closing, and is kept when the seller says yes; another held call ends")
    void held(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        String listing = asking.listed();
        String grant = asking.world
                .grant(
                        asking.sub,
                        asking.seller,
                        List.of(Dealing.COMMIT_SCOPE, "dev.rctp.listing:answer_buyer"),
                        Map.of(Dealing.COMMIT_SCOPE, "ask", "dev.rctp.listing:answer_buyer", "ask"))
                .token();
        String deal = dealt(asking, listing);
        Answer promise = Asking.asked(asking.seller.call("POST", "/deals/" + deal + "/commit", grant, "{}"));
        String other = asking.listed();
        Answer words = Asking.asked(
                asking.seller.call("POST", "/listings/" + other + "/answers", grant, "{\"text\":\"Yes.\"}"));
        var clock = AnotherGateway.clock(world);
        Tables tables = Tables.of(state);
        try (AnotherGateway closing =
                AnotherGateway.start(state, folder, "closing-held", clock, ClosingOperatorsTest::close)) {
            assertThat(closing.port()).isPositive();
            Instant until = Instant.now().plus(Duration.ofSeconds(20));
            while (!pending(tables, words).equals("declined") && Instant.now().isBefore(until)) {
                // as if no gateway let it trade any more
                tables.execute(
                        "UPDATE running_gateway SET traders = ARRAY(SELECT t FROM unnest(traders) t WHERE strpos(t, ?) = 0)",
                        "/seller-ops/");
            }
            assertThat(pending(tables, words)).isEqualTo("declined");
            assertThat(pending(tables, promise)).isEqualTo("pending");
        }
        assertThat(asking.phone.answer(Asking.url(promise), "approve", null).status())
                .isEqualTo(200);
        assertThat(asking.status(promise, "?wait=10").at("/result/status").intValue())
                .isEqualTo(200);
    }

    private static String pending(Tables tables, Answer asked) throws Exception {
        return tables.text("SELECT state FROM approval WHERE approval_id = ?", Asking.id(asked));
    }

    private static String dealt(Asking asking, String listing) throws Exception {
        String offer = asking.offered(asking.buyer, listing, 45_000);
        asking.phone.answer(Asking.url(Asking.asked(asking.accept(offer))), "approve", null);
        String checkout = ok(200, asking.buyer.read("/offers/" + offer, null))
                .json()
                .path("checkout")
                .stringValue();
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("checkout", checkout);
        return ok(201, asking.buyer.call("POST", "/deals", null, body.toString()))
                .json()
                .path("deal_id")
                .stringValue();
    }
}
