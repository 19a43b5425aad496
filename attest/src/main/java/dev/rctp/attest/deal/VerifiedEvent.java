package dev.rctp.attest.deal;

import java.time.Instant;

/** An event that its key signed and that fits its deal (EVT-1); only {@link EventVerifier} makes one. */
public final class VerifiedEvent {

    private final EventClaims claims;
    private final String jkt;
    private final String compact;
    private final EventWindow window;

    VerifiedEvent(EventClaims claims, String jkt, String compact, EventWindow window) {
        this.claims = claims;
        this.jkt = jkt;
        this.compact = compact;
        this.window = window;
    }

    /** What it claims. */
    public EventClaims claims() {
        return claims;
    }

    /** Who wrote it: its {@code iss} and the key that signed it. */
    public Party writer() {
        return new Party(claims.issuer(), jkt);
    }

    /** The compact JWS, as it came. */
    public String compact() {
        return compact;
    }

    /** Whether its {@code iat} is near enough to now; what was recorded before is answered whatever it is (EVT-5). */
    public boolean isFresh(Instant now) {
        return window.isFresh(claims.issuedAt(), now);
    }
}
