package dev.rctp.conformance.hosts;

import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.SigningKey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Makes enrolment tickets, JWTs with ES256 (APR-9, RFC 7515). */
final class TicketOffice {

    private static final Duration LIFE = Duration.ofMinutes(10);

    private final String issuer;
    private final String audience;
    private final InstantSource clock;
    private final RandomText random;
    private final SigningKey key;
    private final SigningKey stranger;

    TicketOffice(String issuer, String audience, SigningKey key, InstantSource clock, RandomText random) {
        this.issuer = issuer;
        this.audience = audience;
        this.clock = clock;
        this.random = random;
        this.key = key;
        this.stranger = Cryptography.select().generate();
    }

    String ticket(String sub, UnaryOperator<ObjectNode> claims, UnaryOperator<ObjectNode> header) {
        return jws(header.apply(header(key)), claims.apply(claims(sub)), key);
    }

    String forged(String sub) {
        return jws(header(key), claims(sub), stranger);
    }

    String unknown(String sub) {
        return jws(header(stranger), claims(sub), stranger);
    }

    ObjectNode keys() {
        ObjectNode set = JsonNodeFactory.instance.objectNode();
        set.putArray("keys").add(key.publicJwk());
        return set;
    }

    private ObjectNode claims(String sub) {
        long now = clock.instant().getEpochSecond();
        return JsonNodeFactory.instance
                .objectNode()
                .put("iss", issuer)
                .put("aud", audience)
                .put("sub", sub)
                .put("iat", now)
                .put("exp", now + LIFE.toSeconds())
                .put("jti", random.next("tic_"));
    }

    private static ObjectNode header(SigningKey key) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("typ", "rctp-enroll+jwt")
                .put("alg", "ES256")
                .put("kid", key.thumbprint());
    }

    private static String jws(JsonNode header, JsonNode claims, SigningKey signer) {
        String signed = part(header.toString().getBytes(StandardCharsets.UTF_8)) + "."
                + part(claims.toString().getBytes(StandardCharsets.UTF_8));
        return signed + "." + part(signer.sign(signed.getBytes(StandardCharsets.US_ASCII)));
    }

    private static String part(byte[] octets) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(octets);
    }
}
