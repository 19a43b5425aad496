package dev.rctp.approval.passkey;

import com.webauthn4j.data.attestation.statement.COSEAlgorithmIdentifier;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.KeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The algorithms that are accepted, in the order in which they are asked for; each has one type of key (B58). */
enum KeyAlgorithm {
    /** ECDSA with P-256 and SHA-256. */
    ES256,
    /** EdDSA with Ed25519 (RFC 8032). */
    EDDSA,
    /** RSASSA-PKCS1-v1_5 with SHA-256. */
    RS256;

    private static final int COORDINATE = 32;
    private static final int SMALLEST_MODULUS = 2048;
    private static final int LARGEST_MODULUS = 8192;
    private static final BigInteger EXPONENT = BigInteger.valueOf(65537);

    /** What precedes an Ed25519 key's 32 bytes in SubjectPublicKeyInfo (RFC 8410). */
    private static final String ED25519_PREFIX = "302a300506032b6570032100";

    /** The one algorithm of this key; {@code kty}, {@code crv} and {@code alg} agree, or it has none. */
    static KeyAlgorithm of(JsonNode jwk) throws Unfit {
        KeyAlgorithm algorithm = ofType(jwk).orElseThrow(() -> new Unfit(PasskeyFault.ALGORITHM));
        Unfit.unless(!jwk.has("alg") || algorithm.isNamed(jwk.path("alg")), PasskeyFault.ALGORITHM);
        return algorithm;
    }

    /** The algorithm of keys of this {@code kty} and {@code crv}, whatever else the key says; empty where there is none. */
    static Optional<KeyAlgorithm> ofType(JsonNode jwk) {
        return Arrays.stream(values()).filter(one -> one.has(jwk)).findFirst();
    }

    /** What to say of a JWK of this type that is not a good key. */
    String isNoKey() {
        return switch (this) {
            case ES256 -> "is not a point of P-256";
            case EDDSA -> "is not a point of Ed25519";
            case RS256 ->
                "is not a modulus of " + SMALLEST_MODULUS + " to " + LARGEST_MODULUS + " bits with the exponent "
                        + EXPONENT;
        };
    }

    private boolean has(JsonNode jwk) {
        return switch (this) {
            case ES256 -> is(jwk, "kty", "EC") && is(jwk, "crv", "P-256");
            case EDDSA -> is(jwk, "kty", "OKP") && is(jwk, "crv", "Ed25519");
            case RS256 -> is(jwk, "kty", "RSA");
        };
    }

    /** The members of RFC 7638, which are all that a key needs. */
    List<String> members() {
        return switch (this) {
            case ES256 -> List.of("crv", "kty", "x", "y");
            case EDDSA -> List.of("crv", "kty", "x");
            case RS256 -> List.of("e", "kty", "n");
        };
    }

    /** Its name in JOSE (RFC 7518, RFC 8037). */
    String joseName() {
        return switch (this) {
            case ES256 -> "ES256";
            case EDDSA -> "EdDSA";
            case RS256 -> "RS256";
        };
    }

    /** Whether this is its name; RFC 9864 has another one for Ed25519. */
    boolean isNamed(JsonNode name) {
        return name.isString()
                && (name.stringValue().equals(joseName())
                        || (this == EDDSA && name.stringValue().equals("Ed25519")));
    }

    COSEAlgorithmIdentifier cose() {
        return switch (this) {
            case ES256 -> COSEAlgorithmIdentifier.ES256;
            case EDDSA -> COSEAlgorithmIdentifier.EdDSA;
            case RS256 -> COSEAlgorithmIdentifier.RS256;
        };
    }

    /** The key itself, after its point or modulus was checked. */
    PublicKey publicKey(JsonNode jwk) throws Unfit {
        try {
            return switch (this) {
                case ES256 -> generate("EC", pointOfP256(jwk));
                case EDDSA -> generate("Ed25519", pointOfEd25519(jwk));
                case RS256 -> generate("RSA", modulus(jwk));
            };
        } catch (GeneralSecurityException e) {
            throw new Unfit(PasskeyFault.KEY);
        }
    }

    private static PublicKey generate(String type, KeySpec spec) throws GeneralSecurityException {
        return KeyFactory.getInstance(type).generatePublic(spec);
    }

    private static KeySpec pointOfP256(JsonNode jwk) throws Unfit {
        BigInteger x = new BigInteger(1, coordinate(jwk.path("x")));
        BigInteger y = new BigInteger(1, coordinate(jwk.path("y")));
        Unfit.unless(P256Curve.has(x, y), PasskeyFault.KEY);
        return new ECPublicKeySpec(new ECPoint(x, y), P256Curve.PARAMETERS);
    }

    private static KeySpec pointOfEd25519(JsonNode jwk) throws Unfit {
        byte[] x = coordinate(jwk.path("x"));
        Unfit.unless(Ed25519Curve.has(x), PasskeyFault.KEY);
        return new X509EncodedKeySpec(
                HexFormat.of().parseHex(ED25519_PREFIX + HexFormat.of().formatHex(x)));
    }

    private static KeySpec modulus(JsonNode jwk) throws Unfit {
        BigInteger n = positive(jwk.path("n"));
        boolean sized = n.bitLength() >= SMALLEST_MODULUS && n.bitLength() <= LARGEST_MODULUS && n.testBit(0);
        Unfit.unless(sized && positive(jwk.path("e")).equals(EXPONENT), PasskeyFault.KEY);
        return new RSAPublicKeySpec(n, EXPONENT);
    }

    private static byte[] coordinate(JsonNode value) throws Unfit {
        byte[] bytes = bytes(value, COORDINATE);
        Unfit.unless(bytes.length == COORDINATE, PasskeyFault.KEY);
        return bytes;
    }

    /** A Base64urlUInt (RFC 7518 section 2): no leading zero. */
    private static BigInteger positive(JsonNode value) throws Unfit {
        byte[] bytes = bytes(value, LARGEST_MODULUS / 8);
        Unfit.unless(bytes[0] != 0, PasskeyFault.KEY);
        return new BigInteger(1, bytes);
    }

    private static byte[] bytes(JsonNode value, int most) throws Unfit {
        try {
            return Base64Url.decode(value, most);
        } catch (Unfit e) {
            throw new Unfit(PasskeyFault.KEY);
        }
    }

    private static boolean is(JsonNode jwk, String member, String value) {
        return jwk.path(member).isString() && jwk.path(member).stringValue().equals(value);
    }
}
