package dev.rctp.msgsig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.Security;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("SIG-1: the algorithms, with each library")
class CryptographyTest {

    private static final byte[] DATA = "data".getBytes(StandardCharsets.US_ASCII);

    private static final String ORDER_P256 = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551";

    static Stream<Arguments> librariesAndAlgorithms() {
        return Arrays.stream(Cryptography.Library.values())
                .flatMap(library -> Arrays.stream(SignatureAlgorithm.values()).map(alg -> Arguments.of(library, alg)));
    }

    @ParameterizedTest
    @MethodSource("librariesAndAlgorithms")
    void whatOneLibrarySignsEveryLibraryVerifies(Cryptography.Library library, SignatureAlgorithm algorithm)
            throws MalformedKeyException {
        Cryptography cryptography = Cryptography.with(library);
        SigningKey key = cryptography.signingKey(cryptography.generateJwk(algorithm));
        byte[] signature = key.sign(DATA);
        assertThat(key.algorithm()).isEqualTo(algorithm);
        assertThat(signature).hasSize(algorithm == SignatureAlgorithm.ES384 ? 96 : 64);
        for (Cryptography.Library verifying : Cryptography.Library.values()) {
            VerificationKey publicKey = Cryptography.with(verifying).verificationKey(key.publicJwk());
            assertThat(publicKey.thumbprint()).isEqualTo(key.thumbprint());
            assertThat(publicKey.verify(DATA, signature)).isTrue();
            assertThat(publicKey.verify("date".getBytes(StandardCharsets.US_ASCII), signature))
                    .isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("librariesAndAlgorithms")
    @DisplayName("a signature of any other length, or with any bit changed, is refused")
    void changedSignatures(Cryptography.Library library, SignatureAlgorithm algorithm) throws MalformedKeyException {
        Cryptography cryptography = Cryptography.with(library);
        SigningKey key = cryptography.signingKey(cryptography.generateJwk(algorithm));
        VerificationKey publicKey = cryptography.verificationKey(key.publicJwk());
        byte[] signature = key.sign(DATA);
        for (int bit = 0; bit < signature.length * 8; bit += 7) {
            byte[] changed = signature.clone();
            changed[bit / 8] ^= (byte) (1 << bit % 8);
            assertThat(publicKey.verify(DATA, changed)).isFalse();
        }
        for (int length : new int[] {0, 1, signature.length - 1, signature.length + 1, 2 * signature.length}) {
            assertThat(publicKey.verify(DATA, Arrays.copyOf(signature, length))).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(Cryptography.Library.class)
    @DisplayName("B67: r and s of zero, n and over n are refused before the library sees them")
    void outOfRange(Cryptography.Library library) throws MalformedKeyException {
        Cryptography cryptography = Cryptography.with(library);
        SigningKey key = cryptography.generate();
        VerificationKey publicKey = cryptography.verificationKey(key.publicJwk());
        String zero = "0".repeat(64);
        String one = "0".repeat(63) + "1";
        String good = HexFormat.of().formatHex(key.sign(DATA)).substring(0, 64);
        for (String bad : new String[] {zero, ORDER_P256, "f".repeat(64)}) {
            for (String other : new String[] {zero, one, good, ORDER_P256, "f".repeat(64)}) {
                assertThat(publicKey.verify(DATA, HexFormat.of().parseHex(bad + other)))
                        .isFalse();
                assertThat(publicKey.verify(DATA, HexFormat.of().parseHex(other + bad)))
                        .isFalse();
                assertThat(Curve.P256.inRange(HexFormat.of().parseHex(bad + other)))
                        .isFalse();
            }
        }
        assertThat(Curve.P256.inRange(HexFormat.of().parseHex(one + good))).isTrue();
    }

    @Test
    @DisplayName("the choice names itself, and no library is installed for the whole process")
    void selects() {
        assertThat(Cryptography.select().provider()).isNotEmpty();
        assertThat(Security.getProviders())
                .extracting(p -> p.getName())
                .doesNotContain("AmazonCorrettoCryptoProvider", "BC");
    }

    @Test
    @DisplayName("private members never show in text")
    void textForms() throws MalformedKeyException {
        Cryptography cryptography = Cryptography.select();
        var jwk = cryptography.generateJwk(SignatureAlgorithm.ES256);
        String d = jwk.get("d").stringValue();
        SigningKey key = cryptography.signingKey(jwk);
        assertThat(key.toString()).contains(key.thumbprint()).doesNotContain(d);
        assertThat(key.publicJwk().toString()).doesNotContain(d).doesNotContain("\"d\"");
    }

    @Test
    @DisplayName("a private member that belongs to another key is refused")
    void mixedKey() {
        Cryptography cryptography = Cryptography.select();
        var jwk = cryptography.generateJwk(SignatureAlgorithm.ES256);
        jwk.set("d", cryptography.generateJwk(SignatureAlgorithm.ES256).get("d"));
        assertThatThrownBy(() -> cryptography.signingKey(jwk)).isInstanceOf(MalformedKeyException.class);
    }
}
