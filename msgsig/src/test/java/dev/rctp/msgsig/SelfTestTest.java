package dev.rctp.msgsig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.PrivateKey;
import java.security.PublicKey;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("B67: a library that fails its self-test is not used")
class SelfTestTest {

    private static final Map<SignatureAlgorithm, KeyScheme> SOUND = Map.of(
            SignatureAlgorithm.ES256, EcdsaScheme.ofHash(Curve.P256, new BouncyCastleProvider()),
            SignatureAlgorithm.ES384, EcdsaScheme.ofHash(Curve.P384, new BouncyCastleProvider()),
            SignatureAlgorithm.ED25519, new Ed25519Scheme(new BouncyCastleProvider()));

    /** BouncyCastle with one fault. */
    private static class Faulty implements KeyScheme {

        private final KeyScheme sound;

        Faulty(SignatureAlgorithm algorithm) {
            sound = Objects.requireNonNull(SOUND.get(algorithm));
        }

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

    private static void test(SignatureAlgorithm algorithm, KeyScheme scheme) {
        SelfTest.run(with(algorithm, scheme));
    }

    private static Cryptography with(SignatureAlgorithm algorithm, KeyScheme scheme) {
        Map<SignatureAlgorithm, KeyScheme> schemes = new EnumMap<>(SOUND);
        schemes.put(algorithm, scheme);
        return new Cryptography(Cryptography.Library.BOUNCY_CASTLE, schemes);
    }

    @Test
    @DisplayName("B67: a library that was passed over is told with its reason, and the next one is taken")
    void passedOver() {
        Cryptography chosen = Cryptography.firstOf(List.of(Cryptography.Library.values()), library -> {
            if (library == Cryptography.Library.CORRETTO) {
                throw new IllegalStateException("does not load", new UnsatisfiedLinkError("no native code"));
            }
            return Cryptography.with(library);
        });
        assertThat(chosen.library()).isEqualTo(Cryptography.Library.BOUNCY_CASTLE);
        assertThat(chosen.passedOver())
                .singleElement()
                .asString()
                .contains("CORRETTO", "does not load", "no native code");
        assertThat(Cryptography.with(Cryptography.Library.BOUNCY_CASTLE).passedOver())
                .isEmpty();
    }

    @Test
    @DisplayName("B67: where no library passes there is no cryptography, and every reason is told")
    void nonePasses() {
        assertThatThrownBy(() -> Cryptography.firstOf(List.of(Cryptography.Library.values()), library -> {
                    throw new NoClassDefFoundError("missing " + library);
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("missing CORRETTO", "missing BOUNCY_CASTLE");
    }

    @ParameterizedTest
    @EnumSource
    void soundPasses(SignatureAlgorithm algorithm) {
        assertThatCode(() -> test(algorithm, new Faulty(algorithm))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @EnumSource
    void acceptsZero(SignatureAlgorithm algorithm) {
        assertThatThrownBy(() -> test(algorithm, new Faulty(algorithm) {
                    @Override
                    public boolean verify(PublicKey key, byte[] data, byte[] signature) {
                        return signature[0] == 0 || super.verify(key, data, signature);
                    }
                }))
                .isInstanceOf(IllegalStateException.class);
    }

    @ParameterizedTest
    @EnumSource
    void acceptsNothing(SignatureAlgorithm algorithm) {
        assertThatThrownBy(() -> test(algorithm, new Faulty(algorithm) {
                    @Override
                    public boolean verify(PublicKey key, byte[] data, byte[] signature) {
                        return false;
                    }
                }))
                .isInstanceOf(IllegalStateException.class);
    }

    @ParameterizedTest
    @EnumSource
    void signsWrongly(SignatureAlgorithm algorithm) {
        assertThatThrownBy(() -> test(algorithm, new Faulty(algorithm) {
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
