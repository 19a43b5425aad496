package dev.rctp.terms.negotiation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.registries.Money;
import dev.rctp.registries.SqlStatement;
import dev.rctp.terms.ListingId;
import dev.rctp.terms.negotiation.BudgetLimits.Spent;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Counting and deciding are one write: what is asked here is asked of real tables, through many connections at once. */
class PriceBudgetTest extends OnGround {

    private static final Duration WINDOW = Duration.ofDays(1);
    private static final Instant NOW = Ground.NOW;
    private static final ListingId OTHER = new ListingId("lst-2");

    private final BudgetLimits limits = BudgetLimits.defaults();
    private final PriceBudget budget = new PriceBudget(limits);
    private final Standings standings = new Standings(limits);

    private boolean passes(SqlStatement named) throws SQLException {
        return ground.begin(new Beginning(List.of(Map.entry(Moves.BUDGET, named)), List.of()))
                .isEmpty();
    }

    private boolean offers(String operator, String agent, long amount, boolean refused, Instant at)
            throws SQLException {
        return passes(budget.offered(Ground.LISTING, operator, agent, new Money(amount, "EUR"), refused, at));
    }

    private boolean refused(String operator, String agent, Instant at) throws SQLException {
        return offers(operator, agent, 50_000, true, at);
    }

    private boolean good(String operator, String agent, Instant at) throws SQLException {
        return offers(operator, agent, 90_000, false, at);
    }

    private Spent spent(String operator, String agent, Instant at) throws SQLException {
        return ground.ask(standings.offering(Ground.LISTING, operator, agent, at))
                .orElseThrow()
                .prices();
    }

    @Test
    @DisplayName(
            "OFF-6: after three refused prices an agent names no more, the list price neither; another agent still does")
    void perAgent() throws SQLException {
        for (int i = 0; i < 3; i++) {
            assertThat(refused("op", "a", NOW)).isTrue();
        }

        assertThat(refused("op", "a", NOW)).isFalse();
        assertThat(good("op", "a", NOW)).as("above the floor too").isFalse();
        assertThat(good("op", "b", NOW)).isTrue();
        assertThat(good("op-2", "a", NOW))
                .as("the same key under another operator")
                .isTrue();
        assertThat(spent("op", "a", NOW)).isEqualTo(new Spent(3, 3));
        assertThat(spent("op", "b", NOW)).isEqualTo(new Spent(0, 3));
    }

    @Test
    @DisplayName("OFF-6: after ten refused prices of any of its agents an operator's agents name no more")
    void perOperator() throws SQLException {
        for (int i = 0; i < 10; i++) {
            assertThat(refused("op", "agent-" + i / 2, NOW)).isTrue();
        }

        assertThat(good("op", "agent-9", NOW)).as("one that never tried").isFalse();
        assertThat(good("op-2", "agent-0", NOW)).isTrue();
    }

    @Test
    @DisplayName("OFF-6: budgets are per listing")
    void perListing() throws SQLException {
        for (int i = 0; i < 3; i++) {
            refused("op", "a", NOW);
        }

        assertThat(passes(budget.offered(OTHER, "op", "a", new Money(1, "EUR"), true, NOW)))
                .isTrue();
    }

    @ParameterizedTest(name = "{0}: {1} counted")
    @CsvSource(
            delimiter = '|',
            value = {
                "800 700 600|2",
                "800 800 800|0",
                "600 700 800|0",
                "800 700 750|2", // lower than an earlier one
                "800 700 800|1",
                "800 900 850|1"
            })
    @DisplayName("OFF-6: a price lower than one that the agent named earlier counts, above the floor too")
    void falling(String prices, int counted) throws SQLException {
        for (String price : prices.split(" ", -1)) {
            assertThat(offers("op", "a", Long.parseLong(price), false, NOW)).isTrue();
        }

        assertThat(spent("op", "a", NOW)).isEqualTo(new Spent(counted, counted));
    }

    @Test
    @DisplayName("OFF-6: a first price of nothing does not make a search from above free")
    void primedSearch() throws SQLException {
        assertThat(offers("op", "a", 0, true, NOW)).isTrue();
        int answers = 0;
        for (int price = 90_000; price > 70_000; price -= 1_000) {
            answers += offers("op", "a", price, false, NOW) ? 1 : 0;
        }

        assertThat(answers).as("the highest, and two lower ones").isEqualTo(3);
    }

