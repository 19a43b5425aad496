package dev.rctp.conformance.world;

import dev.rctp.conformance.plan.Plan;
import dev.rctp.conformance.plan.Routes;
import dev.rctp.conformance.wire.Door;
import dev.rctp.conformance.wire.Field;
import dev.rctp.conformance.wire.RawRequest;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The gateway that is judged.
 *
 * @param plan what the tester says of it
 * @param routes its verbs' routes
 * @param timeout how long it may take for an answer
 */
public record Target(Plan.Target plan, Routes routes, Duration timeout) {

    /** Where it listens. */
    public Door door() {
        return new Door(plan.baseUrl(), timeout);
    }

    /** {@code https} or {@code http}. */
    public String scheme() {
        return plan.baseUrl().getScheme();
    }

    /** Its public authority, as clients write it. */
    public String authority() {
        return plan.baseUrl().getRawAuthority();
    }

    /** Where its resource metadata is (RFC 9728 section 3.1). */
    public String resourceMetadata() {
        String path = Objects.requireNonNullElse(URI.create(plan.resource()).getRawPath(), "");
        return "/.well-known/oauth-protected-resource" + (path.equals("/") ? "" : path);
    }

    /** The same for a path of the runner's own. */
    public RawRequest plain(String method, String path, @Nullable JsonNode body) {
        return plain(method, URI.create(path), body);
    }

    /** An unsigned request that asks for JSON; a whole URL is taken by its path alone, under its own Host. */
    public RawRequest plain(String method, URI address, @Nullable JsonNode body) {
        String path = address.getRawPath() == null || address.getRawPath().isEmpty() ? "/" : address.getRawPath();
        String target = path + (address.getRawQuery() == null ? "" : "?" + address.getRawQuery());
        byte[] octets = body == null ? new byte[0] : body.toString().getBytes(StandardCharsets.UTF_8);
        List<Field> headers = new ArrayList<>();
        String host = address.getRawAuthority() == null ? authority() : address.getRawAuthority();
        headers.add(new Field("Host", host));
        headers.add(new Field("Accept", "application/json"));
        if (body != null) {
            headers.add(new Field("Content-Type", "application/json"));
        }
        if (body != null || !method.equals("GET")) {
            headers.add(new Field("Content-Length", Integer.toString(octets.length)));
        }
        return new RawRequest(method, target, headers, octets);
    }
}
