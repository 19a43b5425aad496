package dev.rctp.terms.negotiation;

import java.time.Duration;
import java.time.Instant;

/**
 * How often prices may be tried on one listing before it is enough (OFF-6, OFF-9, OFF-10).
 *
 * @param perAgent refused or falling offers of one agent
 * @param perOperator those of all agents of one operator
 * @param perSellerAgent prices below the floor that one seller's agent asks
 * @param window how long each of them counts
 */
public record BudgetLimits(int perAgent, int perOperator, int perSellerAgent, Duration window) {

    /** The protocol's: 3, 10 and 3 in 24 h. */
    public static BudgetLimits defaults() {
        return new BudgetLimits(3, 10, 3, Duration.ofHours(24));
    }

    /** What was counted after this counts at {@code now}. */
    public Instant since(Instant now) {
        return now.minus(window);
    }

    /** Whether a buyer's agent may offer no more on the listing: prices tried (OFF-6), or checkouts lapsed (OFF-10). */
    public boolean areUsedUp(Spent prices, Spent lapsedCheckouts) {
        return prices.byAgent() >= perAgent
                || prices.byOperator() >= perOperator
                || lapsedCheckouts.byAgent() >= 1
                || lapsedCheckouts.byOperator() >= 2;
    }

    /** Whether a seller's agent may name no more prices for the listing (OFF-9). */
    public boolean areUsedUp(Spent sellersPrices) {
        return sellersPrices.byAgent() >= perSellerAgent;
    }

    /**
     * What counts on one listing within the window.
     *
     * @param byAgent of this agent
     * @param byOperator of all agents of its operator, this one too
     */
    public record Spent(int byAgent, int byOperator) {}
}
