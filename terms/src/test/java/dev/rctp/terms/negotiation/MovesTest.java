package dev.rctp.terms.negotiation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rctp.registries.Money;
import dev.rctp.terms.PublicListing;
import dev.rctp.terms.StandingListing;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How each move begins, stands and is undone in real tables. */
class MovesTest extends OnGround {

    private static final Instant NOW = Ground.NOW;
    private static final Duration HALF_HOUR = Duration.ofMinutes(30);
    private static final BudgetLimits.Spent NONE = new BudgetLimits.Spent(0, 0);
    private static final Agent BUYER = Bazaar.BUYER;

    private StandingListing standing(Instant now) throws SQLException {
        return ground.ask(bazaar.standings.asking(Ground.LISTING, "op", "agent", now))
                .orElseThrow()
                .listing();
    }

    @Test
    @DisplayName("OFF-1, OFF-2: an offer begins unseen, stands open, and begins the agent's one negotiation")
    void offer() throws SQLException {
        Offer offer = bazaar.draft(BUYER, 80_000, null, Bazaar.expiry(NOW));
        assertThat(bazaar.isFirst(BUYER, NOW)).isTrue();
        assertThat(bazaar.begin("int_a", offer, null, NOW)).isEmpty();

        assertThat(bazaar.standing(offer, NOW).made()).as("PRX-2").isFalse();
        assertThat(ground.list(bazaar.standings.shown(Ground.LISTING, NOW))).isEmpty();
        assertThat(bazaar.isFirst(BUYER, NOW)).isFalse();

        bazaar.stand("int_a", new Step.OfferMade(offer), NOW);
        assertThat(bazaar.standing(offer, NOW)).isEqualTo(new StandingOffer(offer, true, false, null, null));
        assertThat(ground.list(bazaar.standings.shown(Ground.LISTING, NOW))).hasSize(1);
    }

    @Test
    @DisplayName("PRX-2: an undone offer leaves nothing but its negotiation")
    void undoneOffer() throws SQLException {
        bazaar.offered(BUYER, 80_000, NOW);
        List<String> before = ground.rows();
        Offer offer = bazaar.draft(BUYER, 85_000, null, Bazaar.expiry(NOW));
        assertThat(bazaar.begin("int_a", offer, null, NOW)).isEmpty();
        bazaar.undo("int_a", new Step.OfferMade(offer));

        assertThat(ground.rows()).isEqualTo(before);
    }

    @Test
    @DisplayName("OFF-2: of two first offers at once one begins the negotiation, and the other is judged anew")
    void twoFirst() throws SQLException {
        Offer one = bazaar.draft(BUYER, 80_000, null, Bazaar.expiry(NOW));
        Offer other = bazaar.draft(BUYER, 81_000, null, Bazaar.expiry(NOW));
        assertThat(ground.begin(bazaar.moves.offer("int_a", one, true, null, NOW)))
                .isEmpty();

        List<String> before = ground.rows();
        assertThat(ground.begin(bazaar.moves.offer("int_b", other, true, null, NOW)))
                .contains("negotiation");
        assertThat(ground.rows()).isEqualTo(before);
    }

    @Test
    @DisplayName("OFF-3, OFF-7: superseding a countered offer ends its counter too; a veto puts both back")
    void supersede() throws SQLException {
        Offer first = bazaar.offered(BUYER, 80_000, NOW);
        Offer counter = bazaar.countered(first, 88_000, NOW);
        List<String> before = ground.rows();
        Offer next = bazaar.draft(BUYER, 85_000, first.id(), Bazaar.expiry(NOW));
        Offer asRead = bazaar.standing(first, NOW).offer();

        assertThat(bazaar.begin("int_a", next, asRead, NOW)).isEmpty();
        assertThat(bazaar.standing(first, NOW).isFree()).isFalse();
        bazaar.undo("int_a", new Step.OfferMade(next));
        assertThat(ground.rows()).isEqualTo(before);

        assertThat(bazaar.begin("int_b", next, asRead, NOW)).isEmpty();
        bazaar.stand("int_b", new Step.OfferMade(next), NOW);
        assertThat(bazaar.state(first, NOW)).isEqualTo("superseded");
        assertThat(bazaar.state(counter, NOW)).isEqualTo("superseded");
        assertThat(bazaar.state(next, NOW)).isEqualTo("open");
    }

