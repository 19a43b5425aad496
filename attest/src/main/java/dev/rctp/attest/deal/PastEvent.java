package dev.rctp.attest.deal;

import dev.rctp.attest.CompactJws;
import dev.rctp.attest.InvalidJwsException;
import dev.rctp.registries.Checkpoint.Role;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.time.Instant;

/**
 * An event that stands in its deal's chain.
 *
 * @param seq the number of its entry
 * @param at the time of its entry
 * @param role in what role it was written
 * @param writer who wrote it
 * @param claims what it claims
 */
public record PastEvent(long seq, Instant at, Role role, Party writer, EventClaims claims) {

    /** Reads what was verified before it was stored; throws {@link IllegalStateException} for anything else. */
    public static PastEvent read(long seq, Instant at, Role role, String compact) {
        try {
            CompactJws jws = CompactJws.parse(compact, EventVerifier.TYPE);
            EventClaims claims = EventClaims.of(StrictJson.parseObject(jws.payload()));
            return new PastEvent(seq, at, role, new Party(claims.issuer(), jws.keyId()), claims);
        } catch (InvalidJwsException | InvalidJsonException e) {
            throw new IllegalStateException("a stored event can't be read", e);
        }
    }

    /** The event, now that it was recorded. */
    public static PastEvent of(long seq, Instant at, Role role, VerifiedEvent event) {
        return new PastEvent(seq, at, role, event.writer(), event.claims());
    }
}
