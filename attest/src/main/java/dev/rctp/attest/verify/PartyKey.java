package dev.rctp.attest.verify;

import dev.rctp.attest.deal.EventKey;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * The key of a party to a deal, out of the JWK that stands beside its event (EVT-1), verifying by the Java platform alone.
 *
 * @param thumbprint its RFC 7638 thumbprint, which its {@code kid} is
 * @param algorithm the JOSE name of the one algorithm that its type and curve fix (B70)
 * @param platform the Java platform's name of that
 */
record PartyKey(String thumbprint, String algorithm, String platform, PublicKey key) implements EventKey {

    private static final List<String> EC = List.of("crv", "kty", "x", "y");
    private static final List<String> OKP = List.of("crv", "kty", "x");

    static PartyKey of(JsonNode jwk) throws Fault {
        String kind = jwk.path("kty").asString("") + " " + jwk.path("crv").asString("");
        return switch (kind) {
            case "EC P-256" ->
                new PartyKey(
                        SigningJwk.thumbprint(jwk, "ES256", EC),
                        "ES256",
                        "SHA256withECDSAinP1363Format",
                        Curve.P256.point(jwk));
            case "EC P-384" ->
                new PartyKey(
                        SigningJwk.thumbprint(jwk, "ES384", EC),
                        "ES384",
                        "SHA384withECDSAinP1363Format",
                        Curve.P384.point(jwk));
            case "OKP Ed25519" ->
                new PartyKey(
                        SigningJwk.thumbprint(jwk, "EdDSA", OKP),
                        "EdDSA",
                        "Ed25519",
                        SellerKey.ed25519(Base64Url.decode(jwk.path("x").asString(""))));
            default -> throw new Fault("an event's key of a type that is not accepted");
        };
    }

    @Override
    public boolean verifies(byte[] input, byte[] signature) {
        try {
            Signature verifier = Signature.getInstance(platform);
            verifier.initVerify(key);
            verifier.update(input);
            return verifier.verify(signature);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }
}