    @Test
    @DisplayName("OFF-4: a counter whose time is over stays expired when what it answered is superseded")
    void expiredCounter() throws SQLException {
        Offer first = bazaar.offered(BUYER, 80_000, NOW);
        Offer counter = bazaar.draft(BUYER, Offer.Party.SELLER, 88_000, null, NOW.plus(HALF_HOUR));
        assertThat(ground.begin(bazaar.moves.counter("int_a", first, counter, Bazaar.SELLER, NOW)))
                .isEmpty();
        bazaar.stand("int_a", new Step.OfferMade(counter), NOW);
        Instant later = NOW.plus(HALF_HOUR);
        Offer next = bazaar.draft(BUYER, 85_000, first.id(), Bazaar.expiry(later));
        assertThat(bazaar.begin("int_b", next, bazaar.standing(first, later).offer(), later))
                .isEmpty();
        bazaar.stand("int_b", new Step.OfferMade(next), later);

        assertThat(bazaar.state(counter, later)).isEqualTo("expired");
        assertThat(bazaar.state(first, later)).isEqualTo("superseded");
    }

    @Test
    @DisplayName("OFF-5: a counter makes the buyer's offer countered; a veto opens it again and leaves no counter")
    void counter() throws SQLException {
        Offer offer = bazaar.offered(BUYER, 80_000, NOW);
        List<String> before = ground.rows();
        Offer counter = bazaar.counter(offer, 88_000, NOW);
        assertThat(ground.begin(bazaar.moves.counter("int_a", offer, counter, Bazaar.SELLER, NOW)))
                .isEmpty();
        bazaar.undo("int_a", new Step.OfferMade(counter));
        assertThat(ground.rows()).isEqualTo(before);

        bazaar.countered(offer, 88_000, NOW);
        assertThat(bazaar.state(offer, NOW)).isEqualTo("countered");
    }

    @Test
    @DisplayName(
            "OFF-8, CHK-1: an accepted offer holds its listing until its checkout ends, half an hour later, at exactly that moment")
    void accept() throws SQLException {
        Offer offer = bazaar.offered(BUYER, 80_000, NOW);
        bazaar.accepted(offer, NOW);
        Instant end = NOW.plus(HALF_HOUR);

        assertThat(bazaar.state(offer, end.minusMillis(1))).isEqualTo("accepted");
        assertThat(standing(end.minusMillis(1)).isHeldAt(end.minusMillis(1), null))
                .isTrue();
        assertThat(standing(end).isHeldAt(end.minusMillis(1), offer.id()))
                .as("held by itself")
                .isFalse();
        assertThat(bazaar.state(offer, end)).as("B104").isEqualTo("expired");
        assertThat(standing(end).isHeldAt(end, null)).isFalse();
    }

    @Test
    @DisplayName("PRX-2: an undone accept gives offer and listing back as they were")
    void undoneAccept() throws SQLException {
        Offer offer = bazaar.offered(BUYER, 80_000, NOW);
        List<String> before = ground.rows();
        assertThat(ground.begin(bazaar.moves.accept("int_a", offer, NOW))).isEmpty();
        assertThat(standing(NOW).isHeldAt(NOW.plus(Duration.ofDays(300)), null))
                .as("held for as long as the marketplace takes")
                .isTrue();
        bazaar.undo("int_a", bazaar.acceptance(offer));

        assertThat(ground.rows()).isEqualTo(before);
    }

