package dev.rctp.conformance.hosts;

import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.SigningKey;
import dev.rctp.registries.Sha256;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A seller's passkey for ES256 with the browser around it (WebAuthn Level 3; APR-3, APR-9). */
public final class SoftwarePasskey {

    private static final int VERIFIED = Ceremony.USER_PRESENT | Ceremony.USER_VERIFIED;

    private static final int COORDINATE = 32;

    private final SigningKey key;
    private final String credentialId;
    private final String rpId;
    private final String origin;
    private volatile long counter;

    private SoftwarePasskey(SigningKey key, String credentialId, String rpId, String origin) {
        this.key = key;
        this.credentialId = credentialId;
        this.rpId = rpId;
        this.origin = origin;
    }

    /** A new passkey for this relying party on pages of this origin; its counter is 0. */
    public static SoftwarePasskey create(String rpId, String origin, RandomGenerator random) {
        return new SoftwarePasskey(Cryptography.select().generate(), new RandomText(random).next(""), rpId, origin);
    }

    /** The credential's id, base64url. */
    public String credentialId() {
        return credentialId;
    }

    /** The public JWK, as an import of passkeys takes it. */
    public ObjectNode publicJwk() {
        return key.publicJwk();
    }

    /** The counter that it shows from now on. */
    public void counter(long value) {
        counter = value;
    }

    /** The AuthenticationResponseJSON for a challenge, base64url (section 5.2.2). */
    public ObjectNode assertion(String challenge) {
        return assertion(challenge, ceremony -> ceremony);
    }

    /** An AuthenticationResponseJSON from a changed ceremony. */
    public ObjectNode assertion(String challenge, UnaryOperator<Ceremony> fault) {
        Ceremony ceremony = fault.apply(ceremony("webauthn.get", challenge, VERIFIED));
        byte[] client = clientData(ceremony);
        byte[] data = AuthenticatorData.of(ceremony);
        byte[] signed = ByteBuffer.allocate(data.length + 32)
                .put(data)
                .put(Sha256.bytes(client))
                .array();
        ObjectNode credential = credential(ceremony);
        credential
                .putObject("response")
                .put("clientDataJSON", text(client))
                .put("authenticatorData", text(data))
                .put("signature", text(ceremony.signature().apply(der(key.sign(signed)))));
        return ceremony.response().apply(credential);
    }

    /** The RegistrationResponseJSON for a challenge, base64url, without attestation (section 5.2.1). */
    public ObjectNode registration(String challenge) {
        return registration(challenge, ceremony -> ceremony);
    }

    /** A RegistrationResponseJSON from a changed ceremony. */
    public ObjectNode registration(String challenge, UnaryOperator<Ceremony> fault) {
        Ceremony ceremony = fault.apply(ceremony("webauthn.create", challenge, VERIFIED | Ceremony.ATTESTED));
        byte[] data = AuthenticatorData.of(ceremony, key.publicJwk());
        Cbor attestation = new Cbor()
                .map(3)
                .text("fmt")
                .text("none")
                .text("attStmt")
                .map(0)
                .text("authData")
                .octets(data);
        ObjectNode credential = credential(ceremony);
        credential
                .putObject("response")
                .put("clientDataJSON", text(clientData(ceremony)))
                .put("attestationObject", text(attestation.encoded()))
                .putArray("transports")
                .add("internal");
        return ceremony.response().apply(credential);
    }

    private Ceremony ceremony(String type, String challenge, int flags) {
        return new Ceremony(
                type,
                challenge,
                origin,
                false,
                null,
                rpId,
                flags,
                counter,
                credentialId,
                signature -> signature,
                credential -> credential);
    }

    private static ObjectNode credential(Ceremony ceremony) {
        ObjectNode credential = JsonNodeFactory.instance
                .objectNode()
                .put("id", ceremony.credentialId())
                .put("rawId", ceremony.credentialId())
                .put("type", "public-key")
                .put("authenticatorAttachment", "platform");
        credential.putObject("clientExtensionResults");
        return credential;
    }

    private static byte[] clientData(Ceremony ceremony) {
        ObjectNode data = JsonNodeFactory.instance
                .objectNode()
                .put("type", ceremony.type())
                .put("challenge", ceremony.challenge())
                .put("origin", ceremony.origin())
                .put("crossOrigin", ceremony.crossOrigin());
        if (ceremony.topOrigin() != null) {
            data.put("topOrigin", ceremony.topOrigin());
        }
        return data.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** The two halves of a signature as an ASN.1 sequence, which is what authenticators write (section 6.5.5). */
    private static byte[] der(byte[] halves) {
        byte[] r = new BigInteger(1, Arrays.copyOfRange(halves, 0, COORDINATE)).toByteArray();
        byte[] s = new BigInteger(1, Arrays.copyOfRange(halves, COORDINATE, halves.length)).toByteArray();
        return ByteBuffer.allocate(r.length + s.length + 6)
                .put((byte) 0x30)
                .put((byte) (r.length + s.length + 4))
                .put((byte) 0x02)
                .put((byte) r.length)
                .put(r)
                .put((byte) 0x02)
                .put((byte) s.length)
                .put(s)
                .array();
    }

    private static String text(byte[] octets) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(octets);
    }
}
