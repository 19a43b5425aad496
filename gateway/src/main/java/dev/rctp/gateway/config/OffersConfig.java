package dev.rctp.gateway.config;

import dev.rctp.terms.negotiation.BudgetLimits;
import dev.rctp.terms.negotiation.OfferExpiry;
import java.time.Duration;

/**
 * What the marketplace decides about offers (section 6).
 *
 * @param expiry how long offers stand (OFF-4)
 * @param budgets how often prices may be tried on one listing (OFF-6, OFF-9, OFF-10)
 * @param checkoutLifetime from acceptance to the end of the checkout, for which the listing is held (CHK-1, OFF-8)
 */
public record OffersConfig(OfferExpiry expiry, BudgetLimits budgets, Duration checkoutLifetime) {}
