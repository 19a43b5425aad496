package dev.rctp.approval.passkey;

import java.time.Instant;

/** The authorization server's word that a seller may enrol a passkey here, once (APR-9); only {@link TicketVerifier} makes one. */
public final class EnrolmentTicket implements TicketVerdict {

    private final String id;
    private final String seller;
    private final Instant expiresAt;
    private final boolean reset;

    EnrolmentTicket(String id, String seller, Instant expiresAt, boolean reset) {
        this.id = id;
        this.seller = seller;
        this.expiresAt = expiresAt;
        this.reset = reset;
    }

    /** Its {@code jti}. */
    public String id() {
        return id;
    }

    /** The {@code sub} of the seller. */
    public String seller() {
        return seller;
    }

    /** When it ends. */
    public Instant expiresAt() {
        return expiresAt;
    }

    /** Whether a further passkey may do without an assertion by one of those there are; recorded. */
    public boolean reset() {
        return reset;
    }

    @Override
    public String toString() {
        return "EnrolmentTicket[" + id + "]";
    }
}
