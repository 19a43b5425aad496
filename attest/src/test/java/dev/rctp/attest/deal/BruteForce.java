package dev.rctp.attest.deal;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * EVT-4 and EVT-6 said once more, as sentences about the list of what was recorded; shares nothing with the product or its registries.
 *
 * @param condition the release condition
 * @param days deliver_within_days
 * @param lapse when the deal lapses
 */
record BruteForce(String condition, int days, Instant lapse) {

    private static final Duration INSPECTION = Duration.ofDays(3);

    /** One recorded event; a rejection's kind has its reason after a slash. */
    record Said(String kind, Instant at) {}

    boolean allows(List<Said> past, String kind, Instant now) {
        boolean funded = any(past, "funds_held");
        if (!kind.contains(".") && !funded && now.compareTo(lapse) >= 0) {
            return false;
        }
        boolean moved = any(past, "released") || any(past, "refund");
        return switch (kind) {
            case "funds_held", "shipped", "delivered", "returned_to_sender", "return" -> !any(past, kind);
            case "accepted", "rejected/not_as_described" ->
                funded && !moved && (silent(past) || (saidNothingCame(past) && any(past, "delivered")));
            case "rejected/not_received" -> funded && !moved && silent(past) && !any(past, "delivered");
            case "released" -> funded && !moved && !rejected(past) && mayBePaid(past, now);
            case "refund" -> funded && !moved && mayBePaidBack(past, now);
            default -> true;
        };
    }

    String state(List<Said> past, Instant now) {
        if (any(past, "released")) {
            return "released";
        } else if (any(past, "refund")) {
            return "refunded";
        } else if (!silent(past)) {
            return rejected(past) ? "rejected" : "accepted";
        } else if (any(past, "funds_held")) {
            return "funds_held";
        }
        return now.compareTo(lapse) >= 0 ? "lapsed" : "open";
    }

    /** Every moment at which a rule may begin or cease to hold. */
    List<Instant> bounds(List<Said> past) {
        Optional<Instant> funds = when(past, "funds_held");
        Optional<Instant> delivered = when(past, "delivered");
        return java.util.stream.Stream.of(
                        Optional.of(lapse),
                        funds.map(at -> at.plus(Duration.ofHours(24L * days))),
                        delivered.map(at -> at.plus(INSPECTION)))
                .flatMap(Optional::stream)
                .toList();
    }

    private boolean mayBePaid(List<Said> past, Instant now) {
        return switch (condition) {
            case "buyer_accepted" -> !silent(past) && !rejected(past);
            case "delivered" -> any(past, "delivered");
            case "inspection_elapsed" ->
                when(past, "delivered")
                        .filter(at -> passed(at, INSPECTION, now))
                        .isPresent();
            default -> throw new AssertionError(condition);
        };
    }

    private boolean mayBePaidBack(List<Said> past, Instant now) {
        boolean sentBack = last(past).equals("rejected/not_as_described") && any(past, "return");
        boolean neverCame = saidNothingCame(past)
                && !any(past, "delivered")
                && when(past, "funds_held")
                        .filter(at -> passed(at, Duration.ofHours(24L * days), now))
                        .isPresent();
        return sentBack || neverCame;
    }

    private static boolean passed(Instant from, Duration time, Instant now) {
        return Duration.between(from, now).compareTo(time) >= 0;
    }

    private static boolean silent(List<Said> past) {
        return last(past).isEmpty();
    }

    private static boolean rejected(List<Said> past) {
        return last(past).startsWith("rejected");
    }

    private static boolean saidNothingCame(List<Said> past) {
        return last(past).equals("rejected/not_received");
    }

    /** The buyer's last word; empty for none. */
    private static String last(List<Said> past) {
        return past.stream()
                .map(Said::kind)
                .filter(kind -> kind.equals("accepted") || kind.startsWith("rejected"))
                .reduce("", (_, later) -> later);
    }

    private static boolean any(List<Said> past, String kind) {
        return past.stream().map(Said::kind).anyMatch(Predicate.isEqual(kind));
    }

    private static Optional<Instant> when(List<Said> past, String kind) {
        return past.stream()
                .filter(said -> said.kind().equals(kind))
                .map(Said::at)
                .findFirst();
    }
}
