package dev.rctp.terms.negotiation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.registries.Money;
import dev.rctp.terms.StandingListing;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a listing keeps of the life it had before it changed its seller, was withdrawn or was sold, in real tables. */
class FormerLifeTest extends OnGround {

    private static final Instant NOW = Ground.NOW;
    private static final Instant LATER = NOW.plus(Duration.ofMinutes(30));
    private static final String NEXT_SELLER = "sub-2";
    private static final Money PRICE = new Money(90_000, "EUR");
    private static final Agent BUYER = Bazaar.BUYER;
    private static final BudgetLimits.Spent NONE = new BudgetLimits.Spent(0, 0);
    private static final BudgetLimits.Spent ONE = new BudgetLimits.Spent(1, 1);

    private StandingListing standing() throws SQLException {
        return ground.ask(bazaar.standings.asking(Ground.LISTING, "op", "agent", NOW))
                .orElseThrow()
                .listing();
    }

    private BudgetLimits.Spent lapsed(Instant now) throws SQLException {
        return ground.ask(bazaar.standings.offering(Ground.LISTING, BUYER.operator(), BUYER.jkt(), now))
                .orElseThrow()
                .lapsed();
    }

    /** The guard that a redemption of this offer's checkout loses. */
    private Optional<String> redeemed(Offer offer) throws SQLException {
        Deal deal = bazaar.deal(offer);
        String digest = Checkout.digest(bazaar.checkout(offer, NOW));
        return ground.begin(bazaar.moves.open("int_redeem", deal, Bazaar.RULES, digest, NOW));
    }

    private void changeSeller() throws SQLException {
        assertThat(ground.tell(NEXT_SELLER, PRICE, NOW)).isTrue();
    }

    @Test
    @DisplayName("LST-8, LST-9: what was offered to a former seller is declined; what had ended before stays as it was")
    void formerOffers() throws SQLException {
        Offer open = bazaar.offered(BUYER, 80_000, NOW);
        Offer countered = bazaar.offered(BUYER, 81_000, NOW);
        Offer counter = bazaar.countered(countered, 88_000, NOW);
        Offer over = bazaar.offered(SECOND, 82_000, NOW.minus(Duration.ofDays(2)));
        changeSeller();

        for (Offer former : List.of(open, countered, counter)) {
            assertThat(bazaar.state(former, NOW)).isEqualTo("declined");
        }
        assertThat(bazaar.state(over, NOW)).isEqualTo("expired");
    }

    @Test
    @DisplayName("LST-8, LST-9: the next seller's list has none of the former one's offers")
    void formerNotShown() throws SQLException {
        bazaar.accepted(bazaar.offered(BUYER, 80_000, NOW), NOW);
        bazaar.offered(SECOND, 81_000, NOW);
        assertThat(ground.list(bazaar.standings.shown(Ground.LISTING, NOW))).hasSize(2);
        changeSeller();

        assertThat(ground.list(bazaar.standings.shown(Ground.LISTING, NOW))).isEmpty();
    }

