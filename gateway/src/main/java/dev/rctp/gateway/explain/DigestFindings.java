package dev.rctp.gateway.explain;

import dev.rctp.msgsig.ContentDigest;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.registries.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What is wrong with {@code Content-Digest} (SIG-3), once msgsig has found that something is. */
final class DigestFindings {

    private static final Pattern SHA_256 = Pattern.compile("(?i)sha-?256\\s*=\\s*[:\"]?([^:\",\\s]+)");

    private DigestFindings() {}

    static Optional<Finding> of(CapturedRequest request, HttpFields fields) {
        byte[] body = request.body();
        if (body.length == 0 && !fields.contains("content-digest")) {
            return Optional.empty();
        }
        return switch (ContentDigest.check(fields, body)) {
            case MATCHES -> Optional.empty();
            case MISSING -> Optional.of(missing(fields));
            case MALFORMED -> Optional.of(malformed(fields, body));
            case MISMATCH -> Optional.of(mismatch(text(fields), body));
        };
    }

    private static Finding missing(HttpFields fields) {
        if (fields.contains("content-digest")) {
            return text(fields).matches("(?i).*sha-?256.*")
                    ? new Finding(Mistake.DIGEST_MALFORMED, "Content-Digest spells sha-256 in another way.")
                    : new Finding(Mistake.DIGEST_NO_SHA256, "Content-Digest has other algorithms only.");
        }
        return fields.contains("digest")
                ? new Finding(Mistake.DIGEST_HEADER_OLD, "The request has a Digest header, and no Content-Digest.")
                : new Finding(Mistake.DIGEST_MISSING, "The request has a body of bytes, and no Content-Digest.");
    }

    private static Finding malformed(HttpFields fields, byte[] body) {
        byte[] digest = decoded(text(fields));
        String right = Arrays.equals(digest, Sha256.bytes(body)) ? "The digest itself is right. " : "";
        return new Finding(Mistake.DIGEST_MALFORMED, right + "The field is no dictionary with sha-256=:<base64>:.");
    }

    private static Finding mismatch(String field, byte[] body) {
        byte[] digest = decoded(field);
        byte[] right = Sha256.bytes(body);
        if (Arrays.equals(digest, HexFormat.of().formatHex(right).getBytes(StandardCharsets.US_ASCII))) {
            return new Finding(Mistake.DIGEST_ENCODING, "It is the base64 of the hash's hex text.");
        }
        for (BodyForms.Form form : BodyForms.of(body)) {
            if (Arrays.equals(digest, Sha256.bytes(form.bytes()))) {
                return new Finding(form.mistake(), "It is the digest of " + form.words() + ".");
            }
        }
        return new Finding(
                Mistake.DIGEST_MISMATCH,
                "It is not the digest of the " + body.length + " bytes in this capture, nor of another form of them.");
    }

    private static String text(HttpFields fields) {
        return fields.combined("content-digest").orElse("");
    }

    private static byte @Nullable [] decoded(String field) {
        Matcher digest = SHA_256.matcher(field);
        if (!digest.find()) {
            return null;
        }
        String text = digest.group(1);
        try {
            return text.matches("(?i)[0-9a-f]{64}")
                    ? HexFormat.of().parseHex(text.toLowerCase(Locale.ROOT))
                    : Base64.getDecoder()
                            .decode(text.replace('-', '+').replace('_', '/').replaceFirst("=+$", ""));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
