package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Haggle.COUNTER;
import static dev.rctp.gateway.e2e.Haggle.REPRICE;
import static dev.rctp.gateway.e2e.Haggle.ok;
import static dev.rctp.gateway.e2e.Haggle.proposal;
import static dev.rctp.gateway.e2e.Haggle.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.SellersPhone;
import dev.rctp.gateway.cli.demo.World;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What a seller's agent gets for the verbs of a bargain when its grant lets it do nothing by itself (DEC-4). */
@ExtendWith(Sandboxed.class)
class BargainTiersTest {

    /** A call of this verb on this bargain, with a price where it names one. */
    private static Answer call(Haggle haggle, String verb, String offer, long amount, String token, String key)
            throws Exception {
        return switch (verb) {
            case COUNTER ->
                haggle.seller.call(
                        "POST",
                        "/offers/" + offer + "/counter",
                        token,
                        proposal(amount).toString(),
                        key);
            case REPRICE ->
                haggle.seller.call(
                        "POST",
                        "/listings/" + haggle.listing + "/reprice",
                        token,
                        Haggle.price(amount).toString(),
                        key);
            default -> haggle.seller.call("POST", "/offers/" + offer + "/accept", token, "{}", key);
        };
    }

    private static Answer call(Haggle haggle, String verb, String offer, long amount, String token) throws Exception {
        return call(haggle, verb, offer, amount, token, Agent.newKey());
    }

