package dev.rctp.msgsig;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.PrivateKey;
import java.security.PublicKey;
import java.util.Map;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("B67: a library that fails its self-test is not used")
class SelfTestTest {

    /** BouncyCastle with one fault. */
    private static class Faulty implements KeyScheme {

        private final KeyScheme sound = EcdsaScheme.ofHash(Curve.P256, new BouncyCastleProvider());

        @Override
        public PublicKey publicKey(PublicJwk jwk) throws MalformedKeyException {
            return sound.publicKey(jwk);
        }

        @Override
        public PrivateKey privateKey(byte[] d) throws MalformedKeyException {
            return sound.privateKey(d);
        }

        @Override
        public GeneratedKey generate() {
            return sound.generate();
        }

        @Override
        public boolean verify(PublicKey key, byte[] data, byte[] signature) {
            return sound.verify(key, data, signature);
        }

        @Override
        public byte[] sign(PrivateKey key, byte[] data) {
            return sound.sign(key, data);
        }
    }

    private static void test(KeyScheme scheme) {
        SelfTest.run(new Cryptography(Cryptography.Library.BOUNCY_CASTLE, Map.of(SignatureAlgorithm.ES256, scheme)));
    }

    @Test
    void soundPasses() {
        assertThatCode(() -> test(new Faulty())).doesNotThrowAnyException();
    }

    @Test
    void acceptsZero() {
        assertThatThrownBy(() -> test(new Faulty() {
                    @Override
                    public boolean verify(PublicKey key, byte[] data, byte[] signature) {
                        return signature[0] == 0 || super.verify(key, data, signature);
                    }
                }))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void acceptsNothing() {
        assertThatThrownBy(() -> test(new Faulty() {
                    @Override
                    public boolean verify(PublicKey key, byte[] data, byte[] signature) {
                        return false;
                    }
                }))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void signsWrongly() {
        assertThatThrownBy(() -> test(new Faulty() {
                    @Override
                    public byte[] sign(PrivateKey key, byte[] data) {
                        byte[] signature = super.sign(key, data);
                        signature[5] ^= 1;
                        return signature;
                    }
                }))
                .isInstanceOf(IllegalStateException.class);
    }
}
