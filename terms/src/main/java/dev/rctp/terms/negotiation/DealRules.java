package dev.rctp.terms.negotiation;

import java.time.Instant;

/**
 * What a deal's money hangs on besides its price, fixed when it is opened (EVT-4).
 *
 * @param releaseCondition by its name in the registry
 * @param deliverWithinDays days from {@code funds_held}
 * @param lapsesAt when it lapses without funds (EVT-6)
 */
public record DealRules(String releaseCondition, int deliverWithinDays, Instant lapsesAt) {}
