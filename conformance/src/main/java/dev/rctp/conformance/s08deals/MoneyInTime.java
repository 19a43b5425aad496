package dev.rctp.conformance.s08deals;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.registries.ReleaseCondition;
import java.time.Duration;

/** EVT-4: what days do to the money; the target's clock is moved. */
public final class MoneyInTime implements Section {

    private static final String INSPECTION = "inspection_elapsed";
    private static final String NOT_RECEIVED = "rejected not_received";
    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration MARGIN = Duration.ofMinutes(2);

    @Override
    public void register(Suite suite) {
        suite.test("EVT-4.6", t -> {
            TestedDeal deal = delivered(t);
            later(t, inspection(t).minus(MARGIN));
            deal.unmet("released");
        });
        suite.test("EVT-4.7", t -> {
            TestedDeal deal = delivered(t);
            later(t, inspection(t).plus(MARGIN));
            deal.taken("released");
        });
        suite.test("EVT-4.12", t -> {
            TestedDeal deal = notReceived(t, 1);
            later(t, DAY.plus(MARGIN));
            deal.taken("refund");
        });
        suite.test("EVT-4.13", t -> {
            TestedDeal deal = TestedDeal.deliveredWithin(t, 2);
            later(t, DAY);
            deal.happened("funds_held", NOT_RECEIVED);
            later(t, DAY.plus(MARGIN));
            deal.unmet("refund");
            later(t, DAY);
            deal.happened("refund");
        });
        suite.test("EVT-4.28", t -> {
            TestedDeal deal = notReceived(t, 1);
            deal.happened("delivered");
            later(t, DAY.plus(MARGIN));
            deal.unmet("refund");
        });
    }

    private static TestedDeal delivered(Trial t) {
        TestedDeal deal = TestedDeal.releasedOn(t, INSPECTION);
        deal.happened("funds_held", "delivered");
        return deal;
    }

    private static TestedDeal notReceived(Trial t, int days) {
        TestedDeal deal = TestedDeal.deliveredWithin(t, days);
        deal.happened("funds_held", NOT_RECEIVED);
        return deal;
    }

    private static Duration inspection(Trial t) {
        return Duration.ofDays(t.world()
                .registries()
                .releaseConditions()
                .find(INSPECTION)
                .map(ReleaseCondition::days)
                .orElseThrow());
    }

    private static void later(Trial t, Duration time) {
        t.world().clock().advance(time);
    }
}
