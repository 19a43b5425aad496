package dev.rctp.attest.deal;

import java.util.Locale;

/** What a deal has come to, as its {@code state} says it (protocol section 15). */
public enum DealState {
    OPEN,
    FUNDS_HELD,
    ACCEPTED,
    REJECTED,
    RELEASED,
    REFUNDED,
    LAPSED;

    /** Its name on the wire. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }
}
