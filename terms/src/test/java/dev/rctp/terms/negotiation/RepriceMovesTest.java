package dev.rctp.terms.negotiation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.registries.Money;
import dev.rctp.terms.PublicListing;
import dev.rctp.terms.StandingListing;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Another list price on its way to the marketplace, and what may happen to the listing meanwhile, in real tables. */
class RepriceMovesTest {

    private static final Instant NOW = Ground.NOW;
    private static final Money OLD = new Money(90_000, "EUR");
    private static final Money NEW = new Money(75_000, "EUR");
    private static final Money TOLD = new Money(88_000, "EUR");

    @SuppressWarnings("NullAway.Init")
    private static Ground ground;

    @SuppressWarnings("NullAway.Init")
    private Bazaar bazaar;

    @SuppressWarnings("NullAway.Init")
    private PublicListing listing;

    @BeforeAll
    static void start() throws IOException {
        ground = new Ground();
    }

    @AfterAll
    static void stop() throws IOException {
        ground.close();
    }

    @BeforeEach
    void list() throws SQLException {
        listing = ground.list(70_000, "EUR");
        bazaar = new Bazaar(ground, listing);
    }

    private StandingListing standing() throws SQLException {
        return ground.ask(bazaar.standings.asking(Ground.LISTING, "op", "agent", NOW))
                .orElseThrow()
                .listing();
    }

    private Optional<String> begin(String intent, Money price) throws SQLException {
        return ground.begin(bazaar.moves.reprice(intent, listing, Bazaar.SELLER, price, NOW));
    }

    private Step step(Money price) {
        return new Step.ListingRepriced(listing.at(price));
    }

    @Test
    @DisplayName("LST-5, PRX-2: a new price is there once it stands, not before; undone it never was")
    void reprice() throws SQLException {
        List<String> before = ground.rows();
        assertThat(begin("int_a", NEW)).isEmpty();
        assertThat(standing().listing().listPrice()).isEqualTo(OLD);
        assertThat(standing().isBeingRepriced()).isTrue();
        bazaar.undo("int_a", step(NEW));
        assertThat(ground.rows()).isEqualTo(before);

        assertThat(begin("int_b", NEW)).isEmpty();
        bazaar.stand("int_b", step(NEW), NOW);
        assertThat(standing().listing().listPrice()).isEqualTo(NEW);
        assertThat(standing().isBeingRepriced()).isFalse();
    }

    @Test
    @DisplayName("LST-5, PRX-2: only one price is on its way; another begins once that stands or is undone")
    void oneAtATime() throws SQLException {
        assertThat(begin("int_a", NEW)).isEmpty();
        List<String> before = ground.rows();
        assertThat(begin("int_b", TOLD)).contains("repricing");
        assertThat(ground.rows()).isEqualTo(before);
        bazaar.stand("int_a", step(NEW), NOW);
        assertThat(begin("int_c", TOLD)).isEmpty();
        bazaar.undo("int_c", step(TOLD));
        assertThat(begin("int_d", TOLD)).isEmpty();
    }

    @Test
    @DisplayName("LST-5, PRX-2: of forty prices at once, through many connections, one is on its way")
    void manyAtOnce() throws Exception {
        List<Optional<String>> ends = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(25)) {
            List<Future<Optional<String>>> running = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                String intent = "int_" + i;
                Money price = new Money(75_000 + i, "EUR");
                running.add(threads.submit(() -> begin(intent, price)));
            }
            for (Future<Optional<String>> one : running) {
                ends.add(one.get());
            }
        }

        assertThat(ends).filteredOn(Optional::isEmpty).hasSize(1);
        assertThat(ends).filteredOn(Optional::isPresent).containsOnly(Optional.of("repricing"));
    }

    @Test
    @DisplayName("LST-5, LST-4: no terms are approved while a price is on its way: they were judged by the old one")
    void noTermsMeanwhile() throws SQLException {
        assertThat(begin("int_a", NEW)).isEmpty();
        assertThat(ground.approveIfAsJudged(72_000, "EUR")).isEmpty();
        assertThat(standing().listing().termsCommitment()).isEqualTo(listing.termsCommitment());
        bazaar.stand("int_a", step(NEW), NOW);

        assertThat(ground.approveIfAsJudged(72_000, "EUR")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName(
            "LST-9, PRX-2: what the marketplace tells of the price meanwhile wins: the step then changes nothing here")
    void toldMeanwhile(boolean stands) throws SQLException {
        assertThat(begin("int_a", NEW)).isEmpty();
        assertThat(ground.tell(Ground.SELLER, TOLD, NOW)).isTrue();
        List<String> before = ground.rows();
        finish(stands, "int_a", NEW);

        assertThat(ground.rows()).isEqualTo(before);
        assertThat(standing().listing().listPrice()).isEqualTo(TOLD);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName(
            "LST-9, PRX-2: the end of a price that the marketplace's word has overtaken does not end the next one's way")
    void overtaken(boolean stands) throws SQLException {
        Money next = new Money(80_000, "EUR");
        assertThat(begin("int_a", NEW)).isEmpty();
        assertThat(ground.tell(Ground.SELLER, TOLD, NOW)).isTrue();
        assertThat(begin("int_b", next)).isEmpty();
        finish(stands, "int_a", NEW);

        assertThat(standing().isBeingRepriced()).isTrue();
        assertThat(standing().listing().listPrice()).isEqualTo(TOLD);
        bazaar.stand("int_b", step(next), NOW);
        assertThat(standing().listing().listPrice()).isEqualTo(next);
    }

    private void finish(boolean stands, String intent, Money price) throws SQLException {
        if (stands) {
            bazaar.stand(intent, step(price), NOW);
        } else {
            bazaar.undo(intent, step(price));
        }
    }

    @Test
    @DisplayName(
            "LST-8, LST-9: no price is begun on a listing that was withdrawn or has another seller than it was read with")
    void notOwn() throws SQLException {
        ground.withdraw(NOW);
        assertThat(begin("int_a", NEW)).contains("repricing");
        assertThat(ground.tell("sub-2", OLD, NOW)).isTrue();
        assertThat(begin("int_b", NEW)).contains("repricing");
        assertThat(ground.tell(Ground.SELLER, OLD, NOW)).isTrue();
        assertThat(begin("int_c", NEW)).isEmpty();
    }

    @Test
    @DisplayName("LST-5, OFF-8: a price stands beside an accepted offer, and leaves it its hold")
    void besideAHold() throws SQLException {
        Offer offer = bazaar.offered(Bazaar.BUYER, 80_000, NOW);
        bazaar.accepted(offer, NOW);
        assertThat(begin("int_a", NEW)).isEmpty();
        bazaar.stand("int_a", step(NEW), NOW);

        assertThat(standing().isHeldBy(offer.id())).isTrue();
        assertThat(standing().isHeldAt(NOW, null)).isTrue();
    }
}
