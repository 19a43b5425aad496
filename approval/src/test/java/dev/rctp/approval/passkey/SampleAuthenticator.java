package dev.rctp.approval.passkey;

import dev.rctp.registries.Sha256;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** An authenticator and its browser in one, who do whatever a test asks of them. */
final class SampleAuthenticator {

    static final int UP = 0x01;
    static final int UV = 0x04;
    static final int BE = 0x08;
    static final int BS = 0x10;
    static final int AT = 0x40;

    static final String RP_ID = "shop.example";
    static final String ORIGIN = "https://approve.shop.example";
    static final String SELLER = "slr_7";

    final String credentialId = Base64Url.encode("credential-number-1".getBytes(StandardCharsets.US_ASCII));
    final KeyPair pair;
    private final String signing;

    private SampleAuthenticator(KeyPair pair, String signing) {
        this.pair = pair;
        this.signing = signing;
    }

    static SampleAuthenticator es256() {
        return of("EC", "SHA256withECDSA");
    }

    static SampleAuthenticator ed25519() {
        return of("Ed25519", "Ed25519");
    }

    static SampleAuthenticator rs256() {
        return of("RSA", "SHA256withRSA");
    }

    private static SampleAuthenticator of(String type, String signing) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(type);
            if (type.equals("EC")) {
                generator.initialize(new ECGenParameterSpec("secp256r1"));
            }
            return new SampleAuthenticator(generator.generateKeyPair(), signing);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    ObjectNode jwk() {
        ObjectNode jwk = JsonNodeFactory.instance.objectNode();
        return switch (pair.getPublic()) {
            case ECPublicKey ec ->
                jwk.put("kty", "EC")
                        .put("crv", "P-256")
                        .put("x", Base64Url.encode(fixed(ec.getW().getAffineX())))
                        .put("y", Base64Url.encode(fixed(ec.getW().getAffineY())));
            case EdECPublicKey ed ->
                jwk.put("kty", "OKP").put("crv", "Ed25519").put("x", Base64Url.encode(encoded(ed)));
            case RSAPublicKey rsa ->
                jwk.put("kty", "RSA")
                        .put("n", Base64Url.encode(unsigned(rsa.getModulus())))
                        .put("e", Base64Url.encode(unsigned(rsa.getPublicExponent())));
            default -> throw new IllegalStateException("no such key");
        };
    }

    /** The passkey as it is kept, with this counter. */
    Passkey passkey(long counter) {
        ImportVerdict verdict = Passkey.imported(
                SELLER,
                JsonNodeFactory.instance.stringNode(credentialId),
                jwk(),
                null,
                counter,
                java.time.Instant.EPOCH);
        return (Passkey) verdict;
    }

    Answer assertion(PasskeyChallenge challenge) {
        return new Answer(ClientData.GET, challenge, UP | UV);
    }

    Answer registration(PasskeyChallenge challenge) {
        return new Answer(ClientData.CREATE, challenge, UP | UV | AT);
    }

    /** The key in COSE's CBOR: deterministic, as authenticators write it. */
    byte[] coseKey() {
        return switch (pair.getPublic()) {
            case ECPublicKey ec ->
                Cbor.map(
                        1, 2,
                        3, -7,
                        -1, 1,
                        -2, fixed(ec.getW().getAffineX()),
                        -3, fixed(ec.getW().getAffineY()));
            case EdECPublicKey ed -> Cbor.map(1, 1, 3, -8, -1, 6, -2, encoded(ed));
            case RSAPublicKey rsa ->
                Cbor.map(1, 3, 3, -257, -1, unsigned(rsa.getModulus()), -2, unsigned(rsa.getPublicExponent()));
            default -> throw new IllegalStateException("no such key");
        };
    }

    static byte[] fixed(BigInteger number) {
        byte[] bytes = unsigned(number);
        byte[] fixed = new byte[32];
        System.arraycopy(bytes, 0, fixed, 32 - bytes.length, bytes.length);
        return fixed;
    }

    private static byte[] unsigned(BigInteger number) {
        byte[] bytes = number.toByteArray();
        return bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes;
    }

