package dev.rctp.terms.negotiation;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What reads show of offers: as they are, and in which order, in real tables. */
class ShownOffersTest extends OnGround {

    private static final Instant NOW = Ground.NOW;
    private static final int MOST = 1000;
    private static final Agent BUYER = Bazaar.BUYER;

    private List<String> shown() throws SQLException {
        return ground.list(bazaar.standings.shown(Ground.LISTING, NOW)).stream()
                .map(one -> one.offer().id())
                .toList();
    }

    private static Instant after(int seconds) {
        return NOW.plus(Duration.ofSeconds(seconds));
    }

    @Test
    @DisplayName(
            "PRX-2: while a counter waits for the marketplace the offer is open and no counter is there; neither is free")
    void counterWaits() throws SQLException {
        Offer offer = bazaar.offered(BUYER, 80_000, NOW);
        Offer counter = bazaar.counter(offer, 88_000, NOW);
        assertThat(ground.begin(bazaar.moves.counter("int_a", offer, counter, Bazaar.SELLER, NOW)))
                .isEmpty();

        assertThat(bazaar.state(offer, NOW)).isEqualTo("open");
        assertThat(bazaar.standing(offer, NOW).isFree()).isFalse();
        assertThat(bazaar.standing(counter, NOW).made()).isFalse();
        assertThat(bazaar.standing(counter, NOW).isFree()).isFalse();
        assertThat(shown()).containsExactly(offer.id());
    }

    @Test
    @DisplayName("PRX-2: while a replacement waits the countered offer is countered and its counter open")
    void supersedeWaits() throws SQLException {
        Offer first = bazaar.offered(BUYER, 80_000, NOW);
        Offer counter = bazaar.countered(first, 88_000, NOW);
        Offer next = bazaar.draft(BUYER, 85_000, first.id(), Bazaar.expiry(NOW));
        assertThat(bazaar.begin("int_a", next, bazaar.standing(first, NOW).offer(), NOW))
                .isEmpty();

        assertThat(bazaar.state(first, NOW)).isEqualTo("countered");
        assertThat(bazaar.state(counter, NOW)).isEqualTo("open");
        assertThat(shown()).containsExactlyInAnyOrder(first.id(), counter.id());
        bazaar.stand("int_a", new Step.OfferMade(next), NOW);
        assertThat(bazaar.state(first, NOW)).as("the control").isEqualTo("superseded");
    }

    @Test
    @DisplayName("PRX-2: while an accept waits the offer is open, without a checkout, and not free")
    void acceptWaits() throws SQLException {
        Offer offer = bazaar.offered(BUYER, 80_000, NOW);
        assertThat(ground.begin(bazaar.moves.accept("int_a", offer, NOW))).isEmpty();

        StandingOffer standing = bazaar.standing(offer, NOW);
        assertThat(standing.offer().state()).isEqualTo(OfferState.OPEN);
        assertThat(standing.checkout()).isNull();
        assertThat(standing.isFree()).isFalse();
        bazaar.stand("int_a", bazaar.acceptance(offer), NOW);
        assertThat(bazaar.state(offer, NOW)).as("the control").isEqualTo("accepted");
    }

    @Test
    @DisplayName("PRX-2: while a redemption waits the offer is accepted, as it is afterwards")
    void redemptionWaits() throws SQLException {
        Offer offer = bazaar.offered(BUYER, 80_000, NOW);
        String digest = Checkout.digest(bazaar.accepted(offer, NOW));
        assertThat(ground.begin(bazaar.moves.open("int_a", bazaar.deal(offer), Bazaar.RULES, digest, NOW)))
                .isEmpty();

        assertThat(bazaar.state(offer, NOW)).isEqualTo("accepted");
    }

    @Test
    @DisplayName("Section 15: what waits for an answer comes first, then what has ended, each newest first")
    void liveFirst() throws SQLException {
        Offer accepted = bazaar.offered(BUYER, 80_000, after(0));
        Offer ended = bazaar.offered(SECOND, 81_000, after(1));
        Offer open = bazaar.offered(new Agent("op-3", "buyer-3"), 82_000, after(2));
        Offer newest = bazaar.offered(new Agent("op-4", "buyer-4"), 83_000, after(3));
        bazaar.accepted(accepted, after(4));
        ground.execute(
                "UPDATE offer SET state = 'declined' WHERE offer_id IN ('" + ended.id() + "', '" + newest.id() + "')");

        assertThat(shown()).containsExactly(open.id(), accepted.id(), newest.id(), ended.id());
    }

    @Test
    @DisplayName("Section 15: negotiations take turns: the newest offer of each, then the second newest of each")
    void turns() throws SQLException {
        Offer old = bazaar.offered(SECOND, 80_000, after(0));
        Offer older = bazaar.offered(SECOND, 80_001, after(1));
        Offer one = bazaar.offered(BUYER, 80_000, after(2));
        Offer two = bazaar.offered(BUYER, 80_001, after(3));
        Offer three = bazaar.offered(BUYER, 80_002, after(4));

        assertThat(shown()).containsExactly(three.id(), older.id(), two.id(), old.id(), one.id());
    }

    @ParameterizedTest
    @ValueSource(strings = {"open", "declined", "superseded"})
    @DisplayName(
            "Section 15: a buyer with more offers than are shown, all newer, hides no other's, whatever became of them")
    void noneHidden(String state) throws SQLException {
        Offer others = bazaar.offered(SECOND, 80_000, after(0));
        Offer flood = bazaar.offered(BUYER, 81_000, after(1));
        ground.execute("""
                INSERT INTO offer (offer_id, negotiation_id, listing_id, made_by, amount, currency, fulfillment, payment,
                                   terms_commitment, expires_at, made_at, state, operator)
                SELECT 'off_more_' || n, negotiation_id, listing_id, made_by, amount, currency, fulfillment, payment,
                       terms_commitment, expires_at, made_at + n * interval '1 second', '%s', operator
                FROM offer, generate_series(1, 1500) n WHERE offer_id = '%s'""".formatted(state, flood.id()));

        assertThat(shown()).hasSize(MOST).contains(others.id());
        ground.execute("UPDATE offer SET state = '" + state + "'");
        assertThat(shown()).hasSize(MOST).contains(others.id());
    }
}
