package dev.rctp.conformance.breakable.jose;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.ECKey;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.text.ParseException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The gateway's ES256 key. */
public final class GatewayKey {

    private final ECKey key;
    private final PrivateKey privateKey;

    private GatewayKey(ECKey key) throws JOSEException {
        this.key = key;
        this.privateKey = key.toECPrivateKey();
    }

    /** The key of a private P-256 JWK. */
    public static GatewayKey of(String jwk) {
        try {
            ECKey parsed = ECKey.parse(jwk);
            return new GatewayKey(
                    new ECKey.Builder(parsed).keyIDFromThumbprint().build());
        } catch (ParseException | JOSEException e) {
            throw new IllegalArgumentException("no private EC key", e);
        }
    }

    /** The key's RFC 7638 thumbprint. */
    public String kid() {
        return key.getKeyID();
    }

    /** The public key with its {@code kid}. */
    public ObjectNode publicJwk() {
        ObjectNode jwk =
                (ObjectNode) JsonMapper.shared().readTree(key.toPublicJWK().toJSONString());
        return jwk.put("use", "sig").put("alg", "ES256");
    }

    /** r and s, 32 octets each, over SHA-256 of {@code input}. */
    public byte[] sign(byte[] input) {
        try {
            Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
            signature.initSign(privateKey);
            signature.update(input);
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A compact JWS with {@code alg}, {@code typ} and {@code kid} (RFC 7515). */
    public String jws(String typ, byte[] payload) {
        String header = "{\"alg\":\"ES256\",\"typ\":\"%s\",\"kid\":\"%s\"}".formatted(typ, kid());
        String input = Base64Url.text(header.getBytes(StandardCharsets.UTF_8)) + "." + Base64Url.text(payload);
        return input + "." + Base64Url.text(sign(input.getBytes(StandardCharsets.US_ASCII)));
    }
}
