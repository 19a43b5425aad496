package dev.rctp.msgsig;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import tools.jackson.databind.node.JsonNodeFactory;

/** What a library must show before it is trusted with P-256 (B67). */
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

    private static final String N = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551";

    private final Cryptography cryptography;

    private SelfTest(Cryptography cryptography) {
        this.cryptography = cryptography;
    }

    /** Throws {@link IllegalStateException} if the library fails. */
    static void run(Cryptography cryptography) {
        try {
            SelfTest test = new SelfTest(cryptography);
            test.knownAnswers();
            test.roundTrip();
        } catch (MalformedKeyException e) {
            throw new IllegalStateException("the library refuses a valid key", e);
        }
    }

    private void knownAnswers() throws MalformedKeyException {
        VerificationKey key = cryptography.verificationKey(JsonNodeFactory.instance
                .objectNode()
                .put("kty", "EC")
                .put("crv", "P-256")
                .put("x", X)
                .put("y", Y));
        expect(key.verify(DATA, SIGNATURE), "a known signature does not verify");
        byte[] wrong = SIGNATURE.clone();
        wrong[63] ^= 1;
        refuse(key, wrong);
        refuse(key, new byte[64]);
        refuse(key, HexFormat.of().parseHex(N + N));
        refuse(key, HexFormat.of().parseHex("f".repeat(128)));
        refuse(key, HexFormat.of().parseHex("3006020100020100"));
    }

    private void roundTrip() throws MalformedKeyException {
        SigningKey key = cryptography.generate();
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
