package dev.rctp.terms.negotiation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rctp.registries.Money;
import dev.rctp.terms.Floor;
import dev.rctp.terms.Floors;
import dev.rctp.terms.SampleTerms;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The floor as it comes out of the tables, at its edge. */
class FloorEdgeTest extends OnGround {

    @ParameterizedTest
    @CsvSource({"EUR, 70000", "JPY, 1", "BHD, 89999", "EUR, 0", "EUR, 90000"})
    @DisplayName("OFF-6, B101: a price equal to the floor is taken, one minor unit less is not")
    void equal(String currency, long floor) throws SQLException {
        Standings standings = new Standings(BudgetLimits.defaults());
        ground.list(floor, currency);
        Floor opened = new Floors(SampleTerms.keys())
                .of(ground.ask(standings.offering(Ground.LISTING, "op", "a", Ground.NOW))
                        .orElseThrow()
                        .listing());

        assertThat(opened.isAbove(new Money(floor, currency))).isFalse();
        assertThat(opened.isAbove(new Money(Money.MAX_AMOUNT, currency))).isFalse();
        if (floor > 0) {
            assertThat(opened.isAbove(new Money(floor - 1, currency))).isTrue();
            assertThat(opened.isAbove(new Money(0, currency))).isTrue();
        }
        assertThat(opened.toString()).doesNotContain(Long.toString(floor));
    }

    @Test
    @DisplayName("B98: a price in another currency is neither above nor below the floor: the question is a fault")
    void otherCurrency() throws SQLException {
        Standings standings = new Standings(BudgetLimits.defaults());
        ground.list(70_000, "EUR");
        Floor opened = new Floors(SampleTerms.keys())
                .of(ground.ask(standings.offering(Ground.LISTING, "op", "a", Ground.NOW))
                        .orElseThrow()
                        .listing());

        for (long amount : List.of(0L, 70_000L, Money.MAX_AMOUNT)) {
            assertThatThrownBy(() -> opened.isAbove(new Money(amount, "JPY")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageNotContaining("70000");
        }
    }
}
