package dev.rctp.attest.deal;

import dev.rctp.registries.Money;
import dev.rctp.registries.Registries;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A deal and the claims that parties make of it. */
public final class Events {

    /** The deal's id. */
    public static final String DEAL = "dea_abcdefghijklmnopqrstuvwxyz";

    /** When it was opened. */
    public static final Instant OPENED = Instant.parse("2026-12-01T10:00:00Z");

    static final Registries REGISTRIES = Registries.load();

    private static final Money PRICE = new Money(42_000, "EUR");

    private final AtomicInteger ids = new AtomicInteger();

    static EventVerifier verifier() {
        return new EventVerifier(REGISTRIES.schemas(), EventWindow.standard());
    }

    static Agreement agreement(Party buyer, String release) {
        return new Agreement(
                DEAL,
                buyer,
                PRICE,
                REGISTRIES.releaseConditions().find(release).orElseThrow(),
                5,
                OPENED.plusSeconds(72 * 3600));
    }

    /** What such an event must claim; an amount or relation where the type has one. */
    public ObjectNode claims(TestParty writer, String type, @Nullable String reason, Instant now) {
        ObjectNode claims = JsonNodeFactory.instance
                .objectNode()
                .put("iss", writer.party().profile())
                .put("deal_id", DEAL)
                .put("type", type)
                .put("occurred_at", now.toString())
                .put("iat", now.getEpochSecond())
                .put("jti", "e-" + ids.incrementAndGet());
        switch (type) {
            case "funds_held", "released", "refund" ->
                claims.putObject("amount").put("amount", PRICE.amount()).put("currency", PRICE.currency());
            case "shipped", "delivered", "returned_to_sender", "return" -> claims.put("relation", "first_hand");
            case "rejected" -> claims.put("reason", reason);
            default -> {
                // claims nothing more
            }
        }
        return claims;
    }
}
