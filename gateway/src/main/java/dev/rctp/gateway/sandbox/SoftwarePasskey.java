package dev.rctp.gateway.sandbox;

import dev.rctp.registries.Sha256;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * TEST ONLY: a seller's passkey with the browser and the person around it: it says yes to whatever it is asked, as one whose user is verified
 * and whose counter stays 0 (WebAuthn Level 3).
 */
public final class SoftwarePasskey {

    private static final int USER_PRESENT_AND_VERIFIED = 0x05;
    private static final int ATTESTED_CREDENTIAL = 0x40;

    private static final int COORDINATE = 32;

    /** A COSE key of P-256 for ES256 up to its x, in CBOR; then what stands before its y (RFC 9053 section 7.1.1). */
    private static final byte[] BEFORE_X = HexFormat.of().parseHex("a5010203262001215820");

    private static final byte[] BEFORE_Y = HexFormat.of().parseHex("225820");

    /** An attestation object without attestation, up to the length of its authenticator data, in CBOR. */
    private static final byte[] BEFORE_DATA =
            HexFormat.of().parseHex("a363666d74646e6f6e656761747453746d74a068617574684461746158");

    private final SellerPasskey passkey;
    private final byte[] rpIdHash;
    private final String origin;

    /**
     * Uses this passkey.
     *
     * @param rpId the relying party's id
     * @param origin where the page is that asks
     */
    public SoftwarePasskey(SellerPasskey passkey, String rpId, String origin) {
        this.passkey = passkey;
        this.rpIdHash = Sha256.bytes(rpId.getBytes(StandardCharsets.UTF_8));
        this.origin = origin;
    }

    /** Approves: the AuthenticationResponseJSON for a challenge, base64url. */
    public ObjectNode assertion(String challenge) {
        byte[] client = clientData("webauthn.get", challenge);
        byte[] data = authenticatorData(USER_PRESENT_AND_VERIFIED);
        byte[] signature = der(passkey.key().sign(join(data, Sha256.bytes(client))));
        ObjectNode credential = credential();
        credential
                .putObject("response")
                .put("clientDataJSON", text(client))
                .put("authenticatorData", text(data))
                .put("signature", text(signature));
        return credential;
    }

    /** Enrols: the RegistrationResponseJSON for a challenge, base64url. */
    public ObjectNode registration(String challenge) {
        byte[] id = Base64.getUrlDecoder().decode(passkey.credentialId());
        byte[] length = {(byte) (id.length >> 8), (byte) id.length};
        byte[] data = join(
                authenticatorData(USER_PRESENT_AND_VERIFIED | ATTESTED_CREDENTIAL),
                new byte[16], // of no make
                length,
                id,
                BEFORE_X,
                coordinate("x"),
                BEFORE_Y,
                coordinate("y"));
        ObjectNode credential = credential();
        credential
                .putObject("response")
                .put("clientDataJSON", text(clientData("webauthn.create", challenge)))
                .put("attestationObject", text(join(BEFORE_DATA, new byte[] {(byte) data.length}, data)));
        return credential;
    }

    private ObjectNode credential() {
        ObjectNode credential = JsonNodeFactory.instance
                .objectNode()
                .put("id", passkey.credentialId())
                .put("rawId", passkey.credentialId())
                .put("type", "public-key");
        credential.putObject("clientExtensionResults");
        return credential;
    }

    private byte[] clientData(String type, String challenge) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("type", type)
                .put("challenge", challenge)
                .put("origin", origin)
                .put("crossOrigin", false)
                .toString()
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Section 6.1: the relying party, the flags, and the counter, 0. */
    private byte[] authenticatorData(int flags) {
        return join(rpIdHash, new byte[] {(byte) flags}, new byte[4]);
    }

    private byte[] coordinate(String member) {
        return Base64.getUrlDecoder()
                .decode(passkey.key().publicJwk().get(member).stringValue());
    }

    /** From r‖s to an ASN.1 sequence of two integers, which is what authenticators write (section 6.5.5). */
    private static byte[] der(byte[] signature) {
        byte[] r = integer(Arrays.copyOfRange(signature, 0, COORDINATE));
        byte[] s = integer(Arrays.copyOfRange(signature, COORDINATE, 2 * COORDINATE));
        return join(new byte[] {0x30, (byte) (r.length + s.length)}, r, s);
    }

    private static byte[] integer(byte[] unsigned) {
        byte[] value = new BigInteger(1, unsigned).toByteArray();
        return join(new byte[] {0x02, (byte) value.length}, value);
    }

    private static byte[] join(byte[]... parts) {
        ByteBuffer joined = ByteBuffer.allocate(
                Arrays.stream(parts).mapToInt(part -> part.length).sum());
        for (byte[] part : parts) {
            joined.put(part);
        }
        return joined.array();
    }

    private static String text(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
