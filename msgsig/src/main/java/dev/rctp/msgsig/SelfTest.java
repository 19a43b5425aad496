package dev.rctp.msgsig;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What a library must show before it is trusted with the algorithms of SIG-1 (B67). */
final class SelfTest {

    /** RFC 9421 B.1.3, the public members. */
    private static final String X = "qIVYZVLCrPZHGHjP17CTW0_-D9Lfw0EkjqF7xB4FivA";

    private static final String Y = "Mc4nN9LTDOBhfoUeg8Ye9WedFRhnZXZJA12Qp0zZ6F0";

    /** RFC 9421 B.2.4, the signature base. */
    private static final byte[] DATA = """
            "@status": 200
            "content-type": application/json
            "content-digest": sha-512=:mEWXIS7MaLRuGgxOBdODa3xqM1XdEvxoYhvlCFJ41QJgJc4GTsPp29l5oGX69wWdXymyU0rjJuahq4l5aGgfLQ==:
            "content-length": 23
            "@signature-params": ("@status" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-ecc-p256"\
            """.getBytes(StandardCharsets.US_ASCII);

    /** RFC 9421 B.2.4, the signature. */
    private static final byte[] SIGNATURE = Base64.getDecoder()
            .decode("wNmSUAhwb5LxtOtOpNa6W5xj067m5hFrj0XQ4fvpaCLx0NKocgPquLgyahnzDnDAUy5eCdlYUEkLIj+32oiasw==");

    /** RFC 6979 A.2.6: the public key, and the signature of "sample" with SHA-384. */
    private static final String X384 = "7DpOQVtOGaRWhhgCn0J_pdqai8SukuAuBqrlKGswDGTe-PDqkFWGYGSiVFFUgLwT";

    private static final String Y384 = "gBXZty19VyROqO-awMYhiWcIpZNn-d-59UyoSz8cnbEoiyMcOuDU_nNE_SUzJkcg";
    private static final byte[] DATA384 = "sample".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] SIGNATURE384 = HexFormat.of()
            .parseHex(
                    "94edbb92a5ecb8aad4736e56c691916b3f88140666ce9fa73d64c4ea95ad133c81a648152e44acf96e36dd1e80fabe46"
                            + "99ef4aeb15f178cea1fe40db2603138f130e740a19624526203b6351d0a3a94fa329c145786e679e7b82c71a38628ac8");

    /** RFC 8032 7.1, test 1: the public key, and the signature of nothing. */
    private static final String X25519 = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";

    private static final byte[] SIGNATURE25519 = HexFormat.of()
            .parseHex("e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555"
                    + "fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b");

    private static final String N = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551";

    private final Cryptography cryptography;

    private SelfTest(Cryptography cryptography) {
        this.cryptography = cryptography;
    }

    /** Throws {@link IllegalStateException} if the library fails. */
    static void run(Cryptography cryptography) {
        try {
            SelfTest test = new SelfTest(cryptography);
            test.es256();
            test.es384();
            test.ed25519();
            for (SignatureAlgorithm algorithm : SignatureAlgorithm.values()) {
                test.roundTrip(algorithm);
            }
        } catch (MalformedKeyException e) {
            throw new IllegalStateException("the library refuses a valid key", e);
        }
    }

    private void es256() throws MalformedKeyException {
        VerificationKey key = knownAnswer(jwk("EC", "P-256", X).put("y", Y), DATA, SIGNATURE);
        refuse(key, HexFormat.of().parseHex(N + N));
        refuse(key, HexFormat.of().parseHex("f".repeat(128)));
        refuse(key, HexFormat.of().parseHex("3006020100020100"));
    }

    private void es384() throws MalformedKeyException {
        VerificationKey key = knownAnswer(jwk("EC", "P-384", X384).put("y", Y384), DATA384, SIGNATURE384);
        refuse(key, HexFormat.of().parseHex("f".repeat(192)));
    }

    private void ed25519() throws MalformedKeyException {
        VerificationKey key = knownAnswer(jwk("OKP", "Ed25519", X25519), new byte[0], SIGNATURE25519);
        refuse(key, SIGNATURE25519);
    }

    private static ObjectNode jwk(String type, String curve, String x) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("kty", type)
                .put("crv", curve)
                .put("x", x);
    }

    private VerificationKey knownAnswer(ObjectNode jwk, byte[] data, byte[] signature) throws MalformedKeyException {
        VerificationKey key = cryptography.verificationKey(jwk);
        expect(key.verify(data, signature), "a known signature does not verify");
        byte[] wrong = signature.clone();
        wrong[wrong.length / 2 - 1] ^= 1;
        expect(!key.verify(data, wrong), "a wrong signature verifies");
        expect(!key.verify(data, new byte[signature.length]), "a signature of zeros verifies");
        return key;
    }

    private void roundTrip(SignatureAlgorithm algorithm) throws MalformedKeyException {
        SigningKey key = cryptography.signingKey(cryptography.generateJwk(algorithm));
        byte[] signature = key.sign(DATA);
        VerificationKey own = cryptography.verificationKey(key.publicJwk());
        expect(own.verify(DATA, signature), "a new signature does not verify");
        signature[0] ^= 1;
        refuse(own, signature);
    }

    private static void refuse(VerificationKey key, byte[] signature) {
        expect(!key.verify(DATA, signature), "a wrong signature verifies");
    }

    private static void expect(boolean holds, String fault) {
        if (!holds) {
            throw new IllegalStateException(fault);
        }
    }
}
