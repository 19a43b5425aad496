package dev.rctp.gateway.explain;

import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.SigningKey;
import dev.rctp.registries.Sha256;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** A signer of its own, right unless told otherwise: it builds bases and fields as text, without msgsig. */
final class Signer {

    static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    static final String TOKEN = "q8vLr2mXw0PzTt5secret";

    private static final Cryptography CRYPTOGRAPHY = Cryptography.select();

    /** A field line: name and value as they are sent. */
    record Field(String name, String value) {}

    final List<Field> fields = new ArrayList<>();
    SigningKey key;
    String keyId;
    String method = "POST";
    String target = "/listings/l_1/answers";
    String host = "agents.shop.example";
    String body = "{\"text\":\"It is.\",\"n\":[1,2]}";
    List<String> components = new ArrayList<>(
            List.of("@method", "@authority", "@path", "content-digest", "content-type", "authorization", "ucp-agent"));
    String parameters;
    String label = "sig1";
    UnaryOperator<String> base = text -> text;
    Function<String, byte[]> octets = text -> text.getBytes(StandardCharsets.UTF_8);
    UnaryOperator<byte[]> signature = bytes -> bytes;
    /** Signs until the signature's spelling is such that the mistake shows: each ECDSA signature is another. */
    Predicate<String> spelled = any -> true;

    Function<byte[], String> encoding = bytes -> ":" + Base64.getEncoder().encodeToString(bytes) + ":";
    UnaryOperator<String> input = text -> text;
    UnaryOperator<String> sent = text -> text;

    Signer(SigningKey key) {
        this.key = key;
        this.keyId = key.thumbprint();
        this.parameters = ";created=" + NOW.getEpochSecond() + ";keyid=\"" + keyId + "\"";
        fields.add(new Field("Content-Type", "application/json"));
        fields.add(new Field("Content-Digest", digest(body)));
        fields.add(new Field("Authorization", "Bearer " + TOKEN));
        fields.add(new Field("UCP-Agent", "profile=\"https://ops.example/.well-known/ucp\""));
    }

    static SigningKey newKey() {
        return CRYPTOGRAPHY.generate();
    }

    static String digest(String body) {
        byte[] hash = Sha256.bytes(body.getBytes(StandardCharsets.UTF_8));
        return "sha-256=:" + Base64.getEncoder().encodeToString(hash) + ":";
    }

    Signer with(String name, String value) {
        without(name).fields.add(new Field(name, value));
        return this;
    }

    Signer without(String name) {
        fields.removeIf(field -> field.name().equalsIgnoreCase(name));
        return this;
    }

    Signer query() {
        target += "?b=2&a=a%20b";
        components.add(3, "@query");
        return this;
    }

    Signer parameters(String other) {
        parameters = other + ";keyid=\"" + keyId + "\"";
        return this;
    }

    private String value(String component) {
        int mark = target.indexOf('?');
        return switch (component) {
            case "@method" -> method;
            case "@authority" -> host.toLowerCase(Locale.ROOT);
            case "@path" -> mark < 0 ? target : target.substring(0, mark);
            case "@query" -> mark < 0 ? "?" : target.substring(mark);
            case "@target-uri" -> "https://" + host + target;
            default ->
                String.join(
                        ", ",
                        fields.stream()
                                .filter(field -> field.name().equalsIgnoreCase(component))
                                .map(field -> field.value().strip())
                                .toList());
        };
    }

    private String list() {
        return "(\"" + String.join("\" \"", components) + "\")" + parameters;
    }

    /** The base as it is signed. */
    String base() {
        StringBuilder text = new StringBuilder();
        components.forEach(component -> text.append('"')
                .append(component)
                .append("\": ")
                .append(value(component))
                .append('\n'));
        return base.apply(text + "\"@signature-params\": " + list());
    }

    /** The request as it is sent. */
    String capture() {
        String encoded;
        do {
            encoded = encoding.apply(signature.apply(key.sign(octets.apply(base()))));
        } while (!spelled.test(encoded));
        StringBuilder text = new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: " + host + "\r\n");
        fields.forEach(field ->
                text.append(field.name()).append(": ").append(field.value()).append("\r\n"));
        text.append("Signature-Input: ")
                .append(label)
                .append('=')
                .append(input.apply(list()))
                .append("\r\n");
        text.append("Signature: ").append(label).append('=').append(encoded).append("\r\n");
        int length = body.getBytes(StandardCharsets.UTF_8).length;
        if (length > 0) {
            text.append("Content-Length: ").append(length).append("\r\n");
        }
        return sent.apply(text + "\r\n" + body);
    }

    /** The DER of r and s (RFC 3279 2.2.3). */
    static byte[] der(byte[] plain) {
        byte[] r = new java.math.BigInteger(1, Arrays.copyOf(plain, plain.length / 2)).toByteArray();
        byte[] s = new java.math.BigInteger(1, Arrays.copyOfRange(plain, plain.length / 2, plain.length)).toByteArray();
        byte[] der = new byte[6 + r.length + s.length];
        der[0] = 0x30;
        der[1] = (byte) (der.length - 2);
        der[2] = 2;
        der[3] = (byte) r.length;
        System.arraycopy(r, 0, der, 4, r.length);
        der[4 + r.length] = 2;
        der[5 + r.length] = (byte) s.length;
        System.arraycopy(s, 0, der, 6 + r.length, s.length);
        return der;
    }
}
