package dev.rctp.conformance.breakable.domain;

import java.time.Instant;

/** The one token by which an accepted offer becomes a deal (CHK-1). */
final class Checkout {

    final String token;
    final Offer offer;
    final Instant expiresAt;
    boolean redeeming;
    boolean redeemed;

    /** Whether its buyer couldn't help that it wasn't redeemed (OFF-10). */
    boolean excused;

    /** Whether the listing was withdrawn or got another seller. */
    boolean voided;

    /** Whether its lapse was counted. */
    boolean counted;

    Checkout(String token, Offer offer, Instant expiresAt) {
        this.token = token;
        this.offer = offer;
        this.expiresAt = expiresAt;
    }

    /** Whether its time came without a deal. */
    boolean lapsed(Instant now) {
        return !redeemed && !redeeming && !now.isBefore(expiresAt);
    }
}
