package dev.rctp.conformance.breakable.domain.deal;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.registries.ReleaseCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What was reported of a deal's money and goods, and what each event still lacks (EVT-4, EVT-6). */
public final class MoneyRules {

    private static final Set<String> GOODS = Set.of("shipped", "delivered", "returned_to_sender", "return");
    private static final Set<String> CHECKPOINTS = Set.of(
            "funds_held",
            "accepted",
            "rejected",
            "released",
            "refund",
            "shipped",
            "delivered",
            "returned_to_sender",
            "return");

    private final ReleaseCondition condition;
    private final int deliverWithinDays;
    private final Instant lapsesAt;
    private final Set<Fault> faults;
    private final Map<String, Instant> happened = new HashMap<>();
    private @Nullable String rejection;
    private boolean accepted;

    /** Of a deal on which nothing was reported. */
    public MoneyRules(ReleaseCondition condition, int deliverWithinDays, Instant lapsesAt, Set<Fault> faults) {
        this.condition = condition;
        this.deliverWithinDays = deliverWithinDays;
        this.lapsesAt = lapsesAt;
        this.faults = faults;
    }

    /** Whether the type is one of the money rules and not information. */
    public static boolean isCheckpoint(String type) {
        return CHECKPOINTS.contains(type);
    }

    /** What such an event lacks now, by the names of {@code detail.unmet}; empty when it may come. */
    public List<String> lacks(String type, @Nullable String reason, Instant now) {
        if (!isCheckpoint(type)) {
            return List.of();
        }
        if (lapsed(now)) {
            return List.of("not_lapsed");
        }
        return switch (type) {
            case "accepted" -> acceptedLacks();
            case "rejected" -> rejectedLacks(reason);
            case "released" -> releasedLacks(now);
            case "refund" -> refundLacks(now);
            default -> onceLacks(type);
        };
    }

    /** Notes an event that may come. */
    public void happens(String type, @Nullable String reason, Instant at) {
        if (!isCheckpoint(type)) {
            return;
        }
        happened.putIfAbsent(type, at);
        if (type.equals("accepted")) {
            accepted = true;
            rejection = null;
        } else if (type.equals("rejected")) {
            rejection = reason;
        }
    }

    /** The deal's state at this time (section 15). */
    public String state(Instant now) {
        if (has("released")) {
            return "released";
        }
        if (has("refund")) {
            return "refunded";
        }
        if (accepted) {
            return "accepted";
        }
        if (rejection != null) {
            return "rejected";
        }
        if (has("funds_held")) {
            return "funds_held";
        }
        return lapsed(now) ? "lapsed" : "open";
    }

    /** Whether no funds came in time (EVT-6). */
    public boolean lapsed(Instant now) {
        if (faults.contains(Fault.NO_LAPSE)) {
            return false;
        }
        return !has("funds_held") && !now.isBefore(lapsesAt);
    }

    private boolean has(String type) {
        return happened.containsKey(type);
    }

    private List<String> onceLacks(String type) {
        if (GOODS.contains(type) && faults.contains(Fault.GOODS_REPORTED_TWICE)) {
            return List.of();
        }
        return has(type) ? List.of("not_repeated") : List.of();
    }

    private List<String> acceptedLacks() {
        List<String> lacks = fundsLack();
        if (accepted) {
            lacks.add("not_repeated");
        }
        boolean mayChange = "not_received".equals(rejection) && has("delivered");
        if (rejection != null && !mayChange && !faults.contains(Fault.ACCEPTED_AFTER_REJECTED)) {
            lacks.add("not_rejected");
        }
        return moneyMoved(lacks);
    }

    private List<String> rejectedLacks(@Nullable String reason) {
        List<String> lacks = fundsLack();
        boolean mayChange = "not_received".equals(rejection) && has("delivered") && "not_as_described".equals(reason);
        if (accepted && !faults.contains(Fault.REJECTED_AFTER_ACCEPTED)) {
            lacks.add("not_accepted");
        }
        if (rejection != null && !mayChange) {
            lacks.add("not_repeated");
        }
        if ("not_received".equals(reason) && has("delivered") && !faults.contains(Fault.NOT_RECEIVED_AFTER_DELIVERED)) {
            lacks.add("not_delivered");
        }
        return moneyMoved(lacks);
    }

    private List<String> fundsLack() {
        List<String> lacks = new ArrayList<>();
        if (!has("funds_held")) {
            lacks.add("funds_held");
        }
        return lacks;
    }

    private List<String> moneyMoved(List<String> lacks) {
        if (has("released")) {
            lacks.add("not_released");
        }
        if (has("refund")) {
            lacks.add("not_refunded");
        }
        return lacks;
    }

    private List<String> releasedLacks(Instant now) {
        if (has("refund") && faults.contains(Fault.RELEASED_AND_REFUNDED)) {
            return List.of();
        }
        List<String> lacks = faults.contains(Fault.RELEASED_WITHOUT_FUNDS) ? new ArrayList<>() : fundsLack();
        if (!has(condition.checkpoint()) && !faults.contains(Fault.RELEASED_BEFORE_CONDITION)) {
            lacks.add(condition.checkpoint());
        }
        if (condition.days() > 0 && !elapsed(condition.checkpoint(), condition.days(), now)) {
            lacks.add(condition.id());
        }
        if (rejection != null && !faults.contains(Fault.RELEASED_DESPITE_REJECTED)) {
            lacks.add("not_rejected");
        }
        if (has("released") && !faults.contains(Fault.RELEASED_TWICE)) {
            lacks.add("not_repeated");
        }
        if (has("refund")) {
            lacks.add("not_refunded");
        }
        return lacks;
    }

    private List<String> refundLacks(Instant now) {
        if (has("released") && faults.contains(Fault.REFUND_AFTER_RELEASED)) {
            return List.of();
        }
        List<String> lacks = fundsLack();
        if (rejection == null && !accepted) {
            lacks.add("rejected");
        }
        boolean returnNeeded =
                "not_as_described".equals(rejection) || (rejection == null && !accepted && has("delivered"));
        if (returnNeeded && !has("return") && !faults.contains(Fault.REFUND_WITHOUT_RETURN)) {
            lacks.add("return");
        }
        if ("not_received".equals(rejection)) {
            if (!elapsed("funds_held", deliverWithinDays, now) && !faults.contains(Fault.REFUND_BEFORE_DELIVERY_TIME)) {
                lacks.add("deliver_within_days");
            }
            if (has("delivered") && !faults.contains(Fault.REFUND_DESPITE_DELIVERED)) {
                lacks.add("not_delivered");
            }
        }
        if (accepted) {
            lacks.add("not_accepted");
        }
        if (has("released")) {
            lacks.add("not_released");
        }
        if (has("refund")) {
            lacks.add("not_repeated");
        }
        return lacks;
    }

    private boolean elapsed(String since, int days, Instant now) {
        Instant from = happened.get(since);
        return from != null && !now.isBefore(from.plus(Duration.ofDays(days)));
    }
}