    @Test
    @DisplayName("OFF-8: another offer of a held listing loses, until the checkout's very end")
    void listingHeld() throws SQLException {
        Offer one = bazaar.offered(BUYER, 80_000, NOW);
        Offer other = bazaar.offered(SECOND, 85_000, NOW);
        bazaar.accepted(one, NOW);
        Instant end = NOW.plus(HALF_HOUR);

        assertThat(ground.begin(bazaar.moves.accept("int_a", other, end.minusMillis(1))))
                .contains("listing");
        assertThat(ground.begin(bazaar.moves.accept("int_b", other, end))).isEmpty();
    }

    @Test
    @DisplayName("OFF-8: of many accepts at once, of different offers or of one, exactly one wins")
    void manyAccepts() throws Exception {
        List<Offer> offers = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            offers.add(bazaar.offered(new Agent("op-" + i, "buyer-" + i), 80_000, NOW));
        }

        List<Optional<String>> ends =
                atOnce(40, i -> ground.begin(bazaar.moves.accept("int_" + i, offers.get(i % 10), NOW)));
        assertThat(ends).filteredOn(Optional::isEmpty).hasSize(1);
        assertThat(ends).filteredOn(Optional::isPresent).containsOnly(Optional.of("listing"));
        assertThat(ground.rows().stream().filter(row -> row.contains(",accepted,")))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"countered", "awaiting_approval", "accepted", "declined", "expired", "superseded", "refused"})
    @DisplayName(
            "OFF-3, OFF-5, OFF-7: a move on an offer that was read open and is not any more loses, and changes nothing")
    void stateMovedOn(String state) throws SQLException {
        Offer offer = bazaar.offered(BUYER, 80_000, NOW);
        ground.execute("UPDATE offer SET state = '" + state + "'");
        List<String> before = ground.rows();

        assertThat(ground.begin(bazaar.moves.accept("int_a", offer, NOW))).contains("offer");
        assertThat(ground.begin(
                        bazaar.moves.counter("int_b", offer, bazaar.counter(offer, 88_000, NOW), Bazaar.SELLER, NOW)))
                .contains("countered");
        Offer next = bazaar.draft(BUYER, 90_000, offer.id(), Bazaar.expiry(NOW));
        assertThat(bazaar.begin("int_c", next, offer, NOW)).contains("superseded");
        assertThat(ground.rows()).isEqualTo(before);
    }

    @Test
    @DisplayName("PRX-2: no step begins on an offer that another step still moves")
    void moving() throws SQLException {
        Offer offer = bazaar.offered(BUYER, 80_000, NOW);
        Offer counter = bazaar.counter(offer, 88_000, NOW);
        assertThat(ground.begin(bazaar.moves.counter("int_a", offer, counter, Bazaar.SELLER, NOW)))
                .isEmpty();

        Offer asRead = bazaar.standing(offer, NOW).offer();
        assertThat(asRead.state()).as("as it was before").isEqualTo(OfferState.OPEN);
        Offer next = bazaar.draft(BUYER, 90_000, offer.id(), Bazaar.expiry(NOW));
        assertThat(bazaar.begin("int_b", next, asRead, NOW)).contains("superseded");
        assertThat(ground.begin(bazaar.moves.accept("int_c", offer, NOW))).contains("offer");
    }

    @Test
    @DisplayName("OFF-4, B104: at exactly its end an offer is expired and can't be moved")
    void expiryEdge() throws SQLException {
        Offer offer = bazaar.offered(BUYER, 80_000, NOW);
        Instant end = offer.expiresAt();

        assertThat(bazaar.state(offer, end.minusMillis(1))).isEqualTo("open");
        assertThat(bazaar.state(offer, end)).isEqualTo("expired");
        assertThat(ground.begin(bazaar.moves.accept("int_a", offer, end))).contains("offer");
        assertThat(ground.begin(bazaar.moves.accept("int_b", offer, end.minusMillis(1))))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"COUNTERED", "AWAITING_APPROVAL", "ACCEPTED", "DECLINED", "EXPIRED", "SUPERSEDED", "REFUSED"})
    @DisplayName("OFF-7: a move that the state does not have is a fault of its caller and writes nothing")
    void noMove(OfferState state) throws SQLException {
        Offer offer = bazaar.offered(BUYER, 80_000, NOW);

        assertThatThrownBy(() -> bazaar.moves.accept("int_a", offer.in(state), NOW))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> bazaar.moves.counter("int_b", offer.in(state), offer, Bazaar.SELLER, NOW))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @DisplayName("CHK-1: a redeemed checkout sells the listing, and the other offers are declined (OFF-7)")
    void redeem() throws SQLException {
        Offer sold = bazaar.offered(BUYER, 80_000, NOW);
        Offer open = bazaar.offered(SECOND, 85_000, NOW);
        Offer old = bazaar.offered(SECOND, 86_000, NOW);
        Offer counter = bazaar.countered(old, 89_000, NOW);
        bazaar.accepted(sold, NOW);
        bazaar.sold(sold, NOW);
        Instant later = NOW.plus(HALF_HOUR);

        assertThat(standing(NOW).listing().closed()).isTrue();
        assertThat(bazaar.state(sold, later))
                .as("a redeemed checkout does not lapse")
                .isEqualTo("accepted");
        for (Offer other : List.of(open, old, counter)) {
            assertThat(bazaar.state(other, later)).isEqualTo("declined");
        }
    }

    @Test
    @DisplayName("OFF-4, OFF-7: a sale leaves alone what had ended before")
    void saleAfterExpiry() throws SQLException {
        Offer old = bazaar.offered(SECOND, 85_000, NOW);
        Instant later = old.expiresAt();
        Offer sold = bazaar.offered(BUYER, 80_000, later);
        bazaar.accepted(sold, later);
        bazaar.sold(sold, later);

        assertThat(bazaar.state(old, later)).isEqualTo("expired");
    }

    @Test
    @DisplayName("OFF-7: an offer that was begun before the sale and written after it is declined too")
    void offeredDuringSale() throws SQLException {
        Offer sold = bazaar.offered(BUYER, 80_000, NOW);
        Offer late = bazaar.draft(SECOND, 85_000, null, Bazaar.expiry(NOW));
        bazaar.accepted(sold, NOW);
        bazaar.sold(sold, NOW);
        assertThat(bazaar.begin("int_late", late, null, NOW)).isEmpty();
        bazaar.stand("int_late", new Step.OfferMade(late), NOW);

        assertThat(bazaar.state(late, NOW)).isEqualTo("declined");
        assertThat(ground.list(bazaar.standings.shown(Ground.LISTING, NOW)))
                .extracting(shown -> shown.offer().state().code())
                .containsOnly("accepted", "declined");
        assertThat(ground.begin(bazaar.moves.accept("int_a", late, NOW))).contains("listing");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName(
            "OFF-7, PRX-2: offers in motion while another is sold end declined, whether their step stands or is undone")
    void movingDuringSale(boolean stands) throws SQLException {
        Offer sold = bazaar.offered(BUYER, 80_000, NOW);
        Offer offer = bazaar.offered(SECOND, 85_000, NOW);
        bazaar.accepted(sold, NOW);
        Offer counter = bazaar.counter(offer, 88_000, NOW);
        assertThat(ground.begin(bazaar.moves.counter("int_a", offer, counter, Bazaar.SELLER, NOW)))
                .isEmpty();
        bazaar.sold(sold, NOW);
        if (stands) {
            bazaar.stand("int_a", new Step.OfferMade(counter), NOW);
            assertThat(bazaar.state(counter, NOW)).isEqualTo("declined");
        } else {
            bazaar.undo("int_a", new Step.OfferMade(counter));
            assertThat(ground.ask(bazaar.standings.offer(counter.id(), NOW))).isEmpty();
        }

        assertThat(bazaar.state(offer, NOW)).isEqualTo("declined");
    }

    @Test
    @DisplayName("PRX-2: an undone redemption gives the checkout back and holds the listing until its end, not longer")
    void undoneRedemption() throws SQLException {
        Offer offer = bazaar.offered(BUYER, 80_000, NOW);
        String checkout = bazaar.accepted(offer, NOW);
        List<String> before = ground.rows();
        Deal deal = bazaar.deal(offer);
        Instant almost = NOW.plus(HALF_HOUR).minusMillis(1);
        assertThat(ground.begin(bazaar.moves.open("int_a", deal, Bazaar.RULES, Checkout.digest(checkout), almost)))
                .isEmpty();
        Instant later = NOW.plus(Duration.ofHours(5));
        assertThat(standing(later).isHeldAt(later, null))
                .as("for as long as the marketplace takes")
                .isTrue();
        bazaar.undo("int_a", new Step.DealOpened(deal));

        assertThat(lapsed(BUYER, later)).as("OFF-10: its buyer did redeem it").isEqualTo(NONE);
        ground.execute("UPDATE checkout SET excused = false");
        assertThat(ground.rows()).isEqualTo(before);
        assertThat(lapsed(BUYER, later)).as("the control").isEqualTo(new BudgetLimits.Spent(1, 1));
        assertThat(standing(later).isHeldAt(later, null)).isFalse();
        assertThat(bazaar.state(offer, later)).isEqualTo("expired");
    }

    @Test
    @DisplayName("CHK-1: of fifty redemptions of one checkout at once one wins")
    void manyRedemptions() throws Exception {
        Offer offer = bazaar.offered(BUYER, 80_000, NOW);
        String digest = Checkout.digest(bazaar.accepted(offer, NOW));
        List<Deal> deals = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            deals.add(bazaar.deal(offer));
        }

        List<Optional<String>> ends =
                atOnce(50, i -> ground.begin(bazaar.moves.open("int_" + i, deals.get(i), Bazaar.RULES, digest, NOW)));
        assertThat(ends).filteredOn(Optional::isEmpty).hasSize(1);
        assertThat(ends).filteredOn(Optional::isPresent).containsOnly(Optional.of("checkout"));
        assertThat(ground.rows().stream().filter(row -> row.startsWith("(dea_")))
                .hasSize(1);
    }

    @Test
    @DisplayName("CHK-1, B104: at exactly its end a checkout can't be redeemed; nor one that nobody made")
    void redemptionEdge() throws SQLException {
        Offer offer = bazaar.offered(BUYER, 80_000, NOW);
        String checkout = bazaar.accepted(offer, NOW);
        Deal deal = bazaar.deal(offer);

        assertThat(ground.begin(
                        bazaar.moves.open("int_a", deal, Bazaar.RULES, Checkout.digest(checkout), NOW.plus(HALF_HOUR))))
                .contains("checkout");
        assertThat(ground.begin(bazaar.moves.open("int_b", deal, Bazaar.RULES, Checkout.digest(checkout + " "), NOW)))
                .contains("checkout");
    }

    @Test
    @DisplayName("OFF-10: a lapsed checkout counts against its agent and operator for the window, to the very edge")
    void lapsed() throws SQLException {
        Offer offer = bazaar.offered(BUYER, 80_000, NOW);
        bazaar.accepted(offer, NOW);
        Instant end = NOW.plus(HALF_HOUR);
        Instant forgotten = end.plus(Duration.ofDays(1));

        assertThat(lapsed(BUYER, end.minusMillis(1))).isEqualTo(new BudgetLimits.Spent(0, 0));
        assertThat(lapsed(BUYER, end)).isEqualTo(new BudgetLimits.Spent(1, 1));
        assertThat(lapsed(new Agent(BUYER.operator(), "another"), end)).isEqualTo(new BudgetLimits.Spent(0, 1));
        assertThat(lapsed(new Agent("another", BUYER.jkt()), end)).isEqualTo(new BudgetLimits.Spent(0, 0));
        assertThat(lapsed(BUYER, forgotten.minusMillis(1))).isEqualTo(new BudgetLimits.Spent(1, 1));
        assertThat(lapsed(BUYER, forgotten)).isEqualTo(new BudgetLimits.Spent(0, 0));
    }

    @Test
    @DisplayName(
            "OFF-10: one lapsed checkout ends an agent's offers, two end its operator's; a redeemed one ends nobody's")
    void lapsedLimits() {
        BudgetLimits limits = BudgetLimits.defaults();
        assertThat(limits.areUsedUp(NONE, NONE)).isFalse();
        assertThat(limits.areUsedUp(NONE, new BudgetLimits.Spent(0, 1))).isFalse();
        assertThat(limits.areUsedUp(NONE, new BudgetLimits.Spent(1, 1))).isTrue();
        assertThat(limits.areUsedUp(NONE, new BudgetLimits.Spent(0, 2))).isTrue();
        assertThat(limits.areUsedUp(new BudgetLimits.Spent(2, 9), NONE)).isFalse();
        assertThat(limits.areUsedUp(new BudgetLimits.Spent(3, 3), NONE)).isTrue();
        assertThat(limits.areUsedUp(new BudgetLimits.Spent(0, 10), NONE)).isTrue();
    }

    private BudgetLimits.Spent lapsed(Agent agent, Instant now) throws SQLException {
        return ground.ask(bazaar.standings.offering(Ground.LISTING, agent.operator(), agent.jkt(), now))
                .orElseThrow()
                .lapsed();
    }

    @Test
    @DisplayName("OFF-6: a refused offer is kept as such, for its buyer alone")
    void refusedOffer() throws SQLException {
        Offer offer = bazaar.draft(BUYER, 50_000, null, Bazaar.expiry(NOW));
        assertThat(ground.begin(bazaar.moves.refusedOffer(offer, true, NOW))).isEmpty();

        assertThat(bazaar.state(offer, NOW)).isEqualTo("refused");
        assertThat(bazaar.state(offer, offer.expiresAt())).isEqualTo("refused");
        assertThat(ground.list(bazaar.standings.shown(Ground.LISTING, NOW))).isEmpty();
    }

    @Test
    @DisplayName(
            "LST-5, OFF-8: an open offer keeps the terms it was made under, its deal's too, whatever terms the listing gets")
    void newTerms() throws SQLException {
        Offer offer = bazaar.offered(BUYER, 80_000, NOW);
        PublicListing changed = ground.approve(85_000, "EUR");

        assertThat(changed.termsCommitment()).isNotEqualTo(offer.termsCommitment());
        assertThat(bazaar.standing(offer, NOW).offer()).isEqualTo(offer);
        bazaar.accepted(offer, NOW);
        bazaar.sold(offer, NOW);
        assertThat(bazaar.standing(offer, NOW).offer()).isEqualTo(offer.in(OfferState.ACCEPTED));
    }

    @ParameterizedTest
    @CsvSource({"JPY, 1, 1", "BHD, 70000, 69999", "EUR, 9007199254740991, 0"})
    @DisplayName("B99, B102: prices of 0- and 3-digit currencies and the largest amount come back as they were offered")
    void amounts(String currency, long amount, long floor) throws SQLException {
        Bazaar other = new Bazaar(ground, ground.list(floor, currency));
        Offer offer = other.offered(BUYER, amount, NOW);

        assertThat(other.standing(offer, NOW).offer().dealTerms().price()).isEqualTo(new Money(amount, currency));
    }

    /** One of many. */
    private interface Try<T> {
        T make(int i) throws SQLException;
    }

    private static <T> List<T> atOnce(int times, Try<T> one) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(25)) {
            List<Future<T>> running = new ArrayList<>();
            for (int i = 0; i < times; i++) {
                int n = i;
                running.add(threads.submit(() -> one.make(n)));
            }
            List<T> all = new ArrayList<>();
            for (Future<T> result : running) {
                all.add(result.get());
            }
            return all;
        }
    }
}
