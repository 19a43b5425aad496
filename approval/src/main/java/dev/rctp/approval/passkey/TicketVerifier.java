package dev.rctp.approval.passkey;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Judges enrolment tickets: JWTs (RFC 7519) of the authorization server (APR-9); safe for concurrent use. */
public final class TicketVerifier {

    private static final Duration LIFETIME = Duration.ofMinutes(10);

    /** How far the authorization server's clock may be ahead. */
    private static final Duration SKEW = Duration.ofSeconds(60);

    /** No ticket says when it ends in a time after this. */
    private static final long LAST = 1L << 40;

    private final String issuer;
    private final String audience;
    private final TicketKeys keys;
    private final InstantSource clock;

    /**
     * For tickets of this issuer to this gateway.
     *
     * @param audience what {@code aud} has to name
     */
    public TicketVerifier(String issuer, String audience, TicketKeys keys, InstantSource clock) {
        this.issuer = issuer;
        this.audience = audience;
        this.keys = keys;
        this.clock = clock;
    }

    /** Whether the ticket holds; that it is used once is for {@link EnrolmentTickets} to say. Throws when the keys can't be had. */
    public TicketVerdict verify(String compact) throws IOException {
        SignedTicket ticket = SignedTicket.parse(compact);
        if (ticket == null) {
            return new TicketRefused(TicketFault.MALFORMED);
        }
        if (!ticket.isForEnrolment()) {
            return new TicketRefused(TicketFault.TYPE);
        }
        TicketFault fault = signatureFault(ticket);
        return fault == null ? claims(ticket.claims()) : new TicketRefused(fault);
    }

    private @Nullable TicketFault signatureFault(SignedTicket ticket) throws IOException {
        Optional<JsonNode> jwk = keys.find(ticket.keyId());
        if (jwk.isEmpty() || !(PublicJwk.read(jwk.get()) instanceof PublicJwk key) || !ticket.isFor(key)) {
            return TicketFault.KEY;
        }
        return ticket.isSignedBy(key) ? null : TicketFault.SIGNATURE;
    }

    private TicketVerdict claims(ObjectNode claims) {
        String id = text(claims.path("jti"));
        String seller = text(claims.path("sub"));
        Instant expires = time(claims.path("exp"));
        JsonNode reset = claims.path("reset");
        if (id == null || seller == null || expires == null || !(reset.isMissingNode() || reset.isBoolean())) {
            return new TicketRefused(TicketFault.MALFORMED);
        }
        if (!issuer.equals(claims.path("iss").asString(""))) {
            return new TicketRefused(TicketFault.ISSUER);
        }
        if (!isAddressed(claims.path("aud"))) {
            return new TicketRefused(TicketFault.AUDIENCE);
        }
        TicketFault fault = timeFault(claims, expires);
        return fault == null
                ? new EnrolmentTicket(id, seller, expires, reset.asBoolean(false))
                : new TicketRefused(fault);
    }

    private boolean isAddressed(JsonNode aud) {
        return aud.isArray()
                ? aud.valueStream().anyMatch(one -> audience.equals(one.asString("")))
                : audience.equals(aud.asString(""));
    }

    private @Nullable TicketFault timeFault(ObjectNode claims, Instant expires) {
        Instant now = clock.instant();
        if (!now.isBefore(expires)) {
            return TicketFault.EXPIRED;
        }
        if (expires.isAfter(now.plus(LIFETIME).plus(SKEW))) {
            return TicketFault.LIFETIME;
        }
        Instant issued = claims.has("iat") ? time(claims.path("iat")) : expires.minus(LIFETIME);
        Instant begins = claims.has("nbf") ? time(claims.path("nbf")) : issued;
        if (issued == null || begins == null) {
            return TicketFault.MALFORMED;
        }
        boolean begun = !issued.isAfter(now.plus(SKEW)) && !begins.isAfter(now.plus(SKEW));
        return begun && !expires.isAfter(issued.plus(LIFETIME)) ? null : TicketFault.LIFETIME;
    }

    private static @Nullable String text(JsonNode claim) {
        String value = claim.asString("");
        return claim.isString() && !value.isEmpty() && value.length() <= 255 ? value : null;
    }

    /** A NumericDate in whole seconds; none that an {@link Instant} can't hold. */
    private static @Nullable Instant time(JsonNode claim) {
        boolean whole = claim.isIntegralNumber() && claim.canConvertToLong();
        return whole && claim.longValue() >= 0 && claim.longValue() < LAST
                ? Instant.ofEpochSecond(claim.longValue())
                : null;
    }
}
