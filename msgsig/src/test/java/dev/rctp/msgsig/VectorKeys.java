package dev.rctp.msgsig;

import java.io.IOException;
import java.io.StringReader;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.pkcs.RSAPrivateKey;
import org.bouncycastle.asn1.pkcs.RSAPublicKey;
import org.bouncycastle.asn1.sec.ECPrivateKey;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.util.io.pem.PemReader;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The test keys of RFC 9421 B.1, from their JWKs and, for comparison, from their PEM text. */
final class VectorKeys {

    private static final Cryptography CRYPTOGRAPHY = Cryptography.select();

    private VectorKeys() {}

    /** The private JWK, or that of the shared secret, which the RFC writes in base64. */
    static ObjectNode jwk(JsonNode key) {
        if (key.get("kind").stringValue().equals("hmac")) {
            byte[] secret = Base64.getDecoder().decode(key.get("base64").stringValue());
            return JsonNodeFactory.instance.objectNode().put("kty", "oct").put("k", PublicJwk.encode(secret));
        }
        return key.get("jwk").asObject().deepCopy();
    }

    static ObjectNode publicJwk(JsonNode key) {
        return jwk(key).remove(List.of("d", "p", "q", "dp", "dq", "qi"));
    }

    static MessageSigningKey signing(JsonNode key, String algorithm) throws MalformedKeyException {
        return switch (algorithm) {
            case "hmac-sha256" -> PeerJwk.secret(jwk(key));
            case "rsa-pss-sha512" -> PeerJwk.rsaPrivate(PeerAlgorithm.RSA_PSS_SHA512, jwk(key));
            case "rsa-v1_5-sha256" -> PeerJwk.rsaPrivate(PeerAlgorithm.RSA_V1_5_SHA256, jwk(key));
            default -> CRYPTOGRAPHY.signingKey(jwk(key));
        };
    }

    static MessageVerificationKey verifying(JsonNode key, String algorithm) throws MalformedKeyException {
        return switch (algorithm) {
            case "hmac-sha256" -> PeerJwk.secret(jwk(key));
            case "rsa-pss-sha512" -> PeerJwk.rsaPublic(PeerAlgorithm.RSA_PSS_SHA512, publicJwk(key));
            case "rsa-v1_5-sha256" -> PeerJwk.rsaPublic(PeerAlgorithm.RSA_V1_5_SHA256, publicJwk(key));
            default -> CRYPTOGRAPHY.verificationKey(publicJwk(key));
        };
    }

    /** The public members that the public PEM holds. */
    static ObjectNode publicPem(JsonNode key) throws IOException {
        byte[] der = der(key.get("public_pem"));
        return switch (key.get("kind").stringValue()) {
            case "rsa" -> rsa(RSAPublicKey.getInstance(der));
            case "rsa-pss" ->
                rsa(RSAPublicKey.getInstance(
                        SubjectPublicKeyInfo.getInstance(der).parsePublicKey()));
            case "ec-p256" -> {
                byte[] point =
                        SubjectPublicKeyInfo.getInstance(der).getPublicKeyData().getBytes();
                yield JsonNodeFactory.instance
                        .objectNode()
                        .put("kty", "EC")
                        .put("crv", "P-256")
                        .put("x", PublicJwk.encode(Arrays.copyOfRange(point, 1, 33)))
                        .put("y", PublicJwk.encode(Arrays.copyOfRange(point, 33, 65)));
            }
            default ->
                JsonNodeFactory.instance
                        .objectNode()
                        .put("kty", "OKP")
                        .put("crv", "Ed25519")
                        .put(
                                "x",
                                PublicJwk.encode(SubjectPublicKeyInfo.getInstance(der)
                                        .getPublicKeyData()
                                        .getBytes()));
        };
    }

    /** The private members that the private PEM holds. */
    static ObjectNode privatePem(JsonNode key) throws IOException {
        byte[] der = der(key.get("private_pem"));
        ObjectNode members = JsonNodeFactory.instance.objectNode();
        return switch (key.get("kind").stringValue()) {
            case "rsa" -> rsa(RSAPrivateKey.getInstance(der));
            case "rsa-pss" ->
                rsa(RSAPrivateKey.getInstance(PrivateKeyInfo.getInstance(der).parsePrivateKey()));
            case "ec-p256" ->
                members.put(
                        "d",
                        PublicJwk.encode(
                                Curve.fixedWidth(ECPrivateKey.getInstance(der).getKey(), 32)));
            default ->
                members.put(
                        "d",
                        PublicJwk.encode(ASN1OctetString.getInstance(
                                        PrivateKeyInfo.getInstance(der).parsePrivateKey())
                                .getOctets()));
        };
    }

    private static ObjectNode rsa(RSAPublicKey key) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("kty", "RSA")
                .put("n", number(key.getModulus()))
                .put("e", number(key.getPublicExponent()));
    }

    private static ObjectNode rsa(RSAPrivateKey key) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("d", number(key.getPrivateExponent()))
                .put("p", number(key.getPrime1()))
                .put("q", number(key.getPrime2()))
                .put("dp", number(key.getExponent1()))
                .put("dq", number(key.getExponent2()))
                .put("qi", number(key.getCoefficient()));
    }

    private static String number(BigInteger number) {
        return PublicJwk.encode(Curve.fixedWidth(number, (number.bitLength() + 7) / 8));
    }

    private static byte[] der(JsonNode pem) throws IOException {
        try (PemReader reader = new PemReader(new StringReader(pem.stringValue()))) {
            return reader.readPemObject().getContent();
        }
    }
}
