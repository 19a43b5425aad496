package dev.rctp.conformance.vectors;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** How a message is signed (RFC 9421), to be changed before it is. */
final class Signing {

    private final List<String> components = new ArrayList<>();
    private String label = "sig1";
    private String parameters;
    private TestKey signer;
    private UnaryOperator<byte[]> octets = signature -> signature;

    Signing(TestKey signer, List<String> components) {
        this.signer = signer;
        this.components.addAll(components);
        this.parameters = created(Cast.NOW);
    }

    /** {@code created} and {@code keyid} as parameters. */
    String created(long seconds) {
        return ";created=" + seconds + keyId();
    }

    /** {@code keyid} as a parameter. */
    String keyId() {
        return ";keyid=\"" + signer.thumbprint() + "\"";
    }

    /** Signs with another key, which it names. */
    Signing by(TestKey other) {
        parameters = parameters.replace(signer.thumbprint(), other.thumbprint());
        signer = other;
        return this;
    }

    /** Signs with another key, and names the one before. */
    Signing secretlyBy(TestKey other) {
        signer = other;
        return this;
    }

    Signing parameters(String text) {
        parameters = text;
        return this;
    }

    Signing label(String other) {
        label = other;
        return this;
    }

    Signing octets(UnaryOperator<byte[]> change) {
        octets = change;
        return this;
    }

    Signing cover(String... more) {
        components.addAll(List.of(more));
        return this;
    }

    Signing uncover(String... fewer) {
        components.removeAll(List.of(fewer));
        return this;
    }

    Signing only(String... these) {
        components.clear();
        return cover(these);
    }

    List<String> components() {
        return List.copyOf(components);
    }

    /** The value of {@code @signature-params}. */
    String input() {
        return "(" + String.join(" ", components) + ")" + parameters;
    }

    /** The text that is signed (RFC 9421 2.5). */
    String base(UnaryOperator<String> value) {
        StringBuilder base = new StringBuilder();
        for (String component : components) {
            base.append(component).append(": ").append(value.apply(component)).append('\n');
        }
        return base.append("\"@signature-params\": ").append(input()).toString();
    }

    String signatureInput() {
        return label + "=" + input();
    }

    String signature(String base) {
        byte[] made = octets.apply(signer.sign(base.getBytes(StandardCharsets.ISO_8859_1)));
        return label + "=:" + Texts.base64(made) + ":";
    }
}
