package dev.rctp.approval.passkey;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** An authorization server that signs whatever ticket a test asks for. */
final class SampleTickets {

    static final String ISSUER = "https://as.example";
    static final String GATEWAY = "https://gw.example";
    static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    final SampleAuthenticator key;
    private final String algorithm;
    private final String signing;

    private SampleTickets(SampleAuthenticator key, String algorithm, String signing) {
        this.key = key;
        this.algorithm = algorithm;
        this.signing = signing;
    }

    static SampleTickets es256() {
        return new SampleTickets(SampleAuthenticator.es256(), "ES256", "SHA256withECDSAinP1363Format");
    }

    static SampleTickets ed25519() {
        return new SampleTickets(SampleAuthenticator.ed25519(), "EdDSA", "Ed25519");
    }

    static SampleTickets rs256() {
        return new SampleTickets(SampleAuthenticator.rs256(), "RS256", "SHA256withRSA");
    }

    /** The key set: one key, {@code k1}. */
    Optional<JsonNode> find(String keyId) {
        return keyId.equals("k1") ? Optional.of(key.jwk().put("kid", "k1").put("use", "sig")) : Optional.empty();
    }

    TicketVerdict judge(String compact) throws java.io.IOException {
        return new TicketVerifier(ISSUER, GATEWAY, this::find, () -> NOW).verify(compact);
    }

    ObjectNode header() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("alg", algorithm)
                .put("typ", "rctp-enroll+jwt")
                .put("kid", "k1");
    }

    static ObjectNode claims() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("iss", ISSUER)
                .put("aud", GATEWAY)
                .put("sub", SampleAuthenticator.SELLER)
                .put("iat", NOW.getEpochSecond())
                .put("exp", NOW.getEpochSecond() + 600)
                .put("jti", "tic_1");
    }

    String ticket(Consumer<ObjectNode> change) {
        ObjectNode claims = claims();
        change.accept(claims);
        return signed(header(), claims);
    }

    String signed(ObjectNode header, ObjectNode claims) {
        return signed(header.toString(), claims.toString());
    }

    String signed(String header, String claims) {
        String input = Base64Url.encode(header.getBytes(StandardCharsets.UTF_8)) + "."
                + Base64Url.encode(claims.getBytes(StandardCharsets.UTF_8));
        return input + "." + Base64Url.encode(sign(input, signing));
    }

    byte[] sign(String input, String name) {
        try {
            Signature signer = Signature.getInstance(name);
            signer.initSign(key.pair.getPrivate());
            signer.update(input.getBytes(StandardCharsets.US_ASCII));
            return signer.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A good ticket for the sample's seller. */
    EnrolmentTicket good(String id, boolean reset) throws java.io.IOException {
        return (EnrolmentTicket) judge(ticket(claims -> claims.put("jti", id).put("reset", reset)));
    }
}