    private static byte[] encoded(EdECPublicKey key) {
        byte[] spki = key.getEncoded();
        return Arrays.copyOfRange(spki, spki.length - 32, spki.length);
    }

    static byte[] join(byte[]... parts) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            joined.writeBytes(part);
        }
        return joined.toByteArray();
    }

    private byte[] sign(byte[] data) {
        try {
            Signature signer = Signature.getInstance(signing);
            signer.initSign(pair.getPrivate());
            signer.update(data);
            return signer.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What is about to be answered; each test changes what it is about. */
    final class Answer {

        private final ObjectNode clientData = JsonNodeFactory.instance.objectNode();
        private String rpId = RP_ID;
        private int flags;
        private long counter;
        private String id = credentialId;
        private byte[] credential = Base64Url.decode(credentialId);
        private byte[] cose = coseKey();
        private byte[] more = new byte[0];
        private byte[] statement = Cbor.map();
        private String format = "none";
        private @Nullable String userHandle;
        private UnaryOperator<byte[]> written = UnaryOperator.identity();

        private Answer(String type, PasskeyChallenge challenge, int flags) {
            clientData.put("type", type).put("challenge", challenge.text()).put("origin", ORIGIN);
            clientData.put("crossOrigin", false);
            this.flags = flags;
        }

        Answer client(String member, String value) {
            clientData.put(member, value);
            return this;
        }

        Answer crossOrigin(boolean crossOrigin) {
            clientData.put("crossOrigin", crossOrigin);
            return this;
        }

        Answer without(String member) {
            clientData.remove(member);
            return this;
        }

        /** Changes the bytes of the client data before they are signed. */
        Answer written(UnaryOperator<byte[]> change) {
            written = change;
            return this;
        }

        Answer rpId(String value) {
            rpId = value;
            return this;
        }

        Answer flags(int value) {
            flags = value;
            return this;
        }

        Answer counter(long value) {
            counter = value;
            return this;
        }

        Answer id(String value) {
            id = value;
            return this;
        }

        Answer userHandle(String value) {
            userHandle = value;
            return this;
        }

        Answer cose(byte[] value) {
            cose = value;
            return this;
        }

        Answer attestation(String value, byte[] attStmt) {
            format = value;
            statement = attStmt;
            return this;
        }

        /** Bytes after all that the flags announce. */
        Answer more(byte[] bytes) {
            more = bytes;
            return this;
        }

        /** AuthenticationResponseJSON. */
        ObjectNode authentication() {
            byte[] client = clientDataJson();
            byte[] data = join(head(), more);
            ObjectNode json = credential();
            ObjectNode response = json.putObject("response")
                    .put("clientDataJSON", Base64Url.encode(client))
                    .put("authenticatorData", Base64Url.encode(data))
                    .put("signature", Base64Url.encode(sign(join(data, Sha256.bytes(client)))));
            if (userHandle != null) {
                response.put("userHandle", userHandle);
            }
            return json;
        }

        /** RegistrationResponseJSON. */
        ObjectNode registration() {
            byte[] length = {(byte) (credential.length >> 8), (byte) credential.length};
            byte[] data = join(head(), new byte[16], length, credential, cose, more);
            byte[] object = Cbor.map("fmt", format, "attStmt", Cbor.raw(statement), "authData", data);
            ObjectNode json = credential();
            json.putObject("response")
                    .put("clientDataJSON", Base64Url.encode(clientDataJson()))
                    .put("attestationObject", Base64Url.encode(object));
            return json;
        }

        private ObjectNode credential() {
            return JsonNodeFactory.instance
                    .objectNode()
                    .put("id", id)
                    .put("rawId", id)
                    .put("type", "public-key");
        }

        private byte[] clientDataJson() {
            return written.apply(clientData.toString().getBytes(StandardCharsets.UTF_8));
        }

        private byte[] head() {
            return ByteBuffer.allocate(37)
                    .put(Sha256.bytes(rpId.getBytes(StandardCharsets.UTF_8)))
                    .put((byte) flags)
                    .putInt((int) counter)
                    .array();
        }
    }
}
