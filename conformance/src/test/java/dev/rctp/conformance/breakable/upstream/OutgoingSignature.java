package dev.rctp.conformance.breakable.upstream;

import dev.rctp.conformance.breakable.GatewayClock;
import dev.rctp.conformance.breakable.http.Headers;
import dev.rctp.conformance.breakable.jose.GatewayKey;
import dev.rctp.registries.Sha256;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Signs what the gateway sends (PRX-6, WHK-1; RFC 9421).
 *
 * @param key the gateway's
 * @param clock of {@code created}
 */
public record OutgoingSignature(GatewayKey key, GatewayClock clock) {

    /**
     * The headers with Content-Digest, Signature-Input and Signature.
     *
     * @param method of the request
     * @param url where it goes
     * @param headers what it has so far
     * @param body its octets; empty for none
     * @param covered the names of headers to cover, lower-case, besides what is always covered
     */
    public Headers sign(String method, URI url, Headers headers, byte[] body, List<String> covered) {
        Headers all = headers;
        List<String> names = new ArrayList<>(List.of("@method", "@authority", "@path"));
        if (url.getRawQuery() != null) {
            names.add("@query");
        }
        if (body.length > 0) {
            all = all.plus(
                    "Content-Digest", "sha-256=:" + Base64.getEncoder().encodeToString(Sha256.bytes(body)) + ":");
            names.addAll(List.of("content-digest", "content-type"));
        }
        names.addAll(covered);
        String input = names.stream().map(name -> '"' + name + '"').collect(Collectors.joining(" ", "(", ")"))
                + ";created=" + clock.instant().getEpochSecond() + ";keyid=\"" + key.kid() + "\"";
        StringBuilder base = new StringBuilder();
        for (String name : names) {
            base.append('"')
                    .append(name)
                    .append("\": ")
                    .append(value(name, method, url, all))
                    .append('\n');
        }
        base.append("\"@signature-params\": ").append(input);
        byte[] signature = key.sign(base.toString().getBytes(StandardCharsets.UTF_8));
        return all.plus("Signature-Input", "sig1=" + input)
                .plus("Signature", "sig1=:" + Base64.getEncoder().encodeToString(signature) + ":");
    }

    private static String value(String name, String method, URI url, Headers headers) {
        return switch (name) {
            case "@method" -> method;
            case "@authority" -> authority(url);
            case "@path" -> url.getRawPath().isEmpty() ? "/" : url.getRawPath();
            case "@query" -> "?" + url.getRawQuery();
            default -> headers.joined(name).orElseThrow(() -> new IllegalArgumentException("no header " + name));
        };
    }

    private static String authority(URI url) {
        boolean usual = url.getPort() < 0 || url.getPort() == (url.getScheme().equals("https") ? 443 : 80);
        return usual ? url.getHost() : url.getHost() + ":" + url.getPort();
    }
}