    @Test
    @DisplayName("OFF-6: each agent's falls are its own")
    void fallingPerAgent() throws SQLException {
        offers("op", "a", 90_000, false, NOW);
        offers("op", "b", 80_000, false, NOW);

        assertThat(spent("op", "b", NOW)).isEqualTo(new Spent(0, 0));
    }

    @Test
    @DisplayName("OFF-6, B104: a price counts for the window and, at exactly its end, no more")
    void window() throws SQLException {
        for (int i = 0; i < 3; i++) {
            refused("op", "a", NOW);
        }
        Instant end = NOW.plus(WINDOW);

        assertThat(good("op", "a", end.minusMillis(1))).isFalse();
        assertThat(spent("op", "a", end.minusMillis(1)).byAgent()).isEqualTo(3);
        assertThat(spent("op", "a", end).byAgent()).isZero();
        assertThat(good("op", "a", end)).isTrue();
    }

    @Test
    @DisplayName("OFF-6: the window slides: each price leaves it by itself")
    void sliding() throws SQLException {
        for (int hour = 0; hour < 3; hour++) {
            assertThat(refused("op", "a", NOW.plus(Duration.ofHours(hour)))).isTrue();
        }
        Instant firstIsOver = NOW.plus(WINDOW);

        assertThat(refused("op", "a", firstIsOver)).isTrue();
        assertThat(refused("op", "a", firstIsOver)).isFalse();
        assertThat(refused("op", "a", firstIsOver.plus(Duration.ofHours(1)))).isTrue();
    }

    @Test
    @DisplayName(
            "OFF-9: after three refused prices a seller's agent names no more for the listing; its falling prices don't count")
    void sellers() throws SQLException {
        for (int price = 90_000; price > 80_000; price -= 1_000) {
            assertThat(asks("a", price, false)).isTrue();
        }
        for (int i = 0; i < 3; i++) {
            assertThat(asks("a", 1_000, true)).isTrue();
        }

        assertThat(asks("a", 90_000, false)).isFalse();
        assertThat(asks("b", 90_000, false)).as("another agent").isTrue();
        assertThat(good("op", "a", NOW)).as("its buyer's budget is another").isTrue();
        assertThat(ground.ask(standings.asking(Ground.LISTING, "op", "a", NOW))
                        .orElseThrow()
                        .prices())
                .isEqualTo(new Spent(3, 3));
    }

    private boolean asks(String agent, long amount, boolean refused) throws SQLException {
        return asks(agent, new Money(amount, "EUR"), refused ? PriceBudget.Asked.REFUSED : PriceBudget.Asked.BEGUN);
    }

    private boolean asks(String agent, Money price, PriceBudget.Asked became) throws SQLException {
        return passes(budget.asked(Ground.LISTING, new Agent("op", agent), price, became, NOW));
    }

    private int asked(String agent) throws SQLException {
        return ground.ask(standings.asking(Ground.LISTING, "op", agent, NOW))
                .orElseThrow()
                .prices()
                .byAgent();
    }

    @ParameterizedTest(name = "{0}: {1} counted")
    @CsvSource(
            delimiter = '|',
            value = {"900 800 700|2", "700 800 900|0", "800 800 800|0", "900 700 800|2", "700 900 800|1"})
    @DisplayName(
            "OFF-9, DEC-4: of prices that come to nothing whatever they are, as under tier forbid, the falling ones count")
    void idlePrices(String prices, int counted) throws SQLException {
        for (String price : prices.split(" ", -1)) {
            assertThat(asks("a", new Money(Long.parseLong(price), "EUR"), PriceBudget.Asked.IDLE))
                    .isTrue();
        }

        assertThat(asked("a")).isEqualTo(counted);
    }

    @Test
    @DisplayName("OFF-9, DEC-4: a search from above with prices that come to nothing ends after three falls")
    void idleSearch() throws SQLException {
        int answers = 0;
        for (int price = 90_000; price > 70_000; price -= 1_000) {
            answers += asks("a", new Money(price, "EUR"), PriceBudget.Asked.IDLE) ? 1 : 0;
        }

        assertThat(answers).as("the highest, and three lower ones").isEqualTo(4);
        assertThat(asks("a", new Money(95_000, "EUR"), PriceBudget.Asked.BEGUN))
                .as("under another tier neither")
                .isFalse();
    }

    @Test
    @DisplayName("OFF-9: a price that begins to stand and is lower than one that came to nothing does not count")
    void begunAfterIdle() throws SQLException {
        assertThat(asks("a", new Money(90_000, "EUR"), PriceBudget.Asked.IDLE)).isTrue();
        assertThat(asks("a", new Money(80_000, "EUR"), PriceBudget.Asked.BEGUN)).isTrue();

        assertThat(asked("a")).isZero();
    }

