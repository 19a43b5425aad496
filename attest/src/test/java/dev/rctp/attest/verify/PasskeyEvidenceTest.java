package dev.rctp.attest.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.registries.CanonicalJson;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Sha256;
import dev.rctp.registries.StrictJson;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class PasskeyEvidenceTest {

    private static final String RP_ID = "shop.example";

    /** A key pair with its JWK. */
    record Authenticator(String algorithm, KeyPair pair, ObjectNode jwk) {

        static Authenticator es256() {
            KeyPair pair = generate("EC");
            ECPublicKey key = (ECPublicKey) pair.getPublic();
            return new Authenticator(
                    "SHA256withECDSA",
                    pair,
                    jwk("EC", "ES256")
                            .put("crv", "P-256")
                            .put("x", last(key.getW().getAffineX().toByteArray(), 32))
                            .put("y", last(key.getW().getAffineY().toByteArray(), 32)));
        }

        static Authenticator ed25519() {
            KeyPair pair = generate("Ed25519");
            String x = last(pair.getPublic().getEncoded(), 32);
            return new Authenticator(
                    "Ed25519", pair, jwk("OKP", "EdDSA").put("crv", "Ed25519").put("x", x));
        }

        static Authenticator rs256() {
            KeyPair pair = generate("RSA");
            String n = last(((RSAPublicKey) pair.getPublic()).getModulus().toByteArray(), 256);
            return new Authenticator(
                    "SHA256withRSA", pair, jwk("RSA", "RS256").put("n", n).put("e", "AQAB"));
        }

        private static ObjectNode jwk(String kty, String alg) {
            return JsonNodeFactory.instance.objectNode().put("kty", kty).put("alg", alg);
        }

        private static KeyPair generate(String type) {
            try {
                KeyPairGenerator generator = KeyPairGenerator.getInstance(type);
                if (type.equals("EC")) {
                    generator.initialize(new ECGenParameterSpec("secp256r1"));
                } else if (type.equals("RSA")) {
                    generator.initialize(2048);
                }
                return generator.generateKeyPair();
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }

        /** The last bytes, with zeros before them where there are not so many. */
        private static String last(byte[] bytes, int count) {
            byte[] all = new byte[count + bytes.length];
            System.arraycopy(bytes, 0, all, count, bytes.length);
            return Base64Url.encode(Arrays.copyOfRange(all, bytes.length, all.length));
        }

        byte[] sign(byte[] data) {
            try {
                Signature signer = Signature.getInstance(algorithm);
                signer.initSign(pair.getPrivate());
                signer.update(data);
                return signer.sign();
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }

        /** What this authenticator signs, with everything a test wants to have signed. */
        ObjectNode evidence(ObjectNode details, String type, String rpId, int flags) {
            byte[] client = JsonNodeFactory.instance
                    .objectNode()
                    .put("type", type)
                    .put("challenge", Base64Url.encode(Sha256.bytes(CanonicalJson.bytes(details))))
                    .put("origin", "https://approve.shop.example")
                    .toString()
                    .getBytes(StandardCharsets.UTF_8);
            byte[] data = ByteBuffer.allocate(37)
                    .put(Sha256.bytes(rpId.getBytes(StandardCharsets.UTF_8)))
                    .put((byte) flags)
                    .putInt(0)
                    .array();
            byte[] signed =
                    ByteBuffer.allocate(69).put(data).put(Sha256.bytes(client)).array();
            ObjectNode evidence = JsonNodeFactory.instance.objectNode();
            evidence.set("details", details);
            evidence.putObject("credential")
                    .put("id", "AAAA")
                    .put("rawId", "AAAA")
                    .put("type", "public-key")
                    .putObject("response")
                    .put("clientDataJSON", Base64Url.encode(client))
                    .put("authenticatorData", Base64Url.encode(data))
                    .put("signature", Base64Url.encode(sign(signed)));
            evidence.set("passkey", jwk.deepCopy());
            return evidence;
        }

        ObjectNode good() {
            return evidence(details(), "webauthn.get", RP_ID, 5);
        }
    }

    private static final Authenticator AUTHENTICATOR = Authenticator.es256();

    private static Stream<Authenticator> authenticators() {
        return Stream.of(AUTHENTICATOR, Authenticator.ed25519(), Authenticator.rs256());
    }

    private static ObjectNode details() {
        ObjectNode details = JsonNodeFactory.instance
                .objectNode()
                .put("type", "dev.rctp.approval")
                .put("approval_id", "apr_1")
                .put("action", "offer.accept")
                .put("decision", "approve");
        details.putObject("price").put("amount", 82000).put("currency", "EUR");
        return details;
    }

    private static void assertHolds(JsonNode evidence) {
        assertThat(PasskeyEvidence.fault(evidence, RP_ID)).isEmpty();
    }

    private static void assertFails(JsonNode evidence, String sentence) {
        assertThat(PasskeyEvidence.fault(evidence, RP_ID)).contains(sentence);
    }

    @ParameterizedTest
    @MethodSource("authenticators")
    @DisplayName("APR-3: evidence by a key of each accepted algorithm holds")
    void holds(Authenticator authenticator) {
        assertHolds(authenticator.good());
        ObjectNode unnamed = authenticator.good();
        ((ObjectNode) unnamed.get("passkey")).remove("alg");
        assertHolds(unnamed);
    }

    @Test
    @DisplayName("APR-3: the order of the details' members is not signed, their values are")
    void canonical() {
        ObjectNode evidence = AUTHENTICATOR.good();
        ObjectNode details = (ObjectNode) evidence.get("details");
        JsonNode type = details.remove("type");
        details.set("type", type);
        assertHolds(evidence);
    }

    @ParameterizedTest
    @MethodSource("authenticators")
    @DisplayName("B59: one byte of the approved amount changed, and it is not what was signed")
    void amountChanged(Authenticator authenticator) throws InvalidJsonException {
        String text = authenticator.good().toString();
        assertHolds(StrictJson.parse(text.getBytes(StandardCharsets.UTF_8)));
        String changed = text.replace("\"amount\":82000", "\"amount\":92000");
        assertThat(changed).isNotEqualTo(text);
        assertFails(StrictJson.parse(changed.getBytes(StandardCharsets.UTF_8)), "a passkey that signed other details");
    }

    @Test
    @DisplayName("B53: without the user's verification, or presence, nothing is approved")
    void flags() {
        assertFails(
                AUTHENTICATOR.evidence(details(), "webauthn.get", RP_ID, 1), "a passkey that did not verify its user");
        assertFails(
                AUTHENTICATOR.evidence(details(), "webauthn.get", RP_ID, 4),
                "a passkey that was used without its user");
    }

    @Test
    @DisplayName("APR-3: another relying party, another type of client data and other details are no approval")
    void signedSomethingElse() {
        assertFails(
                AUTHENTICATOR.evidence(details(), "webauthn.get", "other.example", 5),
                "a passkey of another relying party");
        assertFails(
                AUTHENTICATOR.evidence(details(), "webauthn.create", RP_ID, 5),
                "client data that is not of an assertion");
        assertFails(
                AUTHENTICATOR.evidence(details().put("type", "payment"), "webauthn.get", RP_ID, 5),
                "details that are not of an approval");
    }

    @Test
    @DisplayName("APR-3: another passkey did not sign it")
    void otherKey() {
        ObjectNode evidence = AUTHENTICATOR.good();
        evidence.set("passkey", Authenticator.es256().jwk());
        assertFails(evidence, "a passkey's signature that does not verify");
        evidence.set("passkey", Authenticator.ed25519().jwk());
        assertFails(evidence, "a passkey's signature that does not verify");
    }

    @Test
    @DisplayName("B58: a key whose kty, crv and alg do not agree, or that is no point, verifies nothing")
    void badKeys() {
        for (Consumer<ObjectNode> change : List.<Consumer<ObjectNode>>of(
                jwk -> jwk.put("alg", "EdDSA"),
                jwk -> jwk.put("crv", "P-384"),
                jwk -> jwk.put("kty", "RSA"),
                jwk -> jwk.put("y", jwk.get("x").stringValue()),
                jwk -> jwk.remove("y"),
                jwk -> jwk.put("d", "AAAA"),
                jwk -> jwk.put("kty", "OKP")
                        .put("crv", "Ed25519")
                        .put("alg", "EdDSA")
                        .put("x", ""),
                jwk -> jwk.put("kty", "OKP")
                        .put("crv", "Ed25519")
                        .put("alg", "EdDSA")
                        .put("x", "A".repeat(43)),
                jwk -> jwk.removeAll())) {
            ObjectNode evidence = AUTHENTICATOR.good();
            change.accept((ObjectNode) evidence.get("passkey"));
            assertThat(PasskeyEvidence.fault(evidence, RP_ID)).isPresent();
        }
    }

    @Test
    @DisplayName("B67: zeros are no signature")
    void zeros() {
        ObjectNode evidence = AUTHENTICATOR.good();
        ((ObjectNode) evidence.at("/credential/response")).put("signature", "MAYCAQACAQA");
        assertFails(evidence, "a passkey's signature that does not verify");
        ((ObjectNode) evidence.at("/credential/response")).put("signature", "");
        assertFails(evidence, "a passkey's signature that does not verify");
    }

    @ParameterizedTest
    @ValueSource(strings = {"clientDataJSON", "authenticatorData", "signature"})
    @DisplayName("REC-4: of what was signed no byte can be changed")
    void everyByte(String member) {
        ObjectNode evidence = AUTHENTICATOR.good();
        ObjectNode response = (ObjectNode) evidence.at("/credential/response");
        String text = response.get(member).stringValue();
        byte[] good = Base64.getUrlDecoder().decode(text);
        for (int i = 0; i < good.length; i++) {
            byte[] changed = good.clone();
            changed[i] ^= 1;
            response.put(member, Base64Url.encode(changed));
            assertThat(PasskeyEvidence.fault(evidence, RP_ID)).as(member + i).isPresent();
        }
    }

    @Test
    @DisplayName("REC-4: what is missing, foreign or of another type is a fault, never an exception")
    void shapes() {
        JsonNodeFactory json = JsonNodeFactory.instance;
        for (String pointer : List.of(
                "/details",
                "/credential",
                "/passkey",
                "/credential/id",
                "/credential/rawId",
                "/credential/type",
                "/credential/response",
                "/credential/response/clientDataJSON",
                "/credential/response/authenticatorData",
                "/credential/response/signature",
                "/passkey/kty",
                "/passkey/crv",
                "/passkey/x")) {
            int slash = pointer.lastIndexOf('/');
            for (JsonNode bad : List.of(
                    json.nullNode(), json.numberNode(1), json.stringNode("?"), json.arrayNode(), json.objectNode())) {
                ObjectNode evidence = AUTHENTICATOR.good();
                ((ObjectNode) evidence.at(pointer.substring(0, slash))).set(pointer.substring(slash + 1), bad);
                assertThat(PasskeyEvidence.fault(evidence, RP_ID))
                        .as(pointer + bad)
                        .isPresent();
            }
            ObjectNode evidence = AUTHENTICATOR.good();
            ((ObjectNode) evidence.at(pointer.substring(0, slash))).remove(pointer.substring(slash + 1));
            assertThat(PasskeyEvidence.fault(evidence, RP_ID)).as(pointer).isPresent();
        }
        assertThat(PasskeyEvidence.fault(AUTHENTICATOR.good().put("more", 1), RP_ID))
                .isPresent();
        assertThat(PasskeyEvidence.fault(json.nullNode(), RP_ID)).isPresent();
    }
}
