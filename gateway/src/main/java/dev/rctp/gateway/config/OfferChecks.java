package dev.rctp.gateway.config;

import java.time.Duration;
import tools.jackson.databind.JsonNode;

/** Checks {@code offers} and {@code deals}: durations within their bounds, and budgets that go together (OFF-4, OFF-6, CHK-1, EVT-6). */
final class OfferChecks {

    private static final Duration LONGEST_OFFER = Duration.ofDays(7);
    private static final Duration SHORTEST_WINDOW = Duration.ofHours(1);
    private static final Duration LONGEST_WINDOW = Duration.ofDays(30);
    private static final Duration SHORTEST_CHECKOUT = Duration.ofMinutes(1);
    private static final Duration LONGEST_CHECKOUT = Duration.ofDays(1);

    private static final Duration SHORTEST_WAIT = Duration.ofHours(1);
    private static final Duration LONGEST_WAIT = Duration.ofDays(30);

    private final JsonNode root;
    private final FaultList faults;

    OfferChecks(JsonNode root, FaultList faults) {
        this.root = root;
        this.faults = faults;
    }

    void run() {
        expiry();
        budgets();
        within(
                "/offers/checkout_lifetime",
                SHORTEST_CHECKOUT,
                LONGEST_CHECKOUT,
                "must be from one minute to one day: the listing is held for it (OFF-8)");
        within("/deals/funds_within", SHORTEST_WAIT, LONGEST_WAIT, "must be from one hour to 30 days (EVT-6)");
    }

    private void expiry() {
        Duration usual = Durations.read(root.at("/offers/expiry/default"))
                .orElse(Defaults.OFFERS.expiry().usual());
        Duration longest = Durations.read(root.at("/offers/expiry/max"))
                .orElse(Defaults.OFFERS.expiry().longest());
        if (longest.compareTo(LONGEST_OFFER) > 0) {
            faults.add("/offers/expiry/max", "must be at most 7 days (OFF-4)");
        } else if (usual.compareTo(longest) > 0) {
            faults.add("/offers/expiry/default", "must not be longer than max");
        }
    }

    private void budgets() {
        JsonNode budgets = root.path("offers").path("budgets");
        int perAgent =
                budgets.path("per_agent").intValue(Defaults.OFFERS.budgets().perAgent());
        int perOperator =
                budgets.path("per_operator").intValue(Defaults.OFFERS.budgets().perOperator());
        if (perOperator < perAgent) {
            faults.add("/offers/budgets/per_operator", "must not be less than per_agent: an operator has its agents'");
        }
        within(
                "/offers/budgets/window",
                SHORTEST_WINDOW,
                LONGEST_WINDOW,
                "must be from one hour to 30 days: in a shorter one prices are tried out again and again");
    }

    private void within(String member, Duration shortest, Duration longest, String fault) {
        Durations.read(root.at(member))
                .filter(value -> value.compareTo(shortest) < 0 || value.compareTo(longest) > 0)
                .ifPresent(_ -> faults.add(member, fault));
    }
}
