package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Haggle.COUNTER;
import static dev.rctp.gateway.e2e.Haggle.REPRICE;
import static dev.rctp.gateway.e2e.Haggle.ok;
import static dev.rctp.gateway.e2e.Haggle.proposal;
import static dev.rctp.gateway.e2e.Haggle.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
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
            "DEC-4, DEC-5: under tier ask a verb is 503, holds and counts nothing, reaches nobody, and is not kept")
    void ask(String verb, World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        String offer = haggle.offered(haggle.buyer, 80_000);
        List<JsonNode> before = haggle.shown();
        int forwarded = haggle.forwarded("").size();
        String token = haggle.granted(haggle.sub, haggle.seller, "ask");
        String key = Agent.newKey();
        Answer asked = call(haggle, verb, offer, 85_000, token, key);
        refused(asked, 503, verb, "enforcement_unavailable");
        assertThat(asked.fields().combined("retry-after")).isPresent();
        for (int i = 0; i < 4; i++) {
            Answer below = call(haggle, verb, offer, 1, token);
            refused(below, 503, verb, "enforcement_unavailable");
            assertThat(below.body()).as("below the floor").isEqualTo(asked.body());
        }

        assertThat(haggle.shown()).isEqualTo(before);
        assertThat(price(haggle)).isEqualTo(Haggle.PRICE);
        assertThat(haggle.forwarded("")).hasSize(forwarded);
        haggle.offered(haggle.rival, 81_000);
        Answer allowed = call(haggle, verb, offer, 85_000, haggle.token(), key);
        assertThat(allowed.decision()).isEqualTo("auto");
        assertThat(allowed.replayed()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"offer.counter", "listing.reprice"})
    @DisplayName("DEC-1, DEC-4, OFF-9: tier ask is told before budget and floor, also to one whose budget is used up")
    void askBeforeBudget(String verb, World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        String offer = haggle.offered(haggle.buyer, 80_000);
        for (int i = 0; i < 3; i++) {
            refused(call(haggle, verb, offer, 1, haggle.token()), 403, verb, "below_floor");
        }
        refused(call(haggle, verb, offer, 85_000, haggle.token()), 429, verb, "offer_budget_exceeded");
        String token = haggle.granted(haggle.sub, haggle.seller, "ask");

        refused(call(haggle, verb, offer, 85_000, token), 503, verb, "enforcement_unavailable");
        refused(call(haggle, verb, offer, 1, token), 503, verb, "enforcement_unavailable");
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
