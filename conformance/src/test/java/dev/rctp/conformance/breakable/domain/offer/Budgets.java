package dev.rctp.conformance.breakable.domain.offer;

import dev.rctp.conformance.breakable.Fault;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Counts prices that were tried, so that they can't be searched (OFF-6, OFF-9, OFF-10). */
public final class Budgets {

    private static final int PER_AGENT = 3;
    private static final int PER_OPERATOR = 10;
    private static final int PER_SELLER_AGENT = 3;
    private static final int LAPSES_PER_OPERATOR = 2;
    private static final Duration WINDOW = Duration.ofHours(24);

    private record Key(String what, String listing, String whose) {}

    private record Highest(String what, String listing, String jkt, String currency) {}

    private final Map<Key, List<Instant>> counted = new HashMap<>();
    private final Map<Highest, Long> highest = new HashMap<>();
    private final Set<Fault> faults;

    /** Nothing is counted yet. */
    public Budgets(Set<Fault> faults) {
        this.faults = faults;
    }

    /** Whether the buyer's agent, or its operator, may not offer on the listing now (OFF-6, OFF-10). */
    public boolean buyerIsOut(String listing, String operator, String jkt, Instant now) {
        if (faults.contains(Fault.BUDGET_NEVER_ENDS)) {
            return false;
        }
        boolean agentOut = count("tried", listing, jkt, now) >= PER_AGENT;
        if (agentOut && !faults.contains(Fault.BUDGET_PER_OPERATOR_ALONE)) {
            return true;
        }
        if (count("tried", listing, operator, now) >= PER_OPERATOR && !faults.contains(Fault.BUDGET_PER_AGENT_ALONE)) {
            return true;
        }
        boolean lapsed = count("lapsed", listing, jkt, now) >= 1
                || count("lapsed", listing, operator, now) >= LAPSES_PER_OPERATOR;
        return lapsed && !faults.contains(Fault.LAPSED_CHECKOUT_IS_FREE);
    }

    /** Counts an offer below the floor, or below what its agent offered before (OFF-6). */
    public void offered(
            String listing, String operator, String jkt, long amount, String currency, boolean below, Instant now) {
        boolean falls = falls(new Highest("offer", listing, jkt, currency), amount)
                && !faults.contains(Fault.FALLING_OFFER_IS_FREE);
        if (below || falls) {
            add("tried", listing, jkt, now);
            add("tried", listing, operator, now);
        }
    }

    /** Counts a checkout that nobody redeemed (OFF-10). */
    public void lapsed(String listing, String operator, String jkt, Instant at) {
        add("lapsed", listing, jkt, at);
        add("lapsed", listing, operator, at);
    }

    /** Whether the seller's agent may name no price for the listing now (OFF-9). */
    public boolean sellerIsOut(String listing, String jkt, Instant now) {
        if (faults.contains(Fault.SELLER_BUDGET_NEVER_ENDS)) {
            return false;
        }
        return count("named", listing, jkt, now) >= PER_SELLER_AGENT;
    }

    /** Counts a price below the floor that a seller's agent named, or under {@code forbid} a falling one (OFF-9). */
    public void named(
            String listing, String jkt, long amount, String currency, boolean below, boolean forbidden, Instant now) {
        boolean falls = falls(new Highest("name", listing, jkt, currency), amount);
        if (below || (forbidden && falls)) {
            add("named", listing, jkt, now);
        }
    }

    private boolean falls(Highest key, long amount) {
        long before = highest.getOrDefault(key, Long.MIN_VALUE);
        highest.put(key, Math.max(before, amount));
        return amount < before;
    }

    private long count(String what, String listing, String whose, Instant now) {
        return counted.getOrDefault(new Key(what, listing, whose), List.of()).stream()
                .filter(at -> now.isBefore(at.plus(WINDOW)))
                .count();
    }

    private void add(String what, String listing, String whose, Instant at) {
        counted.computeIfAbsent(new Key(what, listing, whose), k -> new ArrayList<>())
                .add(at);
    }
}
