package dev.rctp.conformance.s08deals;

import dev.rctp.conformance.wire.Agent;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.UUID;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * An event that a party would report (EVT-1); immutable, as it is copied for each change.
 *
 * @param signer who signs the JWS, and sends it
 * @param header the JWS header
 * @param claims the JWS payload
 */
public record DealEvent(Agent signer, ObjectNode header, ObjectNode claims) {

    /** An event of this type with the claims that each event has. */
    public static DealEvent of(Agent signer, String deal, String type, Instant now) {
        ObjectNode header = JsonNodeFactory.instance
                .objectNode()
                .put("alg", signer.key().algorithm().joseName())
                .put("kid", signer.jkt())
                .put("typ", "rctp-deal-event+jwt");
        ObjectNode claims = JsonNodeFactory.instance
                .objectNode()
                .put("iss", signer.profileUrl())
                .put("deal_id", deal)
                .put("type", type)
                .put("occurred_at", now.truncatedTo(ChronoUnit.SECONDS).toString())
                .put("source_event_id", UUID.randomUUID().toString())
                .put("iat", now.getEpochSecond())
                .put("jti", UUID.randomUUID().toString());
        return new DealEvent(signer, header, claims);
    }

    /** With another text for this claim. */
    public DealEvent with(String claim, String value) {
        return with(claim, JsonNodeFactory.instance.stringNode(value));
    }

    /** With another value for this claim. */
    public DealEvent with(String claim, JsonNode value) {
        return changed(all -> all.set(claim, value));
    }

    /** Without this claim. */
    public DealEvent without(String claim) {
        return changed(all -> {
            all.remove(claim);
            return all;
        });
    }

    /** Another event that says the same. */
    public DealEvent again() {
        return renamed().with("source_event_id", UUID.randomUUID().toString());
    }

    /** The same event, from the same source, under another {@code jti}. */
    public DealEvent renamed() {
        return with("jti", UUID.randomUUID().toString());
    }

    /** With other claims. */
    public DealEvent changed(UnaryOperator<ObjectNode> change) {
        return new DealEvent(signer, header, change.apply(claims.deepCopy()));
    }

    /** With another JWS header. */
    public DealEvent header(UnaryOperator<ObjectNode> change) {
        return new DealEvent(signer, change.apply(header.deepCopy()), claims);
    }

    /** Its {@code jti}. */
    public String jti() {
        return claims.path("jti").asString("");
    }

    /** The compact JWS. */
    public String jws() {
        return jws(claims.toString(), signer.key()::sign);
    }

    /** The compact JWS with a signature made otherwise. */
    public String jws(UnaryOperator<byte[]> sign) {
        return jws(claims.toString(), sign);
    }

    /** The compact JWS over another payload. */
    public String jws(String payload, UnaryOperator<byte[]> sign) {
        String input = encoded(header.toString().getBytes(StandardCharsets.UTF_8)) + "."
                + encoded(payload.getBytes(StandardCharsets.UTF_8));
        return input + "." + encoded(sign.apply(input.getBytes(StandardCharsets.US_ASCII)));
    }

    private static String encoded(byte[] octets) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(octets);
    }
}
