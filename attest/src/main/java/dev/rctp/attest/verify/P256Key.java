package dev.rctp.attest.verify;

import dev.rctp.registries.Sha256;
import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.EllipticCurve;
import java.util.Arrays;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A P-256 public key out of a JWK (RFC 7517), which verifies ES256 and nothing else (B70).
 *
 * @param keyId its RFC 7638 thumbprint
 */
record P256Key(String keyId, PublicKey key) {

    private static final Set<String> MEMBERS = Set.of("kty", "crv", "x", "y", "kid", "use", "alg", "key_ops");
    private static final int COORDINATE = 32;
    private static final ECParameterSpec CURVE = curve();

    /** The key; the {@code kid} must be the thumbprint (OPR-3), and private members or foreign ones are faults. */
    static P256Key of(JsonNode jwk) throws Fault {
        Fault.unless(
                jwk.isObject() && MEMBERS.containsAll(jwk.propertyNames()), "a key with members that are not known");
        Fault.unless(is(jwk, "kty", "EC") && is(jwk, "crv", "P-256"), "a key that is not for ES256");
        Fault.unless(!jwk.has("alg") || is(jwk, "alg", "ES256"), "a key that is not for ES256");
        Fault.unless(!jwk.has("use") || is(jwk, "use", "sig"), "a key that is not for signatures");
        Fault.unless(
                !jwk.has("key_ops")
                        || jwk.path("key_ops")
                                .valueStream()
                                .anyMatch(op -> op.asString("").equals("verify")),
                "a key that is not for signatures");
        String thumbprint = thumbprint(jwk);
        Fault.unless(is(jwk, "kid", thumbprint), "a key whose kid is not its thumbprint");
        return new P256Key(thumbprint, point(jwk));
    }

    /** The key at the JWK's coordinates; not being a point of the curve is a fault (B58). */
    static PublicKey point(JsonNode jwk) throws Fault {
        return publicKey(coordinate(jwk, "x"), coordinate(jwk, "y"));
    }

    /** Whether this is the key's signature of the data, 64 bytes r‖s with both in 1 to n−1 (B67, B73). */
    boolean verifies(byte[] data, byte[] signature) {
        if (signature.length != 2 * COORDINATE || !inRange(signature, 0) || !inRange(signature, COORDINATE)) {
            return false;
        }
        try {
            Signature verifier = Signature.getInstance("SHA256withECDSAinP1363Format");
            verifier.initVerify(key);
            verifier.update(data);
            return verifier.verify(signature);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private static boolean inRange(byte[] signature, int from) {
        BigInteger value = new BigInteger(1, Arrays.copyOfRange(signature, from, from + COORDINATE));
        return value.signum() > 0 && value.compareTo(CURVE.getOrder()) < 0;
    }

    private static boolean is(JsonNode jwk, String member, String value) {
        JsonNode node = jwk.path(member);
        return node.isString() && node.stringValue().equals(value);
    }

    private static String thumbprint(JsonNode jwk) throws Fault {
        ObjectNode required = ((ObjectNode) jwk).objectNode();
        for (String member : new String[] {"crv", "kty", "x", "y"}) {
            required.set(member, jwk.path(member));
        }
        return Base64Url.encode(Sha256.bytes(Canonical.bytes(required)));
    }

    private static BigInteger coordinate(JsonNode jwk, String member) throws Fault {
        JsonNode node = jwk.path(member);
        Fault.unless(node.isString(), "a key without coordinates");
        byte[] bytes = Base64Url.decode(node.stringValue());
        Fault.unless(bytes.length == COORDINATE, "a key whose coordinates are not 32 bytes");
        return new BigInteger(1, bytes);
    }

    private static PublicKey publicKey(BigInteger x, BigInteger y) throws Fault {
        Fault.unless(onCurve(x, y), "a key that is no point of P-256");
        try {
            return KeyFactory.getInstance("EC").generatePublic(new ECPublicKeySpec(new ECPoint(x, y), CURVE));
        } catch (GeneralSecurityException e) {
            throw new Fault("a key that is no point of P-256");
        }
    }

    private static boolean onCurve(BigInteger x, BigInteger y) {
        EllipticCurve curve = CURVE.getCurve();
        BigInteger p = ((java.security.spec.ECFieldFp) curve.getField()).getP();
        BigInteger right =
                x.pow(3).add(curve.getA().multiply(x)).add(curve.getB()).mod(p);
        return x.compareTo(p) < 0
                && y.compareTo(p) < 0
                && y.modPow(BigInteger.TWO, p).equals(right);
    }

    private static ECParameterSpec curve() {
        try {
            AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
            parameters.init(new ECGenParameterSpec("secp256r1"));
            return parameters.getParameterSpec(ECParameterSpec.class);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has P-256", e);
        }
    }
}
