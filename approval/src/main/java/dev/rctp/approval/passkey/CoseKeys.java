package dev.rctp.approval.passkey;

import com.webauthn4j.data.attestation.authenticator.COSEKey;
import com.webauthn4j.data.attestation.authenticator.Curve;
import com.webauthn4j.data.attestation.authenticator.EC2COSEKey;
import com.webauthn4j.data.attestation.authenticator.EdDSACOSEKey;
import com.webauthn4j.data.attestation.authenticator.RSACOSEKey;
import java.math.BigInteger;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Authenticators' form of a public key (RFC 9052 section 7), to and from ours. */
final class CoseKeys {

    private static final Map<Curve, String> CURVES = Map.of(Curve.SECP256R1, "P-256", Curve.ED25519, "Ed25519");

    private CoseKeys() {}

    /** The key, held to the same rules as one that came as a JWK (B58). */
    static PublicJwk read(COSEKey key) throws Unfit {
        KeyAlgorithm algorithm = algorithm(key);
        ObjectNode jwk = JsonNodeFactory.instance.objectNode().put("alg", algorithm.joseName());
        switch (key) {
            case EC2COSEKey ec ->
                jwk.put("kty", "EC")
                        .put("crv", curve(ec.getCurve()))
                        .put("x", text(Optional.ofNullable(ec.getX())))
                        .put("y", text(Optional.ofNullable(ec.getY())));
            case EdDSACOSEKey okp ->
                jwk.put("kty", "OKP").put("crv", curve(okp.getCurve())).put("x", text(Optional.ofNullable(okp.getX())));
            case RSACOSEKey rsa ->
                jwk.put("kty", "RSA")
                        .put("n", number(Optional.ofNullable(rsa.getN())))
                        .put("e", number(Optional.ofNullable(rsa.getE())));
            default -> throw new Unfit(PasskeyFault.ALGORITHM);
        }
        return PublicJwk.of(jwk);
    }

    /** The same key as the library verifies with. */
    static COSEKey write(PublicJwk key) {
        return switch (key.algorithm()) {
            case ES256 -> EC2COSEKey.create((ECPublicKey) key.key(), KeyAlgorithm.ES256.cose());
            case EDDSA -> EdDSACOSEKey.create((EdECPublicKey) key.key(), KeyAlgorithm.EDDSA.cose());
            case RS256 -> RSACOSEKey.create((RSAPublicKey) key.key(), KeyAlgorithm.RS256.cose());
        };
    }

    private static KeyAlgorithm algorithm(COSEKey key) throws Unfit {
        for (KeyAlgorithm one : KeyAlgorithm.values()) {
            if (one.cose().equals(key.getAlgorithm())) {
                return one;
            }
        }
        throw new Unfit(PasskeyFault.ALGORITHM);
    }

    private static String curve(@Nullable Curve curve) {
        return curve == null ? "" : Objects.requireNonNullElse(CURVES.get(curve), "");
    }

    private static String text(Optional<byte[]> bytes) throws Unfit {
        return Base64Url.encode(bytes.orElseThrow(() -> new Unfit(PasskeyFault.KEY)));
    }

    /** Authenticators may write leading zeros; JWKs have none. */
    private static String number(Optional<byte[]> bytes) throws Unfit {
        byte[] written = new BigInteger(1, Base64Url.decode(text(bytes))).toByteArray();
        int from = written.length > 1 && written[0] == 0 ? 1 : 0;
        return Base64Url.encode(Arrays.copyOfRange(written, from, written.length));
    }
}