    private static long price(Haggle haggle) throws Exception {
        return haggle.rival
                .read("/listings/" + haggle.listing + "/terms", null)
                .json()
                .at("/list_price/amount")
                .longValue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"offer.counter", "offer.accept", "listing.reprice"})
    @DisplayName(
            "DEC-4, APR-1: under tier ask a verb waits for its seller, one at a time on each subject; it reaches nobody")
    void ask(String verb, World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        String offer = haggle.offered(haggle.buyer, 80_000);
        int forwarded = haggle.forwarded("").size();
        String token = haggle.granted(haggle.sub, haggle.seller, "ask");
        String key = Agent.newKey();
        Answer asked = call(haggle, verb, offer, 85_000, token, key);

        assertThat(asked.status()).isEqualTo(202);
        assertThat(asked.decision()).startsWith("ask;approval_id=\"apr_");
        assertThat(call(haggle, verb, offer, 85_000, token, key).replayed()).isTrue();
        if (verb.equals("offer.accept")) {
            assertThat(haggle.state(haggle.buyer, offer)).isEqualTo("awaiting_approval");
            refused(call(haggle, verb, offer, 0, token), 409, verb, "offer_not_open");
        } else {
            assertThat(haggle.state(haggle.buyer, offer)).isEqualTo("open");
            refused(call(haggle, verb, offer, 85_000, token), 429, verb, "enforcement_unavailable");
            refused(call(haggle, verb, offer, 1, token), 403, verb, "below_floor");
        }
        assertThat(price(haggle)).isEqualTo(Haggle.PRICE);
        assertThat(haggle.forwarded("")).hasSize(forwarded);
    }

    @ParameterizedTest
    @ValueSource(strings = {"offer.counter", "listing.reprice"})
    @DisplayName("DEC-1, OFF-9: whose budget is used up asks nobody")
    void budgetBeforeAsking(String verb, World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        String offer = haggle.offered(haggle.buyer, 80_000);
        String token = haggle.granted(haggle.sub, haggle.seller, "ask");
        for (int i = 0; i < 3; i++) {
            refused(call(haggle, verb, offer, 1, token), 403, verb, "below_floor");
        }
        refused(call(haggle, verb, offer, 85_000, token), 429, verb, "offer_budget_exceeded");
    }

    @Test
    @DisplayName(
            "OFF-9, INV-1: under tier ask a search for the floor from above ends after three falls, answered or not")
    void askingSearch(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        String token = haggle.granted(haggle.sub, haggle.seller, "ask");
        assertThat(call(haggle, REPRICE, "", 89_000, token).status()).isEqualTo(202);
        for (int i = 0; i < 3; i++) {
            String offer = haggle.offered(haggle.buyer, 80_000 + i);
            assertThat(call(haggle, COUNTER, offer, 88_000 - i, token).status()).isEqualTo(202);
        }
        String offer = haggle.offered(haggle.rival, 80_000);

        refused(call(haggle, COUNTER, offer, 85_000, token), 429, COUNTER, "offer_budget_exceeded");
        refused(call(haggle, COUNTER, offer, 1, token), 429, COUNTER, "offer_budget_exceeded");
    }

    @Test
    @DisplayName("OFF-9, APR-6: a falling price that its seller approves counts against nobody")
    void approvedFalls(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        String listing = asking.listed();
        for (int i = 0; i < 5; i++) {
            Answer asked = Asking.asked(asking.call("/listings/" + listing + "/reprice", Haggle.price(49_000 - i)));
            SellersPhone.Said said = asking.phone.answer(Asking.url(asked), "approve", null);
            assertThat(said.json().path("result").path("status").intValue())
                    .as(said.json().toString())
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"offer.counter", "offer.accept", "listing.reprice"})
    @DisplayName("DEC-4: under tier forbid a verb is action_forbidden, holds nothing, reaches nobody, and is kept")
    void forbid(String verb, World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        String offer = haggle.offered(haggle.buyer, 80_000);
        List<JsonNode> before = haggle.shown();
        int forwarded = haggle.forwarded("").size();
        String token = haggle.granted(haggle.sub, haggle.seller, "forbid");
        String key = Agent.newKey();
        refused(call(haggle, verb, offer, 85_000, token, key), 403, verb, "action_forbidden");

        assertThat(haggle.shown()).isEqualTo(before);
        assertThat(price(haggle)).isEqualTo(Haggle.PRICE);
        assertThat(haggle.forwarded("")).hasSize(forwarded);
        assertThat(call(haggle, verb, offer, 85_000, token, key).replayed()).isTrue();
        haggle.offered(haggle.rival, 81_000);
        assertThat(call(haggle, verb, offer, 85_000, haggle.token()).decision()).isEqualTo("auto");
    }

    @Test
    @DisplayName(
            "OFF-9, DEC-4: under tier forbid a search for the floor from above ends after three falls, counters and prices together")
    void forbiddenSearch(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        String offer = haggle.offered(haggle.buyer, 80_000);
        String token = haggle.granted(haggle.sub, haggle.seller, "forbid");
        String key = Agent.newKey();
        refused(call(haggle, REPRICE, offer, 89_000, token), 403, REPRICE, "action_forbidden");
        refused(call(haggle, COUNTER, offer, 88_000, token), 403, COUNTER, "action_forbidden");
        refused(call(haggle, REPRICE, offer, 87_000, token, key), 403, REPRICE, "action_forbidden");
        refused(call(haggle, COUNTER, offer, 86_000, token), 403, COUNTER, "action_forbidden");

        refused(call(haggle, COUNTER, offer, 85_000, token), 429, COUNTER, "offer_budget_exceeded");
        refused(call(haggle, REPRICE, offer, 1, token), 429, REPRICE, "offer_budget_exceeded");
        refused(call(haggle, REPRICE, offer, 90_000, haggle.token()), 429, REPRICE, "offer_budget_exceeded");
        assertThat(call(haggle, REPRICE, offer, 87_000, token, key).replayed()).isTrue();
    }

    @Test
    @DisplayName(
            "OFF-9, DEC-1, DEC-4: under tier forbid rising prices don't count; one below the floor is told so and counts")
    void forbiddenRises(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        String offer = haggle.offered(haggle.buyer, 80_000);
        String token = haggle.granted(haggle.sub, haggle.seller, "forbid");
        for (int i = 0; i < 6; i++) {
            refused(call(haggle, REPRICE, offer, 80_000 + i, token), 403, REPRICE, "action_forbidden");
        }
        for (int i = 0; i < 3; i++) {
            refused(call(haggle, REPRICE, offer, 60_000, token), 403, REPRICE, "below_floor");
        }

        refused(call(haggle, REPRICE, offer, 90_000, token), 429, REPRICE, "offer_budget_exceeded");
    }

    @Test
    @DisplayName("OFF-9: under tier auto falling prices above the floor don't count: they are carried out")
    void allowedFalls(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        for (int i = 0; i < 6; i++) {
            ok(200, haggle.reprice(85_000 - i));
        }
    }
}
