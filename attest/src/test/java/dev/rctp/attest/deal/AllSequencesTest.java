package dev.rctp.attest.deal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.attest.deal.BruteForce.Said;
import dev.rctp.registries.Registries;
import dev.rctp.registries.ReleaseCondition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

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

    private static final Registries REGISTRIES = Events.REGISTRIES;

    /** Under and over the days of the inspection, so that either bound may come first. */
    private static final List<Integer> DELIVER_WITHIN = List.of(2, 5);

    private long sequences;
    private long released;
    private long refunded;

    @Test
    @DisplayName("EVT-4: no sequence of up to 6 events releases or refunds what the rules forbid, and none does both")
    void all() {
        walkAll(6, false, MoneyRules::of);
        assertThat(sequences).isGreaterThan(10_000_000);
    }

    @Test
    @DisplayName(
            "EVT-3, EVT-4: the same of up to 5 events, reported by their writers, by the ruling that gateway and verifier ask for")
    void ruled() {
        walkAll(5, false, Reported::of);
        walkAll(3, true, Reported::of);
        assertThat(sequences).isGreaterThan(2_000_000);
    }

    @Test
    @DisplayName("EVT-4: the same of up to 4 events when refused ones stay in the sequence: a refusal changes nothing")
    void withRefusals() {
        walkAll(4, true, MoneyRules::of);
        assertThat(sequences).isGreaterThan(1_000_000);
    }

    @Test
    @Tag("long")
    @DisplayName("EVT-4: no sequence of up to 5 events with refused ones among them does what the rules forbid")
    void longer() {
        walkAll(5, true, MoneyRules::of);
        assertThat(sequences).isGreaterThan(20_000_000);
    }

    private void walkAll(int length, boolean afterRefusals, Function<Agreement, Product> product) {
        assertThat(REGISTRIES.releaseConditions().all()).hasSizeGreaterThan(2);
        for (ReleaseCondition condition : REGISTRIES.releaseConditions().all()) {
            for (int days : DELIVER_WITHIN) {
                walk(
                        new BruteForce(condition.id(), days, LAPSE),
                        product.apply(agreement(condition, days)),
                        List.of(),
                        OPENED,
                        length,
                        afterRefusals);
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
            BruteForce rules, Product product, List<Said> past, Instant now, int more, boolean afterRefusals) {
        for (Instant at : times(rules, past, now)) {
            assertThat(product.state(at)).isEqualTo(rules.state(past, at));
            for (String kind : KINDS) {
                boolean allowed = check(rules, product, past, kind, at);
                if (more == 1 || ((!allowed || kind.contains(".")) && !afterRefusals)) {
                    continue;
                }
                walk(
                        rules,
                        allowed ? product.after(kind, at) : product,
                        allowed ? with(past, new Said(kind, at)) : past,
                        at,
                        more - 1,
                        afterRefusals);
            }
        }
    }

    private boolean check(BruteForce rules, Product product, List<Said> past, String kind, Instant at) {
        sequences++;
        List<String> unmet = product.unmet(kind, at);
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

    /** As it is read from a deal's first entry. */
    private static Agreement agreement(ReleaseCondition condition, int days) {
        ObjectNode entry = JsonNodeFactory.instance.objectNode();
        entry.putObject("subject").put("type", "deal").put("id", Events.DEAL);
        ObjectNode body = entry.putObject("body")
                .put("operator", Reported.BUYER.profile())
                .put("caller", Reported.BUYER.jkt())
                .put("release_condition", condition.id())
                .put("deliver_within_days", days)
                .put("lapses_at", LAPSE.toString());
        body.putObject("offer")
                .putObject("deal_terms")
                .putObject("price")
                .put("amount", 1)
                .put("currency", "EUR");
        return Agreement.of(entry, REGISTRIES.releaseConditions()).orElseThrow();
    }

    private static List<Said> with(List<Said> past, Said next) {
        List<Said> more = new ArrayList<>(past);
        more.add(next);
        return more;
    }

    /** What is held to the rules. */
    interface Product {

        /** What such an event lacks; empty when it may come. */
        List<String> unmet(String kind, Instant at);

        Product after(String kind, Instant at);

        String state(Instant at);
    }

    /** The money rules by themselves. */
    private record MoneyRules(DealMoney money) implements Product {

        static Product of(Agreement agreement) {
            return new MoneyRules(DealMoney.opened(agreement));
        }

        @Override
        public List<String> unmet(String kind, Instant at) {
            return money.unmet(Reported.type(kind), Reported.reason(kind), at);
        }

        @Override
        public Product after(String kind, Instant at) {
            return new MoneyRules(money.after(Reported.type(kind), Reported.reason(kind), at));
        }

        @Override
        public String state(Instant at) {
            return money.state(at).code();
        }
    }
}
