package dev.rctp.conformance.report;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.util.Base64URL;
import dev.rctp.registries.CanonicalJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.text.ParseException;
import tools.jackson.databind.node.JsonNodeFactory;

/** A private key that signs reports: a JWK of P-256 (ES256) or Ed25519 (EdDSA). */
public final class ReportKey {

    private static final String TYP = "rctp-conformance-report+jwt";

    private final PrivateKey key;
    private final String alg;
    private final String kid;

    private ReportKey(PrivateKey key, String alg, String kid) {
        this.key = key;
        this.alg = alg;
        this.kid = kid;
    }

    /** Reads the file; throws {@link IOException} with a sentence for one that has no such key. */
    public static ReportKey read(Path file) throws IOException {
        try {
            JWK jwk = JWK.parse(Files.readString(file));
            String kid = jwk.computeThumbprint().toString();
            return switch (jwk) {
                case ECKey ec
                when ec.isPrivate() && ec.getCurve().equals(Curve.P_256) ->
                    new ReportKey(ec.toECPrivateKey(), "ES256", kid);
                case OctetKeyPair okp
                when okp.isPrivate() && okp.getCurve().equals(Curve.Ed25519) ->
                    new ReportKey(ed25519(okp), "EdDSA", kid);
                default -> throw new IOException("The file " + file + " has no private key of P-256 or Ed25519.");
            };
        } catch (ParseException | JOSEException | GeneralSecurityException e) {
            throw new IOException("The file " + file + " is no private JWK.", e);
        }
    }

    private static PrivateKey ed25519(OctetKeyPair okp) throws GeneralSecurityException {
        return KeyFactory.getInstance("Ed25519")
                .generatePrivate(new EdECPrivateKeySpec(NamedParameterSpec.ED25519, okp.getDecodedD()));
    }

    /** A compact JWS over these octets, without them (RFC 7515 appendix F); {@code kid} is the key's thumbprint. */
    String sign(byte[] payload) {
        String header = CanonicalJson.text(JsonNodeFactory.instance
                .objectNode()
                .put("alg", alg)
                .put("kid", kid)
                .put("typ", TYP));
        String head = Base64URL.encode(header).toString();
        String input = head + "." + Base64URL.encode(payload);
        try {
            Signature signer = Signature.getInstance(alg.equals("EdDSA") ? "Ed25519" : "SHA256withECDSAinP1363Format");
            signer.initSign(key);
            signer.update(input.getBytes(StandardCharsets.US_ASCII));
            return head + ".." + Base64URL.encode(signer.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the key can't sign", e);
        }
    }
}
