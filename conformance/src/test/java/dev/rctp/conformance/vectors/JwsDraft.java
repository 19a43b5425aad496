package dev.rctp.conformance.vectors;

import dev.rctp.registries.CanonicalJson;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.function.UnaryOperator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A compact JWS (RFC 7515) that is good until it is changed. */
final class JwsDraft {

    private final ObjectNode header = JsonNodeFactory.instance.objectNode();
    private final ObjectNode claims;
    private TestKey signer;
    private UnaryOperator<byte[]> octets = signature -> signature;
    private UnaryOperator<String> text = compact -> compact;
    private @Nullable String headerText;
    private @Nullable String payload;

    JwsDraft(TestKey signer, String type, ObjectNode claims) {
        this.signer = signer;
        this.claims = claims.deepCopy();
        header.put("alg", signer.algorithm()).put("kid", signer.thumbprint()).put("typ", type);
    }

    ObjectNode header() {
        return header;
    }

    ObjectNode claims() {
        return claims;
    }

    JwsDraft claim(String name, JsonNode value) {
        claims.set(name, value);
        return this;
    }

    JwsDraft claim(String name, String value) {
        claims.put(name, value);
        return this;
    }

    JwsDraft claim(String name, long value) {
        claims.put(name, value);
        return this;
    }

    JwsDraft without(String name) {
        claims.remove(name);
        return this;
    }

    JwsDraft head(String name, String value) {
        header.put(name, value);
        return this;
    }

    JwsDraft signer(TestKey other) {
        signer = other;
        return this;
    }

    JwsDraft octets(UnaryOperator<byte[]> change) {
        octets = change;
        return this;
    }

    /** Changes the text after it is signed. */
    JwsDraft text(UnaryOperator<String> change) {
        text = change;
        return this;
    }

    /** Another payload than the claims. */
    JwsDraft payload(String json) {
        payload = json;
        return this;
    }

    /** Another text of the header. */
    JwsDraft headerText(String json) {
        headerText = json;
        return this;
    }

    /** An HMAC with the public key's text as its secret (B70). */
    JwsDraft hmac() {
        String secret = signer.publicJwk().toString();
        header.put("alg", "HS256");
        String input = input();
        return octets(_ -> hmac(secret, input));
    }

    private static byte[] hmac(String secret, String input) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Texts.utf8(secret), "HmacSHA256"));
            return mac.doFinal(Texts.utf8(input));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private String input() {
        String head = headerText == null ? CanonicalJson.text(header) : headerText;
        String body = payload == null ? CanonicalJson.text(claims) : payload;
        return Texts.base64Url(Texts.utf8(head)) + "." + Texts.base64Url(Texts.utf8(body));
    }

    String compact() {
        String input = input();
        byte[] signature = octets.apply(signer.sign(input.getBytes(StandardCharsets.US_ASCII)));
        return text.apply(input + "." + Texts.base64Url(signature));
    }
}
