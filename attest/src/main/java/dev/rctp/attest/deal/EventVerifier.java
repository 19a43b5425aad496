package dev.rctp.attest.deal;

import dev.rctp.attest.CompactJws;
import dev.rctp.attest.InvalidJwsException;
import dev.rctp.attest.deal.EventVerdict.Refused;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Schemas;
import dev.rctp.registries.StrictJson;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Checks an event before anything is asked of its deal's history (EVT-1). Safe for concurrent use. */
public final class EventVerifier {

    /** The {@code typ} of an event's JWS. */
    public static final String TYPE = "rctp-deal-event+jwt";

    /** A claim's name is the caller's own and may be long; the sentence is not (schema {@code error}). */
    private static final int LONGEST_PATH = 80;

    private final Schemas schemas;
    private final EventWindow window;

    /** Needs the schema {@code deal-event}; the window is also that by which {@link VerifiedEvent#isFresh} goes. */
    public EventVerifier(Schemas schemas, EventWindow window) {
        this.schemas = schemas;
        this.window = window;
    }

    /**
     * Checks all but {@code iat}.
     *
     * @param compact the JWS as it came
     * @param key the key of the request
     * @param profile the profile URL of the caller's operator, which {@code iss} must be
     * @param agreement that of the deal which the path names
     * @param now our time, for {@code occurred_at}
     */
    public EventVerdict verify(String compact, EventKey key, String profile, Agreement agreement, Instant now) {
        return switch (read(compact, key, now)) {
            case Refused refused -> refused;
            case EventVerdict.Verified(VerifiedEvent event) -> fitting(event, profile, agreement);
        };
    }

    /** Checks the event by itself: its signature, its claims' form, and {@code occurred_at}; not whose it is, nor of which deal. */
    public EventVerdict read(String compact, EventKey key, Instant now) {
        try {
            EventClaims claims = claims(payload(compact, key));
            unless(!window.isAhead(claims.occurredAt(), now), Refused.claim("occurred_at", "is too far ahead"));
            unless(!key.thumbprint().equals(claims.nextJkt()), Refused.claim("next_jkt", "is the key that signed it"));
            return new EventVerdict.Verified(new VerifiedEvent(claims, key.thumbprint(), compact, window));
        } catch (Wrong e) {
            return e.refused;
        }
    }

    private static EventVerdict fitting(VerifiedEvent event, String profile, Agreement agreement) {
        EventClaims claims = event.claims();
        if (!claims.issuer().equals(profile)) {
            return Refused.claim("iss", "is not the profile of the request");
        }
        if (!claims.dealId().equals(agreement.dealId())) {
            return Refused.claim("deal_id", "is not that of the path");
        }
        if (claims.amount() != null && !claims.amount().equals(agreement.price())) {
            return Refused.claim("amount", "is not the deal's price");
        }
        return new EventVerdict.Verified(event);
    }

    /** What an event's compact JWS claims, whoever signed it, which proves nothing; empty where it is none. */
    public static Optional<ObjectNode> claimed(String compact) {
        try {
            return Optional.of(
                    StrictJson.parseObject(CompactJws.parse(compact, TYPE).payload()));
        } catch (InvalidJwsException | InvalidJsonException e) {
            return Optional.empty();
        }
    }

    private static ObjectNode payload(String compact, EventKey key) throws Wrong {
        CompactJws jws;
        try {
            jws = CompactJws.parse(compact, TYPE);
        } catch (InvalidJwsException e) {
            throw new Wrong("The event can't be read: " + e.phrase() + ".");
        }
        unless(jws.algorithm().equals(key.algorithm()), "The event's alg is not that of the request's key.");
        unless(jws.keyId().equals(key.thumbprint()), "The event's kid is not the keyid of the request.");
        unless(
                SignatureForm.fits(key.algorithm(), jws.signature()),
                "The event's signature does not have the form of its alg.");
        unless(key.verifies(jws.signingInput(), jws.signature()), "The event's signature does not verify.");
        try {
            return StrictJson.parseObject(jws.payload());
        } catch (InvalidJsonException e) {
            throw new Wrong("The event's claims are not an object of I-JSON.");
        }
    }

    private EventClaims claims(ObjectNode payload) throws Wrong {
        List<Schemas.Fault> faults = schemas.validate("deal-event", payload);
        if (!faults.isEmpty()) {
            throw new Wrong(claim(faults.getFirst()));
        }
        try {
            return EventClaims.of(payload);
        } catch (DateTimeParseException e) {
            throw new Wrong(Refused.claim("occurred_at", "is no time"));
        } catch (IllegalArgumentException e) {
            throw new Wrong("The event has a value that has no canonical form.");
        }
    }

    /** A fault of one claim, or of something in it; a type that is none is more than the first of the schema's words for it. */
    private static Refused claim(Schemas.Fault fault) {
        boolean isType = fault.path().equals("/type") && !fault.message().equals("is required");
        String words = isType
                ? "is neither a checkpoint nor a reverse-domain name, such as example.carrier.in_transit"
                : fault.message();
        String path = fault.path().length() <= LONGEST_PATH
                ? fault.path()
                : fault.path().substring(0, LONGEST_PATH) + "\u2026";
        return new Refused("The event's claims are wrong: " + path + " " + words + ".", Map.of(path, words));
    }

    private static void unless(boolean condition, String sentence) throws Wrong {
        unless(condition, new Refused(sentence, Map.of()));
    }

    private static void unless(boolean condition, Refused refused) throws Wrong {
        if (!condition) {
            throw new Wrong(refused);
        }
    }

    /** Carries a failed check to the verdict; never leaves this class. */
    private static final class Wrong extends Exception {

        private static final long serialVersionUID = 1L;

        private final transient Refused refused;

        private Wrong(String sentence) {
            this(new Refused(sentence, Map.of()));
        }

        private Wrong(Refused refused) {
            super(refused.sentence(), null, false, false);
            this.refused = refused;
        }
    }
}