    @Test
    @DisplayName(
            "OFF-6, B98: a price in one currency is no fall from one in another, and a fall in its own still is one")
    void currencies() throws SQLException {
        for (Money price : List.of(new Money(90_000, "EUR"), new Money(500, "JPY"), new Money(90_000, "EUR"))) {
            assertThat(passes(budget.offered(Ground.LISTING, "op", "a", price, false, NOW)))
                    .isTrue();
        }
        assertThat(spent("op", "a", NOW).byAgent()).isZero();

        passes(budget.offered(Ground.LISTING, "op", "a", new Money(499, "JPY"), false, NOW));
        passes(budget.offered(Ground.LISTING, "op", "a", new Money(89_999, "EUR"), false, NOW));
        assertThat(spent("op", "a", NOW)).isEqualTo(new Spent(2, 2));
    }

    @Test
    @DisplayName("OFF-6: refused prices count together whatever their currency")
    void refusedInCurrencies() throws SQLException {
        for (String currency : List.of("EUR", "JPY", "KWD")) {
            assertThat(passes(budget.offered(Ground.LISTING, "op", "a", new Money(1, currency), true, NOW)))
                    .isTrue();
        }

        assertThat(good("op", "a", NOW)).isFalse();
    }

    @Test
    @DisplayName("OFF-9: a seller's operator with many agents is not limited as a whole: each has three")
    void sellersAgents() throws SQLException {
        for (int i = 0; i < 12; i++) {
            assertThat(asks("agent-" + i, 1_000, true)).isTrue();
        }
    }

    @Test
    @DisplayName("OFF-6: of fifty refused prices at once, through many connections, three pass for an agent")
    void fiftyOfOneAgent() throws Exception {
        assertThat(atOnce(50, i -> refused("op", "a", NOW))).isEqualTo(3);
        assertThat(spent("op", "a", NOW)).isEqualTo(new Spent(3, 3));
    }

    @Test
    @DisplayName("OFF-6: of fifty refused prices of twenty-five agents at once ten pass for their operator")
    void fiftyOfOneOperator() throws Exception {
        assertThat(atOnce(50, i -> refused("op", "agent-" + i % 25, NOW))).isEqualTo(10);
        assertThat(spent("op", "agent-0", NOW).byOperator()).isEqualTo(10);
    }

    @Test
    @DisplayName("OFF-6: of fifty falling prices at once no more count than an agent has, whatever their order")
    void fiftyFalling() throws Exception {
        assertThat(offers("op", "a", 95_000, false, NOW)).isTrue();

        assertThat(atOnce(50, i -> offers("op", "a", 90_000 - i, false, NOW))).isEqualTo(3);
        assertThat(spent("op", "a", NOW).byAgent()).isEqualTo(3);
    }

    @Test
    @DisplayName("OFF-9: of fifty refused prices of a seller's agent at once three pass")
    void fiftyOfASeller() throws Exception {
        assertThat(atOnce(50, i -> asks("a", 1_000, true))).isEqualTo(3);
    }

    /** One of many tries. */
    private interface Try {
        boolean passes(int i) throws SQLException;
    }

    private static int atOnce(int times, Try one) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(25)) {
            List<Future<Boolean>> running = new ArrayList<>();
            for (int i = 0; i < times; i++) {
                int n = i;
                running.add(threads.submit(() -> one.passes(n)));
            }
            int passed = 0;
            for (Future<Boolean> result : running) {
                passed += result.get() ? 1 : 0;
            }
            return passed;
        }
    }

    @ParameterizedTest
    @CsvSource({"JPY, 9007199254740991", "KWD, 9007199254740991", "EUR, 0", "BHD, 1"})
    @DisplayName("OFF-6, B99, B102: the largest and the smallest amounts are counted as they are, in any currency")
    void extremes(String currency, long amount) throws SQLException {
        Money price = new Money(amount, currency);
        assertThat(passes(budget.offered(Ground.LISTING, "op", "a", new Money(Money.MAX_AMOUNT, currency), false, NOW)))
                .isTrue();

        assertThat(passes(budget.offered(Ground.LISTING, "op", "a", price, false, NOW)))
                .isTrue();
        assertThat(spent("op", "a", NOW).byAgent()).isEqualTo(amount == Money.MAX_AMOUNT ? 0 : 1);
    }
}
