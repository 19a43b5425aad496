package dev.rctp.conformance.world;

import dev.rctp.conformance.wire.Agent;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/** A deal event as its party signs it (EVT-1). */
public final class PartyEvent {

    private PartyEvent() {}

    /** The claims of an event: who, of which deal, what, now. */
    public static ObjectNode claims(Agent signer, String dealId, String type, Instant now, String unique) {
        return Json.object()
                .put("iss", signer.profileUrl())
                .put("deal_id", dealId)
                .put("type", type)
                .put("occurred_at", now.truncatedTo(ChronoUnit.SECONDS).toString())
                .put("source_event_id", "src-" + unique)
                .put("iat", now.getEpochSecond())
                .put("jti", "evt-" + unique);
    }

    /** The JWS header of an event. */
    public static ObjectNode header(Agent signer) {
        return Json.object()
                .put("typ", "rctp-deal-event+jwt")
                .put("alg", "ES256")
                .put("kid", signer.jkt());
    }

    /** The compact JWS (RFC 7515). */
    public static String sign(Agent signer, ObjectNode header, ObjectNode claims) {
        return sign(signer, header, claims, UnaryOperator.identity());
    }

    /** The compact JWS with other signature octets. */
    public static String sign(Agent signer, ObjectNode header, ObjectNode claims, UnaryOperator<byte[]> octets) {
        String signed = part(header.toString().getBytes(StandardCharsets.UTF_8)) + "."
                + part(claims.toString().getBytes(StandardCharsets.UTF_8));
        byte[] signature = octets.apply(signer.key().sign(signed.getBytes(StandardCharsets.US_ASCII)));
        return signed + "." + part(signature);
    }

    private static String part(byte[] octets) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(octets);
    }
}
