package dev.rctp.attest.deal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.attest.deal.BruteForce.Said;
import dev.rctp.registries.Money;
import dev.rctp.registries.ReleaseCondition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * All sequences of events against {@link BruteForce}. Each event comes at once, or a millisecond before a bound, or at it, of all bounds that
 * are still ahead: no rule asks anything else of time.
 */
class AllSequencesTest {

    private static final Instant OPENED = Instant.parse("2026-12-01T10:00:00Z");
    private static final Instant LAPSE = OPENED.plusSeconds(72 * 3600);

    private static final List<String> KINDS = List.of(
            "funds_held",
            "accepted",
            "rejected/not_as_described",
            "rejected/not_received",
            "released",
            "shipped",
            "delivered",
            "returned_to_sender",
            "return",
            "refund",
            "example.note");

    private static final List<ReleaseCondition> CONDITIONS = List.of(
            new ReleaseCondition("buyer_accepted", "", "accepted", 0),
            new ReleaseCondition("delivered", "", "delivered", 0),
            new ReleaseCondition("inspection_elapsed", "", "delivered", 3));

    /** Under and over the days of the inspection, so that either bound may come first. */
    private static final List<Integer> DELIVER_WITHIN = List.of(2, 5);

    private long sequences;
    private long released;
    private long refunded;

    @Test
    @DisplayName("EVT-4: no sequence of up to 6 events releases or refunds what the rules forbid, and none does both")
    void all() {
        walkAll(6, false);
        assertThat(sequences).isGreaterThan(10_000_000);
    }

    @Test
    @DisplayName("EVT-4: the same of up to 4 events when refused ones stay in the sequence: a refusal changes nothing")
    void withRefusals() {
        walkAll(4, true);
        assertThat(sequences).isGreaterThan(1_000_000);
    }

    @Test
    @Tag("long")
    @DisplayName("EVT-4: no sequence of up to 7 events, or of 5 with refused ones, does what the rules forbid")
    void longer() {
        walkAll(7, false);
        walkAll(5, true);
        assertThat(sequences).isGreaterThan(100_000_000);
    }

    private void walkAll(int length, boolean afterRefusals) {
        for (ReleaseCondition condition : CONDITIONS) {
            for (int days : DELIVER_WITHIN) {
                walk(rules(condition, days), money(condition, days), List.of(), OPENED, length, afterRefusals);
            }
        }
        System.out.printf(
                "EVT-4: %,d sequences of up to %d events, %s; %,d release, %,d refund%n",
                sequences,
                length,
                afterRefusals ? "with refused ones in them" : "of which only the last may be refused",
                released,
                refunded);
        assertThat(released).isPositive();
        assertThat(refunded).isPositive();
    }

    /**
     * Goes on from this history by every event at every time, {@code more} events long. A refused event leaves product and rules as they were, so that going on after it
     * is going on at its time; the times ahead are then among those tried here anyway.
     */
    private void walk(
            BruteForce rules, DealMoney money, List<Said> past, Instant now, int more, boolean afterRefusals) {
        for (Instant at : times(rules, past, now)) {
            assertThat(money.state(at).code()).isEqualTo(rules.state(past, at));
            for (String kind : KINDS) {
                boolean allowed = check(rules, money, past, kind, at);
                if (more == 1 || ((!allowed || kind.contains(".")) && !afterRefusals)) {
                    continue;
                }
                walk(
                        rules,
                        allowed ? money.after(type(kind), reason(kind), at) : money,
                        allowed ? with(past, new Said(kind, at)) : past,
                        at,
                        more - 1,
                        afterRefusals);
            }
        }
    }

    private boolean check(BruteForce rules, DealMoney money, List<Said> past, String kind, Instant at) {
        sequences++;
        List<String> unmet = money.unmet(type(kind), reason(kind), at);
        if (unmet.isEmpty() != rules.allows(past, kind, at)) {
            throw new AssertionError(rules + ": " + kind + " at " + at + " after " + past + ": " + unmet);
        }
        if (unmet.isEmpty() && (kind.equals("released") || kind.equals("refund"))) {
            released += kind.equals("released") ? 1 : 0;
            refunded += kind.equals("refund") ? 1 : 0;
            assertThat(past)
                    .extracting(Said::kind)
                    .doesNotContain("released", "refund")
                    .contains("funds_held");
        }
        return unmet.isEmpty();
    }

    private static Iterable<Instant> times(BruteForce rules, List<Said> past, Instant now) {
        TreeSet<Instant> times = new TreeSet<>(List.of(now));
        for (Instant bound : rules.bounds(past)) {
            times.add(bound.minusMillis(1));
            times.add(bound);
        }
        return times.tailSet(now);
    }

    private static BruteForce rules(ReleaseCondition condition, int days) {
        return new BruteForce(condition.id(), days, LAPSE);
    }

    private static DealMoney money(ReleaseCondition condition, int days) {
        return DealMoney.opened(new Agreement(
                "dea_a", new Party("https://b.example", "b"), new Money(1, "EUR"), condition, days, LAPSE));
    }

    private static List<Said> with(List<Said> past, Said next) {
        List<Said> more = new ArrayList<>(past);
        more.add(next);
        return more;
    }

    private static String type(String kind) {
        return kind.split("/", 2)[0];
    }

    private static @Nullable String reason(String kind) {
        return kind.contains("/") ? kind.split("/", 2)[1] : null;
    }
}
