package dev.rctp.gateway.sandbox.authserver;

import dev.rctp.gateway.sandbox.loopback.Incoming;
import dev.rctp.gateway.sandbox.loopback.JsonBody;
import dev.rctp.gateway.sandbox.loopback.Outgoing;
import dev.rctp.gateway.sandbox.loopback.TestKey;
import dev.rctp.registries.IdSource;
import dev.rctp.registries.InvalidJsonException;
import java.time.Duration;
import java.time.InstantSource;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** TEST ONLY: tickets that let a seller enrol a passkey at the gateway, and the key set they verify with (APR-9). */
final class EnrolmentTickets {

    private static final Duration LIFETIME = Duration.ofMinutes(10);

    private final String issuer;
    private final String gateway;
    private final TestKey key;
    private final InstantSource clock;
    private final IdSource ids;

    EnrolmentTickets(String issuer, String gateway, TestKey key, InstantSource clock, IdSource ids) {
        this.issuer = issuer;
        this.gateway = gateway;
        this.key = key;
        this.clock = clock;
        this.ids = ids;
    }

    /** A ticket for {@code sub}, with the claim {@code reset} where the body has it. */
    Outgoing create(Incoming incoming) throws InvalidJsonException {
        JsonBody body = incoming.json();
        long now = clock.instant().getEpochSecond();
        ObjectNode claims = JsonNodeFactory.instance
                .objectNode()
                .put("iss", issuer)
                .put("aud", gateway)
                .put("sub", body.text("sub"))
                .put("iat", now)
                .put("exp", now + LIFETIME.toSeconds())
                .put("jti", ids.next("tic_"));
        if (body.object().path("reset").isBoolean()) {
            claims.set("reset", body.object().get("reset"));
        }
        ObjectNode answer = JsonNodeFactory.instance.objectNode().put("ticket", key.jws("rctp-enroll+jwt", claims));
        return Outgoing.json(200, answer);
    }

    /** The key set (RFC 7517). */
    Outgoing keys() {
        ObjectNode set = JsonNodeFactory.instance.objectNode();
        set.putArray("keys").add(key.publicJwk());
        return Outgoing.json(200, set).with("cache-control", "public, max-age=300");
    }
}
