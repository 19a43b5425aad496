package dev.rctp.conformance.s06offers;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.impl.ECDSA;
import com.nimbusds.jose.jwk.ECKey;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.s05listings.Claims;
import dev.rctp.conformance.s05listings.Profile;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.text.ParseException;
import java.util.Base64;
import java.util.List;
import java.util.stream.StreamSupport;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Checkouts that a gateway must not take (CHK-1, RFC 8725). */
final class Forgery {

    private static final int SIGNATURE = 2;
    private static final int ES256_OCTETS = 64;

    private Forgery() {}

    /** With another header, another price, another signature, one at a time. */
    static List<String> altered(Trial t, String checkout) {
        ObjectNode header = Claims.header(t, checkout).put("cty", "other");
        ObjectNode claims = Claims.of(t, checkout);
        t.blockedUnless(claims.at("/deal_terms/price").isObject(), "The checkout has no price: " + claims);
        claims.withObject("deal_terms").withObject("price").put("amount", 1);
        byte[] signature = signature(t, checkout);
        signature[signature.length - 1] ^= 1;
        return List.of(
                with(checkout, 0, text(header)), with(checkout, 1, text(claims)), with(checkout, SIGNATURE, signature));
    }

    /** Signed by the buyer's own key, which the header names, or has whole. */
    static List<String> byAnotherKey(Trial t, String checkout) {
        var key = t.scene().buyer().key();
        ObjectNode named = Claims.header(t, checkout).put("kid", key.thumbprint());
        ObjectNode whole = named.deepCopy();
        ObjectNode jwk = t.scene().buyer().privateJwk().deepCopy();
        jwk.remove("d");
        whole.set("jwk", jwk);
        return List.of(Claims.header(t, checkout), named, whole).stream()
                .map(header -> {
                    String signed = with(checkout, 0, text(header));
                    return with(signed, SIGNATURE, key.sign(input(signed)));
                })
                .toList();
    }

    /** Said not to be signed, with its signature still there (RFC 8725 section 2.1). */
    static String disowned(Trial t, String checkout) {
        return with(checkout, 0, text(Claims.header(t, checkout).put("alg", "none")));
    }

    /** Not signed at all (RFC 8725 section 2.1). */
    static String unsigned(Trial t, String checkout) {
        return with(disowned(t, checkout), SIGNATURE, new byte[0]);
    }

    /** Signed with the gateway's public key as if it were a secret (RFC 8725 section 2.1). */
    static String keyed(Trial t, String checkout) {
        ObjectNode symmetric = Claims.header(t, checkout).put("alg", "HS256");
        JsonNode key = Profile.of(t).at("keys/0");
        t.blockedUnless(key.isObject(), "The gateway's profile has no key.");
        String keyed = with(checkout, 0, text(symmetric));
        return with(keyed, SIGNATURE, mac(text(key), input(keyed)));
    }

    /** With its signature in DER, where a JWS has r and s side by side (RFC 7518 section 3.4). */
    static String inDer(Trial t, String checkout) {
        Claims.header(t, checkout);
        try {
            return with(checkout, SIGNATURE, ECDSA.transcodeSignatureToDER(signature(t, checkout)));
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether one of these keys signed it. */
    static boolean isBy(JsonNode keys, String checkout) {
        return StreamSupport.stream(keys.spliterator(), false).anyMatch(key -> isByOne(key, checkout));
    }

    private static boolean isByOne(JsonNode key, String checkout) {
        try {
            return JWSObject.parse(checkout).verify(new ECDSAVerifier(ECKey.parse(key.toString())));
        } catch (ParseException | JOSEException | IllegalArgumentException _) {
            return false;
        }
    }

    private static byte[] mac(byte[] secret, byte[] input) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            return mac.doFinal(input);
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] text(JsonNode json) {
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] input(String jws) {
        return jws.substring(0, jws.lastIndexOf('.')).getBytes(StandardCharsets.US_ASCII);
    }

    /** The signature's octets; the test is blocked where they are none of ES256. */
    private static byte[] signature(Trial t, String jws) {
        try {
            byte[] octets = Base64.getUrlDecoder().decode(jws.substring(jws.lastIndexOf('.') + 1));
            t.blockedUnless(octets.length == ES256_OCTETS, "The checkout's signature is none of ES256.");
            return octets;
        } catch (IllegalArgumentException _) {
            t.blockedUnless(false, "The checkout's signature is no base64url.");
            return new byte[0];
        }
    }

    private static String with(String jws, int part, byte[] octets) {
        String[] parts = jws.split("\\.", -1);
        parts[part] = Base64.getUrlEncoder().withoutPadding().encodeToString(octets);
        return String.join(".", parts);
    }
}
