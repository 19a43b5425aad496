package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Asking.asked;
import static dev.rctp.gateway.e2e.Asking.url;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** WHK-1: who is told what by the sandbox's gateway, and how. */
@ExtendWith(Sandboxed.class)
class WebhooksTest {

    private static final String SELLER = "seller-ops";
    private static final String BUYER = "buyer-ops-b";
    private static final String RIVAL = "buyer-ops-a";

    @TempDir
    Path folder;

    @Test
    @DisplayName("WHK-1: the marketplace is told that a seller is asked and where, the asking operator what came of it")
    void approvals(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        Inbox marketplace = Inbox.ofMarketplace(world);
        Inbox seller = Inbox.of(world, SELLER);
        Inbox buyer = Inbox.of(world, BUYER);
        String listing = asking.listed();

        String offer = asking.offered(asking.buyer, listing, 41_000);
        assertThat(seller.said(offer, 1)).containsExactly("offer.created open");
        Answer question = asked(asking.accept(offer));
        String id = Asking.id(question);
        assertThat(marketplace.said(id, 1)).containsExactly("approval.requested pending");
        assertThat(marketplace.about(id).getFirst().json().path("approval_url").stringValue())
                .isEqualTo(url(question));
        assertThat(buyer.said(offer, 1)).containsExactly("offer.updated awaiting_approval");
        asking.phone.answer(url(question), "approve", null);
        assertThat(seller.said(id, 2)).containsExactly("approval.decided approved", "approval.result done");
        assertThat(buyer.said(offer, 2)).containsExactly("offer.updated awaiting_approval", "offer.updated accepted");
        assertThat(marketplace.about(id)).hasSize(1);
        assertThat(buyer.about(id)).isEmpty();
        assertThat(seller.about(offer)).hasSize(1);
        assertThat(seller.raw().toString() + buyer.raw()).doesNotContain("/approve/");
    }

    @Test
    @DisplayName(
            "WHK-1: a no, silence, a refusal and a veto after a yes are told in their words, the offer's way back with them")
    void ends(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        Inbox seller = Inbox.of(world, SELLER);
        Inbox buyer = Inbox.of(world, BUYER);
        String listing = asking.listed();

        String first = asking.offered(asking.buyer, listing, 41_000);
        Answer declined = asked(asking.accept(first));
        asking.phone.answer(url(declined), "decline", null);
        assertThat(seller.said(Asking.id(declined), 1)).containsExactly("approval.decided declined");
        assertThat(buyer.said(first, 2)).containsExactly("offer.updated awaiting_approval", "offer.updated declined");

        String second = asking.offered(asking.buyer, listing, 42_000);
        Answer vetoed = asked(asking.accept(second));
        world.behave("/offers/" + second + "/accept", 409, 0, 1);
        asking.phone.answer(url(vetoed), "approve", null);
        assertThat(seller.said(Asking.id(vetoed), 2))
                .containsExactly("approval.decided approved", "approval.result vetoed");
        assertThat(buyer.said(second, 2)).containsExactly("offer.updated awaiting_approval", "offer.updated open");

        Answer refused = asked(asking.accept(second));
        world.revoke(asking.grant);
        asking.phone.answer(url(refused), "approve", null);
        assertThat(seller.said(Asking.id(refused), 2))
                .containsExactly("approval.decided approved", "approval.result refused");
        assertThat(buyer.said(second, 4))
                .endsWith("offer.updated awaiting_approval", "offer.updated open")
                .hasSize(4);

        asking.grant = asking.granted("ask");
        Answer silent = asked(asking.accept(second));
        assertThat(buyer.said(second, 5)).endsWith("offer.updated awaiting_approval");
        world.advance(Duration.ofMinutes(15));
        assertThat(seller.said(Asking.id(silent), 1)).containsExactly("approval.decided expired");
        assertThat(buyer.said(second, 6)).endsWith("offer.updated declined");
    }

    @Test
    @DisplayName(
            "WHK-1: each side is told what the other did: offers, counters, a supersession, an acceptance, the deal")
    void bargain(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        Inbox seller = Inbox.of(world, SELLER);
        Inbox buyer = Inbox.of(world, BUYER);
        Inbox rival = Inbox.of(world, RIVAL);

        String unheard = haggle.offered(haggle.rival, 80_000);
        Haggle.ok(200, haggle.reprice(89_000));
        String first = haggle.offered(haggle.buyer, 81_000);
        assertThat(seller.said(first, 1)).containsExactly("offer.created open");
        String counter = Haggle.id(Haggle.ok(201, haggle.counter(first, 85_000)));
        assertThat(buyer.said(counter, 1)).containsExactly("offer.created open");
        assertThat(buyer.said(first, 1)).containsExactly("offer.updated countered");
        String second = Haggle.id(Haggle.ok(201, haggle.offer(haggle.buyer, 83_000, first)));
        assertThat(seller.said(second, 1)).containsExactly("offer.created open");
        assertThat(seller.said(first, 2)).containsExactly("offer.created open", "offer.updated superseded");
        assertThat(seller.said(counter, 1)).containsExactly("offer.updated superseded");
        String checkout = haggle.accepted(haggle.buyer, second);
        assertThat(buyer.said(second, 1)).containsExactly("offer.updated accepted");
        String deal = Haggle.ok(201, haggle.open(haggle.buyer, checkout))
                .json()
                .path("deal_id")
                .stringValue();
        assertThat(buyer.said(deal, 1)).containsExactly("deal.opened open");
        assertThat(seller.said(deal, 1)).containsExactly("deal.opened open");
        assertThat(rival.said(unheard, 1)).containsExactly("offer.updated declined");
        assertThat(seller.about(unheard)).isEmpty();
        assertThat(buyer.about(first)).hasSize(1);
        assertThat(rival.about(first)).isEmpty();
        assertThat(rival.about(deal)).isEmpty();
    }

