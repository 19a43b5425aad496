package dev.rctp.conformance.hosts;

import dev.rctp.registries.Sha256;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import tools.jackson.databind.JsonNode;

/** What an authenticator says of itself (WebAuthn Level 3 section 6.1). */
final class AuthenticatorData {

    private static final byte[] AAGUID_OF_NO_MAKE = new byte[16];

    private AuthenticatorData() {}

    /** Relying party, flags and counter. */
    static byte[] of(Ceremony ceremony) {
        return ByteBuffer.allocate(37)
                .put(Sha256.bytes(ceremony.rpId().getBytes(StandardCharsets.UTF_8)))
                .put((byte) ceremony.flags())
                .putInt((int) ceremony.counter())
                .array();
    }

    /** With a new credential (section 6.5.1). */
    static byte[] of(Ceremony ceremony, JsonNode publicJwk) {
        byte[] id = Base64.getUrlDecoder().decode(ceremony.credentialId());
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        data.writeBytes(of(ceremony));
        data.writeBytes(AAGUID_OF_NO_MAKE);
        data.writeBytes(ByteBuffer.allocate(2).putShort((short) id.length).array());
        data.writeBytes(id);
        data.writeBytes(coseKey(publicJwk));
        return data.toByteArray();
    }

    /** An EC2 key of P-256 for ES256 (RFC 9053 section 7.1.1). */
    private static byte[] coseKey(JsonNode publicJwk) {
        return new Cbor()
                .map(5)
                .number(1)
                .number(2)
                .number(3)
                .number(-7)
                .number(-1)
                .number(1)
                .number(-2)
                .octets(coordinate(publicJwk, "x"))
                .number(-3)
                .octets(coordinate(publicJwk, "y"))
                .encoded();
    }

    private static byte[] coordinate(JsonNode publicJwk, String member) {
        return Base64.getUrlDecoder().decode(publicJwk.path(member).stringValue());
    }
}
