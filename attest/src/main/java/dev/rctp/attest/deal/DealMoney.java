package dev.rctp.attest.deal;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What has happened to a deal's money so far, and what may happen next (EVT-4, EVT-6): the table of docs/deals.md. Immutable; times are
 * those of the entries, which never run backwards.
 */
public final class DealMoney {

    /** What happens to the goods: reported in any order, each once. */
    private static final Set<String> FACTS = Set.of("shipped", "delivered", "returned_to_sender", "return");

    private static final Set<String> MONEY = Set.of("funds_held", "accepted", "rejected", "released", "refund");

    private final Agreement agreement;
    private final Map<String, Instant> recorded;
    private final Verdict verdict;

    /** What the buyer said last, while it stands. */
    private enum Verdict {
        NONE,
        ACCEPTED,
        NOT_AS_DESCRIBED,
        NOT_RECEIVED;

        boolean rejects() {
            return this == NOT_AS_DESCRIBED || this == NOT_RECEIVED;
        }
    }

    private DealMoney(Agreement agreement, Map<String, Instant> recorded, Verdict verdict) {
        this.agreement = agreement;
        this.recorded = recorded;
        this.verdict = verdict;
    }

    /** That of a deal of which nothing was reported. */
    public static DealMoney opened(Agreement agreement) {
        return new DealMoney(agreement, Map.of(), Verdict.NONE);
    }

    /**
     * What an event of this type and reason lacks if it came now, by the names of docs/deals.md in its order; empty when it may be recorded.
     *
     * @param reason that of a {@code rejected}; null for every other type
     */
    public List<String> unmet(String type, @Nullable String reason, Instant now) {
        return switch (type) {
            case "funds_held" -> lapsedOr(now, once(type));
            case "accepted" -> lapsedOr(now, accepted());
            case "rejected" -> lapsedOr(now, rejected(verdict(reason)));
            case "released" -> lapsedOr(now, released(now));
            case "refund" -> lapsedOr(now, refund(now));
            default -> FACTS.contains(type) ? lapsedOr(now, once(type)) : List.of();
        };
    }

    /** The same after such an event was recorded at this time; throws {@link IllegalArgumentException} when it may not be. */
    public DealMoney after(String type, @Nullable String reason, Instant at) {
        if (!unmet(type, reason, at).isEmpty()) {
            throw new IllegalArgumentException("the money rules do not allow this event");
        }
        return recording(type, reason, at);
    }

    /** The deal's state at this time. */
    public DealState state(Instant now) {
        if (has("released")) {
            return DealState.RELEASED;
        }
        if (has("refund")) {
            return DealState.REFUNDED;
        }
        return switch (verdict) {
            case ACCEPTED -> DealState.ACCEPTED;
            case NOT_AS_DESCRIBED, NOT_RECEIVED -> DealState.REJECTED;
            case NONE -> has("funds_held") ? DealState.FUNDS_HELD : lapsed(now) ? DealState.LAPSED : DealState.OPEN;
        };
    }

    /** Whether time alone ends the deal, or has ended it: no funds were held (EVT-6). */
    public boolean mayLapse() {
        return !has("funds_held");
    }

    /** What release and refund would lack now. */
    public Next next(Instant now) {
        return new Next(unmet("released", null, now), unmet("refund", null, now));
    }

    /**
     * What a deal's {@code next} says (protocol section 15), by the names of {@code detail.unmet}; an empty list means that the event may come.
     *
     * @param release what would let it be released
     * @param refund what would let it be refunded
     */
    public record Next(List<String> release, List<String> refund) {

        /** Keeps its own copies of the lists. */
        public Next {
            release = List.copyOf(release);
            refund = List.copyOf(refund);
        }
    }

    /** The same with the event, whether or not the rules allow it at this time: for what was ruled on and recorded. */
    DealMoney recording(String type, @Nullable String reason, Instant at) {
        if (!FACTS.contains(type) && !MONEY.contains(type)) {
            return this;
        }
        Map<String, Instant> with = new HashMap<>(recorded);
        with.putIfAbsent(type, at);
        Verdict next = switch (type) {
            case "accepted" -> Verdict.ACCEPTED;
            case "rejected" -> verdict(reason);
            default -> verdict;
        };
        return new DealMoney(agreement, Map.copyOf(with), next);
    }

