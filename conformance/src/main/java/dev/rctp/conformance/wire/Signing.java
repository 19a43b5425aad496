package dev.rctp.conformance.wire;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How a call is signed (RFC 9421), and what a negative test changes about that; immutable.
 *
 * @param label the signature's label
 * @param signer whose key; null for the caller's own
 * @param created as text after {@code created=}; null for none, empty for the moment of sending
 * @param expires null for none
 * @param components changes the list of covered components, each with its quotes
 * @param parameters changes the parameters, by name to RFC 9651 text
 * @param octets changes the signature itself
 */
record Signing(
        String label,
        @Nullable Agent signer,
        @Nullable String created,
        @Nullable Instant expires,
        UnaryOperator<List<String>> components,
        UnaryOperator<Map<String, String>> parameters,
        UnaryOperator<byte[]> octets) {

    private static final List<String> WHENEVER_PRESENT =
            List.of("authorization", "ucp-agent", "idempotency-key", "signature-agent");

    static Signing usual() {
        return new Signing(
                "sig1", null, "", null, UnaryOperator.identity(), UnaryOperator.identity(), UnaryOperator.identity());
    }

    /** A signed request and the base that was signed. */
    record Signed(RawRequest request, String base) {}

    /** Signs the request. */
    Signed sign(RawRequest request, Agent caller, String scheme, Instant now) {
        Agent by = signer == null ? caller : signer;
        List<String> covered = components.apply(new ArrayList<>(usualComponents(request)));
        String params = "(" + String.join(" ", covered) + ")" + parameterText(by, now);
        StringBuilder base = new StringBuilder(512);
        for (String component : covered) {
            base.append(component)
                    .append(": ")
                    .append(BaseValues.of(component, request, scheme))
                    .append('\n');
        }
        base.append("\"@signature-params\": ").append(params);
        byte[] signature = octets.apply(by.key().sign(base.toString().getBytes(StandardCharsets.ISO_8859_1)));
        RawRequest signed = request.adding("Signature-Input", label + "=" + params)
                .adding("Signature", label + "=:" + Base64.getEncoder().encodeToString(signature) + ":");
        return new Signed(signed, base.toString());
    }

    private String parameterText(Agent by, Instant now) {
        Map<String, String> values = new LinkedHashMap<>();
        if (created != null) {
            values.put("created", created.isEmpty() ? Long.toString(now.getEpochSecond()) : created);
        }
        if (expires != null) {
            values.put("expires", Long.toString(expires.getEpochSecond()));
        }
        values.put("keyid", "\"" + by.jkt() + "\"");
        return parameters.apply(values).entrySet().stream()
                .map(entry -> ";" + entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining());
    }

    /** What SIG-2 wants covered. */
    private static List<String> usualComponents(RawRequest request) {
        List<String> covered = new ArrayList<>(List.of("\"@method\"", "\"@authority\"", "\"@path\""));
        if (request.target().contains("?")) {
            covered.add("\"@query\"");
        }
        if (request.header("content-digest") != null) {
            covered.add("\"content-digest\"");
        }
        if (request.header("content-type") != null) {
            covered.add("\"content-type\"");
        }
        WHENEVER_PRESENT.stream()
                .filter(name -> request.header(name) != null)
                .forEach(name -> covered.add("\"" + name + "\""));
        return covered;
    }

    Signing label(String other) {
        return new Signing(other, signer, created, expires, components, parameters, octets);
    }

    Signing signer(Agent other) {
        return new Signing(label, other, created, expires, components, parameters, octets);
    }

    Signing created(@Nullable String text) {
        return new Signing(label, signer, text, expires, components, parameters, octets);
    }

    Signing expires(@Nullable Instant at) {
        return new Signing(label, signer, created, at, components, parameters, octets);
    }

    Signing components(UnaryOperator<List<String>> change) {
        return new Signing(label, signer, created, expires, then(components, change), parameters, octets);
    }

    Signing parameters(UnaryOperator<Map<String, String>> change) {
        return new Signing(label, signer, created, expires, components, then(parameters, change), octets);
    }

    Signing octets(UnaryOperator<byte[]> change) {
        return new Signing(label, signer, created, expires, components, parameters, then(octets, change));
    }

    private static <T> UnaryOperator<T> then(UnaryOperator<T> first, UnaryOperator<T> second) {
        return value -> second.apply(first.apply(value));
    }
}
