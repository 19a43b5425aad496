package dev.rctp.attest.deal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an event lacks is named exactly, in the order of docs/deals.md. Past events come a second apart; {@code +Nd} waits that many days. */
class MoneyTableTest {

    private static final Party BUYER = new Party("https://buyer.example/profile", "b");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "                                               | funds_held       | -",
                "funds_held                                     | funds_held       | not_repeated",
                "                                               | accepted         | funds_held",
                "funds_held                                     | accepted         | -",
                "funds_held accepted                            | accepted         | not_repeated",
                "funds_held not_as_described                    | accepted         | not_rejected",
                "funds_held not_received                        | accepted         | not_rejected",
                "funds_held not_received delivered              | accepted         | -",
                "funds_held accepted released                   | accepted         | not_repeated not_released",
                "funds_held not_received +5d refund             | accepted         | not_rejected not_refunded",
                "funds_held not_received +5d refund delivered   | accepted         | not_refunded",
                "                                               | not_as_described | funds_held",
                "delivered                                      | not_received     | funds_held not_delivered",
                "funds_held                                     | not_as_described | -",
                "funds_held                                     | not_received     | -",
                "funds_held accepted                            | not_as_described | not_accepted",
                "funds_held accepted delivered                  | not_received     | not_accepted not_delivered",
                "funds_held delivered                           | not_received     | not_delivered",
                "funds_held not_received                        | not_received     | not_repeated",
                "funds_held not_received                        | not_as_described | not_repeated",
                "funds_held not_received delivered              | not_received     | not_repeated not_delivered",
                "funds_held not_received delivered              | not_as_described | -",
                "funds_held not_received delivered not_as_described | not_as_described | not_repeated",
                "funds_held not_received delivered not_as_described | accepted     | not_rejected",
                "funds_held not_received delivered accepted     | accepted         | not_repeated",
                "funds_held not_received delivered accepted     | not_as_described | not_accepted",
                "funds_held accepted released                   | not_as_described | not_accepted not_released",
                "                                               | released         | funds_held accepted",
                "funds_held                                     | released         | accepted",
                "funds_held accepted                            | released         | -",
                "funds_held not_as_described                    | released         | accepted not_rejected",
                "funds_held accepted released                   | released         | not_repeated",
                "funds_held not_as_described return refund      | released         | accepted not_rejected not_refunded",
                "funds_held not_received delivered accepted     | released         | -",
                "                                               | refund           | funds_held rejected",
                "delivered                                      | refund           | funds_held rejected return",
                "funds_held                                     | refund           | rejected",
                "funds_held return delivered                    | refund           | rejected",
                "funds_held accepted                            | refund           | not_accepted",
                "funds_held not_as_described                    | refund           | return",
                "funds_held return not_as_described             | refund           | -",
                "funds_held not_received                        | refund           | deliver_within_days",
                "funds_held not_received return                 | refund           | deliver_within_days",
                "funds_held not_received +5d                    | refund           | -",
                "funds_held not_received delivered              | refund           | deliver_within_days not_delivered",
                "funds_held not_received +5d delivered          | refund           | not_delivered",
                "funds_held not_received delivered not_as_described return | refund | -",
                "funds_held accepted released                   | refund           | not_accepted not_released",
                "funds_held not_as_described return refund      | refund           | not_repeated",
                "                                               | shipped          | -",
                "shipped                                        | shipped          | not_repeated",
                "returned_to_sender return                      | delivered        | -",
                "funds_held accepted released                   | delivered        | -",
                "+3d                                            | funds_held       | not_lapsed",
                "delivered +3d                                  | released         | not_lapsed",
                "delivered +3d                                  | return           | not_lapsed",
                "+3d                                            | example.note     | -",
                "funds_held +3d                                 | shipped          | -",
            })
    @DisplayName("EVT-4, EVT-6: what an event lacks, when the buyer's acceptance releases")
    void byAcceptance(@Nullable String past, String next, @Nullable String unmet) {
        assertThat(unmet("buyer_accepted", past, next)).isEqualTo(words(unmet));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "delivered          |                                        | funds_held delivered",
                "delivered          | delivered                              | funds_held",
                "delivered          | funds_held accepted                    | delivered",
                "delivered          | funds_held delivered                   | -",
                "delivered          | funds_held delivered not_as_described  | not_rejected",
                "inspection_elapsed |                                        | funds_held delivered inspection_elapsed",
                "inspection_elapsed | funds_held delivered                   | inspection_elapsed",
                "inspection_elapsed | funds_held delivered accepted          | inspection_elapsed",
                "inspection_elapsed | delivered funds_held +3d               | -",
                "inspection_elapsed | funds_held delivered +3d               | -",
                "inspection_elapsed | funds_held delivered +3d not_as_described | not_rejected",
            })
    @DisplayName("EVT-4: what a release lacks under the other conditions; a standing rejection bars each")
    void byOthers(String condition, @Nullable String past, @Nullable String unmet) {
        assertThat(unmet(condition, past, "released")).isEqualTo(words(unmet));
    }

    @Test
    @DisplayName("B104: days are counted from the entry's time to the millisecond, and passed at their end")
    void bounds() {
        Agreement agreement = Events.agreement(BUYER, "inspection_elapsed");
        Instant at = Events.OPENED.plusSeconds(1);
        DealMoney money = DealMoney.opened(agreement).after("funds_held", null, at);
        DealMoney inspected = money.after("delivered", null, at);
        DealMoney missed = money.after("rejected", "not_received", at);

        assertThat(inspected.unmet("released", null, at.plus(Duration.ofDays(3)).minusMillis(1)))
                .containsExactly("inspection_elapsed");
        assertThat(inspected.unmet("released", null, at.plus(Duration.ofDays(3))))
                .isEmpty();
        assertThat(missed.unmet("refund", null, at.plus(Duration.ofDays(5)).minusMillis(1)))
                .containsExactly("deliver_within_days");
        assertThat(missed.unmet("refund", null, at.plus(Duration.ofDays(5)))).isEmpty();
    }

    @Test
    @DisplayName("Section 15: next says what release and refund lack, and is empty where they may come")
    void next() {
        DealMoney money = DealMoney.opened(Events.agreement(BUYER, "buyer_accepted"));
        assertThat(money.next(Events.OPENED))
                .isEqualTo(new DealMoney.Next(List.of("funds_held", "accepted"), List.of("funds_held", "rejected")));
        DealMoney accepted = after(money, "funds_held accepted");
        assertThat(accepted.next(Events.OPENED)).isEqualTo(new DealMoney.Next(List.of(), List.of("not_accepted")));
        assertThat(money.next(Events.OPENED.plus(Duration.ofDays(3))))
                .isEqualTo(new DealMoney.Next(List.of("not_lapsed"), List.of("not_lapsed")));
    }

    private Instant now = Events.OPENED;

    private List<String> unmet(String condition, @Nullable String past, String next) {
        DealMoney money = after(DealMoney.opened(Events.agreement(BUYER, condition)), past);
        return money.unmet(type(next), reason(next), now);
    }

    private DealMoney after(DealMoney money, @Nullable String past) {
        DealMoney after = money;
        for (String event : words(past)) {
            if (event.startsWith("+")) {
                now = now.plus(Duration.ofDays(Integer.parseInt(event.substring(1, event.length() - 1))));
            } else {
                now = now.plusSeconds(1);
                after = after.after(type(event), reason(event), now);
            }
        }
        return after;
    }

    private static List<String> words(@Nullable String text) {
        return text == null ? List.of() : List.of(text.strip().split(" +"));
    }

    private static String type(String event) {
        return event.startsWith("not_") ? "rejected" : event;
    }

    private static @Nullable String reason(String event) {
        return event.startsWith("not_") ? event : null;
    }
}
