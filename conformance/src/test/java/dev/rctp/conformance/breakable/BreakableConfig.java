package dev.rctp.conformance.breakable;

import dev.rctp.conformance.breakable.jose.GatewayKey;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * What the breakable gateway needs of a {@code gateway.yaml}.
 *
 * @param file the whole file, for what is read where it is needed
 * @param key that of {@code profile.signing_key}
 */
public record BreakableConfig(JsonNode file, GatewayKey key) {

    /**
     * An onboarded operator.
     *
     * @param profile its URL
     * @param name for sellers' pages
     * @param roles what it may be to a deal
     */
    public record Operator(String profile, String name, Set<String> roles) {}

    /** Reads the file and the key beside it. */
    public static BreakableConfig read(Path yaml) throws IOException {
        JsonNode file = new YAMLMapper().readTree(Files.readString(yaml));
        Path key = yaml.toAbsolutePath()
                .resolveSibling(file.at("/profile/signing_key").asString());
        return new BreakableConfig(file, GatewayKey.of(Files.readString(key)));
    }

    /** A string at a JSON pointer; throws where there is none. */
    public String text(String pointer) {
        return optional(pointer).orElseThrow(() -> new IllegalArgumentException("the file has no " + pointer));
    }

    /** A string at a JSON pointer. */
    public Optional<String> optional(String pointer) {
        JsonNode value = file.at(pointer);
        return value.isString() ? Optional.of(value.stringValue()) : Optional.empty();
    }

    /** The strings of an array at a JSON pointer; none where there is no array. */
    public List<String> texts(String pointer) {
        return file.at(pointer).valueStream().map(JsonNode::asString).toList();
    }

    /** A boolean at a JSON pointer; false where there is none. */
    public boolean is(String pointer) {
        return file.at(pointer).booleanValue(false);
    }

    /** A duration at a JSON pointer, such as {@code 10s}, {@code 500ms} or {@code 48h}. */
    public Duration duration(String pointer, Duration otherwise) {
        Optional<String> given = optional(pointer);
        if (given.isEmpty()) {
            return otherwise;
        }
        String text = given.get();
        long count = Long.parseLong(text.replaceFirst("[a-z]+$", ""));
        return switch (text.replaceFirst("^[0-9]+", "")) {
            case "ms" -> Duration.ofMillis(count);
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            case "h" -> Duration.ofHours(count);
            case "d" -> Duration.ofDays(count);
            default -> throw new IllegalArgumentException("no duration: " + text);
        };
    }

    /** The operators, in the file's order. */
    public List<Operator> operators() {
        return file.at("/operators")
                .valueStream()
                .map(entry -> new Operator(
                        entry.path("profile").asString(),
                        entry.path("name").asString(),
                        entry.path("roles")
                                .valueStream()
                                .map(JsonNode::asString)
                                .collect(Collectors.toCollection(TreeSet::new))))
                .toList();
    }

    /** Where agents' calls arrive. */
    public InetSocketAddress listen() {
        return address(optional("/listen/address").orElse("127.0.0.1:0"));
    }

    /** Where the management API is. */
    public InetSocketAddress management() {
        return address(optional("/management/address").orElse("127.0.0.1:8444"));
    }

    /** What agents' URLs begin with (SIG-5). */
    public String origin() {
        return optional("/listen/scheme").orElse("https") + "://"
                + texts("/listen/public_authorities").getFirst();
    }

    /** The gateway's name: its profile's URL. */
    public String profileUrl() {
        return text("/profile/url");
    }

    /** The authorization server's issuer. */
    public String issuer() {
        return text("/authorization_server/issuer");
    }

    /** The WebAuthn RP id (APR-3). */
    public String rpId() {
        return optional("/approvals/rp_id")
                .orElseGet(() -> URI.create(profileUrl()).getHost());
    }

    /** The origins of pages that ask (APR-3). */
    public List<String> origins() {
        List<String> given = texts("/approvals/origins");
        return given.isEmpty()
                ? List.of(URI.create(profileUrl()).resolve("/").toString().replaceFirst("/$", ""))
                : given;
    }

    private static InetSocketAddress address(String endpoint) {
        int colon = endpoint.lastIndexOf(':');
        return new InetSocketAddress(endpoint.substring(0, colon), Integer.parseInt(endpoint.substring(colon + 1)));
    }
}
