package dev.rctp.conformance.vectors;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/** What can be wrong with a JWS whatever it claims (B67, B68, B70, B71, B73). */
final class TokenFaults {

    /** One of them: {@code fault} is the check that must find it. */
    record One(String name, String comment, String fault, Consumer<JwsDraft> change) {}

    private TokenFaults() {}

    static List<One> of(TestKey stranger) {
        return List.of(
                new One("signature-der", "B73: DER.", "signature", d -> d.octets(Octets::der)),
                new One("signature-zero", "B67: r = s = 0.", "signature", d -> d.octets(Octets::zeros)),
                new One("signature-order", "B67: r = s = n.", "signature", d -> d.octets(Octets::orders)),
                new One("signature-one", "r = s = 1.", "signature", d -> d.octets(Octets::ones)),
                new One("signature-swapped", "s before r.", "signature", d -> d.octets(Octets::swapped)),
                new One("signature-flipped", "One bit differs.", "signature", d -> d.octets(Octets::flipped)),
                new One("signature-cut", "One octet is missing.", "signature", d -> d.octets(Octets::cut)),
                new One("signer-other", "By another key than kid.", "signature", d -> d.signer(stranger)),
                new One(
                        "kid-other",
                        "By a key that isn't the one asked for.",
                        "kid",
                        d -> d.signer(stranger).head("kid", stranger.thumbprint())),
                new One("crit", "B68: crit.", "header", d -> {
                    d.header().putArray("crit").add("rctp-limit");
                    d.head("rctp-limit", "1");
                }),
                new One(
                        "crit-empty",
                        "B68: an empty crit.",
                        "header",
                        d -> d.header().putArray("crit")),
                new One("crit-text", "B68: crit as text.", "header", d -> d.head("crit", "x")),
                new One(
                        "crit-alg",
                        "B68: crit with alg.",
                        "header",
                        d -> d.header().putArray("crit").add("alg")),
                new One(
                        "jwk-in-header",
                        "A key of its own.",
                        "header",
                        d -> d.header().set("jwk", stranger.publicJwk())),
                new One(
                        "header-duplicate",
                        "alg twice.",
                        "header",
                        d -> d.headerText(d.header().toString().replaceFirst("\\{", "{\"alg\":\"none\","))),
                new One(
                        "alg-none",
                        "B70: alg none, without signature.",
                        "alg",
                        d -> d.head("alg", "none").octets(_ -> new byte[0])),
                new One("alg-none-signed", "B70: alg none, with a good signature.", "alg", d -> d.head("alg", "none")),
                new One("alg-hs256", "B70: HS256 with the public key as secret.", "alg", JwsDraft::hmac),
                new One("alg-es384", "B70: ES384 by a P-256 key.", "alg", d -> d.head("alg", "ES384")),
                new One("alg-small", "alg in small letters.", "alg", d -> d.head("alg", "es256")),
                new One("typ-other", "Another typ.", "typ", d -> d.head("typ", "JWT")),
                new One("typ-absent", "No typ.", "header", d -> d.header().remove("typ")),
                new One("kid-absent", "No kid.", "header", d -> d.header().remove("kid")),
                new One(
                        "spelling-bits",
                        "B71: unused bits that are not zero.",
                        "base64url",
                        d -> d.text(TokenFaults::highBits)),
                new One("spelling-padding", "B71: padding.", "base64url", d -> d.text(t -> t + "==")),
                new One("spelling-foreign", "B71: foreign characters.", "base64url", d -> d.text(t -> t + "!!!!")),
                new One(
                        "spelling-base64",
                        "B71: base64 instead of base64url.",
                        "base64url",
                        d -> d.text(TokenFaults::standard)),
                new One("spelling-line-end", "A line end behind it.", "base64url", d -> d.text(t -> t + "\n")),
                new One("two-parts", "No third part.", "form", d -> d.text(t -> t.substring(0, t.lastIndexOf('.')))),
                new One("four-parts", "A fourth part.", "form", d -> d.text(t -> t + ".AA")),
                new One(
                        "altered-payload",
                        "Another payload under the signature.",
                        "signature",
                        d -> d.text(TokenFaults::otherPayload)),
                new One(
                        "payload-duplicate",
                        "A claim twice.",
                        "claims",
                        d -> d.payload(
                                d.claims().toString().replaceFirst("\\{", "{\"iss\":\"https://other.example\","))),
                new One("payload-array", "No object.", "claims", d -> d.payload("[]")),
                new One(
                        "payload-lone-surrogate",
                        "B61: half of a pair.",
                        "claims",
                        d -> d.payload(d.claims().toString().replaceFirst("\"jti\":\"", "\"jti\":\"\\\\ud800"))));
    }

    /** The last character carries four bits of the signature and two or four that must be 0. */
    private static String highBits(String compact) {
        char last = compact.charAt(compact.length() - 1);
        return compact.substring(0, compact.length() - 1) + (char) (last + 1);
    }

    private static String standard(String compact) {
        int dot = compact.lastIndexOf('.');
        return compact.substring(0, dot + 1) + "+/" + compact.substring(dot + 3);
    }

    private static String otherPayload(String compact) {
        String[] parts = compact.split("\\.", -1);
        String claims = new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8);
        ObjectNode other = Texts.read(claims).put("iat", Cast.NOW - 1);
        return parts[0] + "." + Texts.base64Url(Texts.utf8(other.toString())) + "." + parts[2];
    }
}
