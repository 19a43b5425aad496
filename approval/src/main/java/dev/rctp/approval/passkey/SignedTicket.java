package dev.rctp.approval.passkey;

import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Signature;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A ticket's compact JWS (RFC 7515), taken apart strictly (B71). */
record SignedTicket(ObjectNode header, ObjectNode claims, byte[] signingInput, byte[] signature) {

    private static final int LONGEST = 8192;
    private static final int RAW_ECDSA = 64;

    /** Null for what is no compact JWS with a {@code kid} over a JSON object. */
    static @Nullable SignedTicket parse(String compact) {
        String[] parts = compact.split("\\.", 4);
        if (compact.length() > LONGEST || parts.length != 3) {
            return null;
        }
        try {
            ObjectNode header = StrictJson.parseObject(Base64Url.decode(parts[0]));
            ObjectNode claims = StrictJson.parseObject(Base64Url.decode(parts[1]));
            byte[] signed = (parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII);
            return header.path("kid").isString()
                    ? new SignedTicket(header, claims, signed, Base64Url.decode(parts[2]))
                    : null;
        } catch (InvalidJsonException | IllegalArgumentException e) {
            return null;
        }
    }

    String keyId() {
        return header.path("kid").stringValue();
    }

    /** Whether it says that it is one, and asks for nothing that nobody here knows (B68). */
    boolean isForEnrolment() {
        return header.path("typ").asString("").equals("rctp-enroll+jwt") && !header.has("crit");
    }

    /** Whether its {@code alg} is the key's (B70). */
    boolean isFor(PublicJwk key) {
        return key.algorithm().isNamed(header.path("alg"));
    }

    /** ECDSA in fixed width, as JOSE has it (RFC 7518 section 3.4; B73). */
    boolean isSignedBy(PublicJwk key) {
        String name = switch (key.algorithm()) {
            case ES256 -> "SHA256withECDSAinP1363Format";
            case EDDSA -> "Ed25519";
            case RS256 -> "SHA256withRSA";
        };
        if (key.algorithm() != KeyAlgorithm.RS256 && signature.length != RAW_ECDSA) {
            return false;
        }
        try {
            Signature verifier = Signature.getInstance(name);
            verifier.initVerify(key.key());
            verifier.update(signingInput);
            return verifier.verify(signature);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }
}