    @Test
    @DisplayName("LST-8, LST-9: a former seller's offer is neither accepted nor countered, even if it was read before")
    void formerNotAnswered() throws SQLException {
        Offer offer = bazaar.offered(BUYER, 80_000, NOW);
        Offer other = bazaar.offered(SECOND, 81_000, NOW);
        changeSeller();
        List<String> before = ground.rows();

        assertThat(ground.begin(bazaar.moves.accept("int_a", offer, NOW))).contains("listing");
        assertThat(ground.begin(
                        bazaar.moves.counter("int_b", other, bazaar.counter(other, 88_000, NOW), Bazaar.SELLER, NOW)))
                .contains("countered");
        assertThat(ground.rows()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName(
            "LST-9, PRX-2: a counter in motion while the seller changes ends declined, whether it stands or is undone")
    void counterInMotion(boolean stands) throws SQLException {
        Offer offer = bazaar.offered(BUYER, 80_000, NOW);
        Offer counter = bazaar.counter(offer, 88_000, NOW);
        assertThat(ground.begin(bazaar.moves.counter("int_a", offer, counter, Bazaar.SELLER, NOW)))
                .isEmpty();
        changeSeller();
        if (stands) {
            bazaar.stand("int_a", new Step.OfferMade(counter), NOW);
            assertThat(bazaar.state(counter, NOW)).isEqualTo("declined");
        } else {
            bazaar.undo("int_a", new Step.OfferMade(counter));
        }

        assertThat(bazaar.state(offer, NOW)).isEqualTo("declined");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("LST-9, OFF-10, PRX-2: an accept in motion while the seller changes or the listing is withdrawn holds"
            + " nothing; its checkout can't be redeemed, and its lapse counts against nobody")
    void acceptInMotion(boolean withdrawn) throws SQLException {
        Offer offer = bazaar.offered(BUYER, 80_000, NOW);
        assertThat(ground.begin(bazaar.moves.accept("int_a", offer, NOW))).isEmpty();
        end(withdrawn);
        bazaar.stand("int_a", bazaar.acceptance(offer), NOW);

        assertThat(redeemed(offer)).contains("held");
        assertThat(lapsed(LATER)).isEqualTo(NONE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName(
            "LST-9, PRX-2: an accept that is undone after the listing's end leaves the offer declined and nothing held")
    void undoneAcceptAfterTheEnd(boolean withdrawn) throws SQLException {
        Offer offer = bazaar.offered(BUYER, 80_000, NOW);
        assertThat(ground.begin(bazaar.moves.accept("int_a", offer, NOW))).isEmpty();
        end(withdrawn);
        bazaar.undo("int_a", bazaar.acceptance(offer));

        assertThat(bazaar.state(offer, NOW)).isEqualTo("declined");
        assertThat(standing().isHeldAt(NOW, null)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName(
            "LST-9, OFF-10, CHK-1: a checkout whose listing has another seller or was withdrawn can't be redeemed, and"
                    + " its lapse counts against nobody")
    void heldCheckout(boolean withdrawn) throws SQLException {
        Offer offer = bazaar.offered(BUYER, 80_000, NOW);
        bazaar.accepted(offer, NOW);
        end(withdrawn);

        assertThat(redeemed(offer)).contains("held");
        assertThat(lapsed(LATER)).isEqualTo(NONE);
    }

    private void end(boolean withdrawn) throws SQLException {
        if (withdrawn) {
            ground.withdraw(NOW);
        } else {
            changeSeller();
        }
    }

    @Test
    @DisplayName(
            "OFF-8, OFF-10, LST-9: told of by the same seller, a listing keeps offers, hold and checkout, whose lapse counts")
    void sameSeller() throws SQLException {
        Offer open = bazaar.offered(SECOND, 81_000, NOW);
        Offer held = bazaar.offered(BUYER, 80_000, NOW);
        bazaar.accepted(held, NOW);
        assertThat(ground.tell(Ground.SELLER, new Money(95_000, "EUR"), NOW)).isTrue();

        assertThat(bazaar.state(open, NOW)).isEqualTo("open");
        assertThat(standing().isHeldBy(held.id())).isTrue();
        assertThat(standing().isHeldAt(NOW, null)).isTrue();
        assertThat(lapsed(LATER)).isEqualTo(ONE);
        assertThat(redeemed(held)).isEmpty();
    }

    @Test
    @DisplayName(
            "OFF-10: a checkout that had lapsed before the seller changed or the listing was withdrawn still counts")
    void lapsedBefore() throws SQLException {
        bazaar.accepted(bazaar.offered(BUYER, 80_000, NOW), NOW);
        assertThat(ground.tell(NEXT_SELLER, PRICE, LATER)).isTrue();
        ground.withdraw(LATER);

        assertThat(lapsed(LATER)).isEqualTo(ONE);
    }

    @Test
    @DisplayName("LST-9: the next seller begins anew: nothing is held, and a buyer's offer begins another negotiation")
    void nextSeller() throws SQLException {
        bazaar.accepted(bazaar.offered(BUYER, 80_000, NOW), NOW);
        assertThat(bazaar.isFirst(BUYER, NOW)).isFalse();
        changeSeller();

        assertThat(standing().isHeldAt(NOW, null)).isFalse();
        assertThat(bazaar.isFirst(BUYER, NOW)).isTrue();
    }

    @Test
    @DisplayName(
            "LST-9: a listing told of again after a withdrawal is held by nobody, its former checkout holds nothing,"
                    + " and its offers stay declined")
    void toldAgain() throws SQLException {
        Offer held = bazaar.offered(BUYER, 80_000, NOW);
        Offer open = bazaar.offered(SECOND, 81_000, NOW);
        bazaar.accepted(held, NOW);
        ground.withdraw(NOW);
        assertThat(bazaar.state(open, NOW)).isEqualTo("declined");
        assertThat(ground.tell(Ground.SELLER, PRICE, NOW)).isTrue();

        assertThat(standing().isHeldAt(NOW, null)).isFalse();
        assertThat(redeemed(held)).contains("held");
        assertThat(bazaar.state(open, NOW)).isEqualTo("declined");
        assertThat(standing().listing().hasApprovedTerms()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"open", "funded", "shipped", "observing", "released", "disputed", "whatever"})
    @DisplayName(
            "LST-9: a listing sold through a deal here is sold for good, to whichever seller it is told of, and holds nothing")
    void sold(String state) throws SQLException {
        Offer offer = bazaar.offered(BUYER, 80_000, NOW);
        bazaar.accepted(offer, NOW);
        bazaar.sold(offer, NOW);
        ground.execute("UPDATE deal SET state = '" + state + "'");
        assertThat(standing().isHeldAt(NOW, null)).isFalse();
        assertThat(standing().isHeldBy(offer.id())).isFalse();
        List<String> before = ground.rows();

        assertThat(ground.tell(Ground.SELLER, PRICE, LATER)).isFalse();
        assertThat(ground.tell(NEXT_SELLER, PRICE, LATER)).isFalse();
        assertThat(ground.rows()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"lapsed", "refunded"})
    @DisplayName("LST-9: a listing whose deal came to nothing can be told of again, and stands as new")
    void cameToNothing(String state) throws SQLException {
        Offer offer = bazaar.offered(BUYER, 80_000, NOW);
        bazaar.accepted(offer, NOW);
        bazaar.sold(offer, NOW);
        ground.execute("UPDATE deal SET state = '" + state + "'");

        assertThat(ground.tell(Ground.SELLER, PRICE, NOW)).isTrue();
        assertThat(standing().listing().closed()).isFalse();
        assertThat(standing().isHeldAt(NOW, null)).isFalse();
    }

    @Test
    @DisplayName(
            "LST-9, PRX-2: while a redemption waits for the marketplace the listing counts as sold; after its veto it can be told of")
    void redemptionInMotion() throws SQLException {
        Offer offer = bazaar.offered(BUYER, 80_000, NOW);
        bazaar.accepted(offer, NOW);
        Deal deal = bazaar.deal(offer);
        String digest = Checkout.digest(bazaar.checkout(offer, NOW));
        assertThat(ground.begin(bazaar.moves.open("int_a", deal, Bazaar.RULES, digest, NOW)))
                .isEmpty();
        assertThat(ground.tell(NEXT_SELLER, PRICE, NOW)).isFalse();
        bazaar.undo("int_a", new Step.DealOpened(deal));

        assertThat(ground.tell(NEXT_SELLER, PRICE, NOW)).isTrue();
        assertThat(redeemed(offer)).contains("held");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName(
            "LST-9, PRX-2, OFF-10: a listing withdrawn while a redemption waits is sold if it stands; if not, the checkout"
                    + " is good for nothing and counts against nobody")
    void withdrawnDuringRedemption(boolean stands) throws SQLException {
        Offer offer = bazaar.offered(BUYER, 80_000, NOW);
        bazaar.accepted(offer, NOW);
        Deal deal = bazaar.deal(offer);
        String digest = Checkout.digest(bazaar.checkout(offer, NOW));
        assertThat(ground.begin(bazaar.moves.open("int_a", deal, Bazaar.RULES, digest, NOW)))
                .isEmpty();
        ground.withdraw(NOW);
        if (stands) {
            bazaar.stand("int_a", new Step.DealOpened(deal), NOW);
            assertThat(ground.tell(Ground.SELLER, PRICE, NOW)).isFalse();
        } else {
            bazaar.undo("int_a", new Step.DealOpened(deal));
            assertThat(redeemed(offer)).contains("held");
            assertThat(lapsed(LATER)).isEqualTo(NONE);
        }
    }

    @Test
    @DisplayName(
            "LST-9: a listing that is told of while its redemption begins through another gateway is sold: not for sale by either order")
    void toldWhileRedemptionBegins() throws Exception {
        Offer offer = bazaar.offered(BUYER, 80_000, NOW);
        bazaar.accepted(offer, NOW);
        Deal deal = bazaar.deal(offer);
        String digest = Checkout.digest(bazaar.checkout(offer, NOW));
        try (ExecutorService gateways = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Optional<String>> redemption;
            Future<Boolean> told;
            try (Connection slow = ground.holding("SELECT FROM offer FOR UPDATE")) {
                redemption = gateways.submit(
                        () -> ground.begin(bazaar.moves.open("int_a", deal, Bazaar.RULES, digest, NOW)));
                await().until(() -> ground.waiting() == 1);
                told = gateways.submit(() -> ground.tell(NEXT_SELLER, PRICE, NOW));
                await().until(() -> ground.waiting() == 2);
                slow.rollback();
            }
            assertThat(redemption.get()).isEmpty();
            assertThat(told.get()).isFalse();
        }
        bazaar.stand("int_a", new Step.DealOpened(deal), NOW);
        assertThat(standing().listing().isOf(Ground.SELLER)).isTrue();
        assertThat(ground.tell(NEXT_SELLER, PRICE, NOW)).isFalse();
    }
}