    @Test
    @DisplayName("INV-1, OFF-6, REC-6: no amount, no reason, no checkout and no refused offer in any webhook")
    void nothingPrivate(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        String listing = asking.listed();
        Haggle.refused(
                asking.buyer.call(
                        "POST",
                        "/listings/" + listing + "/offers",
                        null,
                        Haggle.proposal(Asking.FLOOR - 7).toString()),
                403,
                "offer.create",
                "below_floor");
        String offer = asking.offered(asking.buyer, listing, 41_234);
        Answer question = asked(asking.accept(offer));
        asking.phone.answer(url(question), "approve", null);
        assertThat(Inbox.of(world, BUYER).said(offer, 2)).endsWith("offer.updated accepted");
        for (Inbox inbox : List.of(
                Inbox.of(world, SELLER), Inbox.of(world, BUYER), Inbox.of(world, RIVAL), Inbox.ofMarketplace(world))) {
            for (Inbox.Came came : inbox.raw()) {
                assertThat(came.json().propertyNames()).isSubsetOf("id", "type", "subject", "status", "approval_url");
                assertThat(new String(came.body(), StandardCharsets.UTF_8))
                        .doesNotContain(
                                "40000", "39993", "41234", "amount", "below_floor", "checkout", "eyJ", asking.sub);
            }
        }
    }

    @Test
    @DisplayName("WHK-1: two gateways of one database deliver each webhook once")
    void together(World world, Path state) throws Exception {
        Haggle haggle = Haggle.of(world);
        Haggle.ok(200, haggle.reprice(89_000));
        try (AnotherGateway second =
                AnotherGateway.start(state, folder, "second-sender", AnotherGateway.clock(world), config -> {})) {
            assertThat(second.port()).isPositive();
            Inbox seller = Inbox.of(world, SELLER);
            Inbox buyer = Inbox.of(world, BUYER);
            List<String> offers = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                offers.add(haggle.offered(haggle.buyer, 80_000 + i));
            }
            for (String offer : offers.subList(0, 2)) {
                Haggle.ok(201, haggle.counter(offer, 85_000));
            }
            assertThat(buyer.said(offers.get(1), 1)).containsExactly("offer.updated countered");
            for (String offer : offers) {
                assertThat(seller.said(offer, 1)).containsExactly("offer.created open");
            }
        }
    }

    @Test
    @DisplayName("OPR-6: what ends because an operator is off-boarded is told to the other side")
    void offBoarded(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        String listing = asking.listed();
        Inbox seller = Inbox.of(world, SELLER);
        Inbox buyer = Inbox.of(world, BUYER);
        String open = asking.offered(asking.buyer, listing, 41_000);
        String waits = asking.offered(asking.rival, listing, 42_000);
        Answer question = asked(asking.accept(waits));
        Inbox rival = Inbox.of(world, RIVAL);
        assertThat(rival.said(waits, 1)).containsExactly("offer.updated awaiting_approval");
        try (AnotherGateway second = AnotherGateway.start(
                state, folder, "second-list", AnotherGateway.clock(world), config -> without(config, SELLER))) {
            assertThat(second.port()).isPositive();
            ended(state, waits, "open", SELLER);
            assertThat(rival.said(waits, 2)).endsWith("offer.updated open");
        }
        assertThat(seller.about(Asking.id(question)).size()).isLessThanOrEqualTo(1);
        try (AnotherGateway third = AnotherGateway.start(
                state, folder, "third-list", AnotherGateway.clock(world), config -> without(config, BUYER))) {
            assertThat(third.port()).isPositive();
            ended(state, open, "declined", BUYER);
            assertThat(seller.said(open, 2)).containsExactly("offer.created open", "offer.updated declined");
        }
        assertThat(buyer.about(open)).isEmpty();
    }

    /** As if the sandbox's gateway didn't have the operator either. */
    private static void ended(Path state, String offer, String after, String operator) {
        Tables tables = Tables.of(state);
        await().until(() -> {
            tables.execute(
                    "UPDATE running_gateway SET traders = ARRAY(SELECT t FROM unnest(traders) t WHERE strpos(t, ?) = 0)",
                    "/" + operator + "/");
            return tables.text("SELECT state FROM offer WHERE offer_id = ?", offer)
                    .equals(after);
        });
    }

    static void without(ObjectNode config, String operator) {
        ArrayNode operators = config.withArray("/operators");
        for (int i = operators.size() - 1; i >= 0; i--) {
            if (operators.get(i).path("profile").asString().contains("/" + operator + "/")) {
                operators.remove(i);
            }
        }
    }

    @Test
    @DisplayName("WHK-1, B14: a receiver that fails is asked again with the same id; an altered id fails verification")
    void again(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        Inbox marketplace = Inbox.ofMarketplace(world);
        world.failWebhooks("marketplace", 503, 2);
        Answer question = asked(asking.call("/listings", asking.listing()));
        List<String> said = marketplace.said(Asking.id(question), 3);
        assertThat(said).hasSize(3).containsOnly("approval.requested pending");
        List<Inbox.Came> came = marketplace.about(Asking.id(question));
        assertThat(came).extracting(Inbox.Came::id).containsOnly(came.getFirst().id());
        assertThat(marketplace.isProven(came.getFirst(), "webhook-id", "whk_aaaaaaaaaaaaaaaaaaaaaaaaaa"))
                .isFalse();
        assertThat(marketplace.isProven(came.getFirst(), "webhook-timestamp", "0"))
                .isFalse();
    }
}
