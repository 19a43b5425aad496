package dev.rctp.attest.verify;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.KeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * The public key of a seller's passkey out of a JWK, good for the one algorithm that its {@code kty} and {@code crv} have (B58).
 *
 * @param algorithm the Java platform's name of what it verifies
 */
record SellerKey(String algorithm, PublicKey key) {

    private static final List<String> PRIVATE = List.of("d", "p", "q", "dp", "dq", "qi", "oth", "k");
    private static final BigInteger EXPONENT = BigInteger.valueOf(65537);

    /** What precedes an Ed25519 key's 32 bytes in SubjectPublicKeyInfo (RFC 8410). */
    private static final String ED25519_PREFIX = "302a300506032b6570032100";

    /** The points of Ed25519 under which everybody can sign, without the sign of x, and the longer encodings of two of them. */
    private static final Set<String> SMALL_ORDER = Set.of(
            "0000000000000000000000000000000000000000000000000000000000000000",
            "0100000000000000000000000000000000000000000000000000000000000000",
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f");

    static SellerKey of(JsonNode jwk) throws Fault {
        Fault.unless(jwk.isObject() && PRIVATE.stream().noneMatch(jwk::has), "a passkey that is no public key");
        String kind = text(jwk, "kty") + " " + (jwk.has("crv") ? text(jwk, "crv") : "");
        return switch (kind) {
            case "EC P-256" -> new SellerKey(named(jwk, "ES256", "SHA256withECDSA"), Curve.P256.point(jwk));
            case "OKP Ed25519" -> new SellerKey(named(jwk, "EdDSA", "Ed25519"), ed25519(bytes(jwk, "x")));
            case "RSA " -> new SellerKey(named(jwk, "RS256", "SHA256withRSA"), rsa(bytes(jwk, "n"), bytes(jwk, "e")));
            default -> throw new Fault("a passkey of an algorithm that is not accepted");
        };
    }

    /** Whether this is the key's signature of the data; ECDSA in DER, as authenticators write it. */
    boolean verifies(byte[] data, byte[] signature) {
        try {
            Signature verifier = Signature.getInstance(algorithm);
            verifier.initVerify(key);
            verifier.update(data);
            return verifier.verify(signature);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private static String named(JsonNode jwk, String name, String algorithm) throws Fault {
        Fault.unless(!jwk.has("alg") || text(jwk, "alg").equals(name), "a passkey whose alg is not its key's");
        return algorithm;
    }

    /** The key whose encoding is x; a point under which everybody can sign is a fault. */
    static PublicKey ed25519(byte[] x) throws Fault {
        Fault.unless(x.length == 32, "a key that is no point of Ed25519");
        String hex = HexFormat.of().formatHex(x);
        byte[] unsigned = x.clone();
        unsigned[x.length - 1] &= 0x7f;
        boolean usual = !SMALL_ORDER.contains(HexFormat.of().formatHex(unsigned));
        Fault.unless(usual, "a key that is no point of Ed25519");
        return generate("Ed25519", new X509EncodedKeySpec(HexFormat.of().parseHex(ED25519_PREFIX + hex)));
    }

    private static PublicKey rsa(byte[] n, byte[] e) throws Fault {
        BigInteger modulus = new BigInteger(1, n);
        boolean usual = modulus.bitLength() >= 2048 && modulus.bitLength() <= 8192 && modulus.testBit(0);
        Fault.unless(usual && new BigInteger(1, e).equals(EXPONENT), "a passkey with an unusual RSA key");
        return generate("RSA", new RSAPublicKeySpec(modulus, EXPONENT));
    }

    private static PublicKey generate(String type, KeySpec spec) throws Fault {
        try {
            return KeyFactory.getInstance(type).generatePublic(spec);
        } catch (GeneralSecurityException e) {
            throw new Fault("a passkey that is no public key");
        }
    }

    private static byte[] bytes(JsonNode jwk, String member) throws Fault {
        byte[] bytes = Base64Url.decode(text(jwk, member));
        Fault.unless(bytes.length > 0, "a passkey with an empty " + member);
        return bytes;
    }

    private static String text(JsonNode jwk, String member) throws Fault {
        Fault.unless(jwk.path(member).isString(), "a passkey without " + member);
        return jwk.path(member).stringValue();
    }
}