    private List<String> accepted() {
        List<String> unmet = lacking("funds_held");
        switch (verdict) {
            case ACCEPTED -> unmet.add("not_repeated");
            case NOT_AS_DESCRIBED -> unmet.add("not_rejected");
            case NOT_RECEIVED -> unmet.addAll(has("delivered") ? List.of() : List.of("not_rejected"));
            case NONE -> {
                // the buyer has said nothing
            }
        }
        return withoutMovedMoney(unmet);
    }

    private List<String> rejected(Verdict why) {
        List<String> unmet = lacking("funds_held");
        boolean mayReplace = verdict == Verdict.NOT_RECEIVED && has("delivered") && why == Verdict.NOT_AS_DESCRIBED;
        if (verdict == Verdict.ACCEPTED) {
            unmet.add("not_accepted");
        } else if (verdict.rejects() && !mayReplace) {
            unmet.add("not_repeated");
        }
        if (why == Verdict.NOT_RECEIVED && has("delivered")) {
            unmet.add("not_delivered");
        }
        return withoutMovedMoney(unmet);
    }

    private List<String> released(Instant now) {
        List<String> unmet = lacking("funds_held");
        String checkpoint = agreement.release().checkpoint();
        if (!has(checkpoint) && !unmet.contains(checkpoint)) {
            unmet.add(checkpoint);
        }
        if (agreement.release().days() > 0
                && !elapsed(checkpoint, agreement.release().days(), now)) {
            unmet.add(agreement.release().id());
        }
        if (verdict.rejects()) {
            unmet.add("not_rejected");
        }
        if (has("released")) {
            unmet.add("not_repeated");
        }
        if (has("refund")) {
            unmet.add("not_refunded");
        }
        return unmet;
    }

    private List<String> refund(Instant now) {
        List<String> unmet = lacking("funds_held");
        switch (verdict) {
            case ACCEPTED -> unmet.add("not_accepted");
            case NOT_AS_DESCRIBED -> unmet.addAll(lacking("return"));
            case NOT_RECEIVED -> {
                if (!elapsed("funds_held", agreement.deliverWithinDays(), now)) {
                    unmet.add("deliver_within_days");
                }
                if (has("delivered")) {
                    unmet.add("not_delivered");
                }
            }
            case NONE -> {
                unmet.add("rejected");
                // once it is delivered, only one of the two ways is left
                unmet.addAll(has("delivered") ? lacking("return") : List.of());
            }
        }
        if (has("released")) {
            unmet.add("not_released");
        }
        if (has("refund")) {
            unmet.add("not_repeated");
        }
        return unmet;
    }

    private List<String> withoutMovedMoney(List<String> unmet) {
        if (has("released")) {
            unmet.add("not_released");
        }
        if (has("refund")) {
            unmet.add("not_refunded");
        }
        return unmet;
    }

    /** A deal that lapsed takes no checkpoint, whatever else it lacks. */
    private List<String> lapsedOr(Instant now, List<String> unmet) {
        return lapsed(now) ? List.of("not_lapsed") : List.copyOf(unmet);
    }

    private boolean lapsed(Instant now) {
        return mayLapse() && !now.isBefore(agreement.lapsesAt());
    }

    private List<String> once(String type) {
        return has(type) ? List.of("not_repeated") : List.of();
    }

    private List<String> lacking(String type) {
        List<String> unmet = new ArrayList<>();
        if (!has(type)) {
            unmet.add(type);
        }
        return unmet;
    }

    private boolean has(String type) {
        return recorded.containsKey(type);
    }

    private boolean elapsed(String since, int days, Instant now) {
        Instant from = recorded.get(since);
        return from != null && !now.isBefore(from.plus(Duration.ofDays(days)));
    }

    private static Verdict verdict(@Nullable String reason) {
        return switch (reason) {
            case "not_as_described" -> Verdict.NOT_AS_DESCRIBED;
            case "not_received" -> Verdict.NOT_RECEIVED;
            case null, default -> throw new IllegalArgumentException("a rejection without a reason that is known");
        };
    }
}
