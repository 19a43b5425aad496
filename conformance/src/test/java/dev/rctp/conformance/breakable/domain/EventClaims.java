package dev.rctp.conformance.breakable.domain;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.domain.Deal.Written;
import dev.rctp.registries.Reason;
import dev.rctp.registries.Schemas;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What is right or wrong with an event by itself (EVT-1, EVT-5). */
final class EventClaims {

    static final String SUCCESSION = "dev.rctp.key_succession";

    private static final Duration OLD = Duration.ofMinutes(5);
    private static final Duration AHEAD = Duration.ofMinutes(1);

    private final Parts parts;

    EventClaims(Parts parts) {
        this.parts = parts;
    }

    /** What doesn't change with time. */
    void standing(Case judged, Deal deal, ObjectNode event) {
        for (Schemas.Fault fault : parts.registries().schemas().validate("deal-event", event)) {
            if (fault.path().equals("/reported_by") && parts.broken(Fault.RELAYED_WITHOUT_REPORTER)) {
                continue;
            }
            throw wrong(judged, fault.path(), fault.message());
        }
        boolean issuer = Json.text(event, "iss").equals(judged.call.caller().profile());
        if (!issuer && !parts.broken(Fault.EVENT_ISS_UNCHECKED)) {
            throw wrong(judged, "/iss", "is not the caller's profile");
        }
        if (!Json.text(event, "deal_id").equals(deal.id) && !parts.broken(Fault.EVENT_OF_ANOTHER_DEAL)) {
            throw wrong(judged, "/deal_id", "is not the deal of the path");
        }
        JsonNode amount = event.get("amount");
        boolean price = amount == null || amount.equals(deal.offer.dealTerms.path("price"));
        if (!price && !parts.broken(Fault.EVENT_AMOUNT_UNCHECKED)) {
            throw wrong(judged, "/amount", "is not the deal's price");
        }
    }

    /** What is judged only of an event that isn't known yet. */
    void current(Case judged, ObjectNode event) {
        Instant signed = Instant.ofEpochSecond(event.path("iat").longValue());
        boolean fresh = !signed.isBefore(judged.now.minus(OLD)) && !signed.isAfter(judged.now.plus(AHEAD));
        if (!fresh && !parts.broken(Fault.EVENT_IAT_UNCHECKED)) {
            throw wrong(judged, "/iat", "is too old or ahead");
        }
        if (Instant.parse(Json.text(event, "occurred_at")).isAfter(judged.now.plus(AHEAD))) {
            throw wrong(judged, "/occurred_at", "is ahead");
        }
        if (Json.text(event, "type").equals(SUCCESSION)) {
            boolean known = parts.profiles()
                    .current(judged.call.caller().profile())
                    .filter(p -> p.keys().containsKey(Json.text(event, "next_jkt")))
                    .isPresent();
            if (!known && !parts.broken(Fault.SUCCESSION_TO_ANY_KEY)) {
                throw wrong(judged, "/next_jkt", "is no key of the profile");
            }
        }
    }

    /** The event that the same reporter has given that id (EVT-5). */
    @Nullable
    Written sameSource(Deal deal, ObjectNode event) {
        String source = Json.text(event, "source_event_id");
        if (source.isEmpty() || parts.broken(Fault.SOURCE_EVENT_ID_IGNORED)) {
            return null;
        }
        return deal.events.stream()
                .filter(e -> Json.text(e.claims(), "source_event_id").equals(source))
                .filter(e -> e.claims().path("iss").equals(event.path("iss")))
                .filter(e -> e.claims().path("reported_by").equals(event.path("reported_by")))
                .findFirst()
                .orElse(null);
    }

    /** Whether an event is the one that is known: for a source's id without {@code jti} and {@code iat}. */
    boolean same(Written known, ObjectNode event) {
        if (Json.text(known.claims(), "jti").equals(Json.text(event, "jti"))) {
            return Json.digest(known.claims()).equals(Json.digest(event));
        }
        return Json.digest(unnamed(known.claims())).equals(Json.digest(unnamed(event)));
    }

    private static ObjectNode unnamed(JsonNode claims) {
        ObjectNode unnamed = (ObjectNode) claims.deepCopy();
        unnamed.remove("jti");
        unnamed.remove("iat");
        return unnamed;
    }

    private static Refusal wrong(Case judged, String path, String wrong) {
        return judged.refuse(Reason.REQUEST_INVALID, "The event's " + path + " " + wrong + ".", path, wrong);
    }
}
