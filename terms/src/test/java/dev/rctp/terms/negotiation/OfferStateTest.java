package dev.rctp.terms.negotiation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every state and every move, against a table written from the clauses. */
class OfferStateTest {

    /**
     * What OFF-3 to OFF-8 and APR-4, APR-6 say: a row for each state, a column for each move; {@code -} where the move is refused.
     *
     * <ul>
     *   <li>counter: OFF-5, "makes the buyer's offer countered"; only while it is open (OFF-7)
     *   <li>accept: OFF-7, "needs a buyer's open offer"; ask: "asked: awaiting_approval"
     *   <li>approve, decline: OFF-7 "said no or silent: declined", APR-6
     *   <li>supersede: OFF-3, "an open or countered offer"
     *   <li>expire: OFF-4; what is accepted ends by its checkout, and what has ended stays as it ended
     *   <li>lapse: OFF-7, "a lapsed checkout makes its offer expired"
     *   <li>sell_another: OFF-7, "a sale makes the other offers declined", those that have not ended
     * </ul>
     */
    private static final String TABLE = """
            state             | counter   | accept   | ask               | approve  | decline  | supersede  | expire  | lapse   | sell_another
            open              | countered | accepted | awaiting_approval | -        | -        | superseded | expired | -       | declined
            countered         | -         | -        | -                 | -        | -        | superseded | expired | -       | declined
            awaiting_approval | -         | -        | -                 | accepted | declined | -          | expired | -       | declined
            accepted          | -         | -        | -                 | -        | -        | -          | -       | expired | -
            declined          | -         | -        | -                 | -        | -        | -          | -       | -       | -
            expired           | -         | -        | -                 | -        | -        | -          | -       | -       | -
            superseded        | -         | -        | -                 | -        | -        | -          | -       | -       | -
            refused           | -         | -        | -                 | -        | -        | -          | -       | -       | -
            """;

    private static List<String> cells(String line) {
        return Arrays.stream(line.split("\\|", -1)).map(String::strip).toList();
    }

    static Stream<Arguments> cases() {
        List<List<String>> rows = TABLE.lines().map(OfferStateTest::cells).toList();
        List<String> moves = rows.getFirst();
        return rows.stream()
                .skip(1)
                .flatMap(row -> Stream.iterate(1, i -> i + 1)
                        .limit(row.size() - 1L)
                        .map(i -> Arguments.of(row.getFirst(), moves.get(i), row.get(i))));
    }

    @ParameterizedTest(name = "{1} of {0}: {2}")
    @MethodSource("cases")
    @DisplayName("OFF-3 to OFF-8: every move in every state")
    void moves(String state, String move, String after) {
        OfferState.Move known = OfferState.Move.valueOf(move.toUpperCase(Locale.ROOT));

        assertThat(OfferState.ofCode(state).after(known).map(OfferState::code).orElse("-"))
                .isEqualTo(after);
    }

    @Test
    @DisplayName("OFF-7: there are these eight states and no others, and no other moves than the table's")
    void complete() {
        List<List<String>> rows = TABLE.lines().map(OfferStateTest::cells).toList();

        assertThat(Arrays.stream(OfferState.values()).map(OfferState::code))
                .containsExactlyInAnyOrder(
                        "open",
                        "countered",
                        "awaiting_approval",
                        "accepted",
                        "declined",
                        "expired",
                        "superseded",
                        "refused")
                .containsExactlyInAnyOrderElementsOf(
                        rows.stream().skip(1).map(List::getFirst).toList());
        assertThat(Arrays.stream(OfferState.Move.values())
                        .map(move -> move.name().toLowerCase(Locale.ROOT)))
                .containsExactlyInAnyOrderElementsOf(
                        rows.getFirst().subList(1, rows.getFirst().size()));
        assertThat(cases()).hasSize(8 * 9);
    }
}
