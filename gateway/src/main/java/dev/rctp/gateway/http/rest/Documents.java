package dev.rctp.gateway.http.rest;

import dev.rctp.gateway.http.InboundRequest;
import dev.rctp.gateway.http.Reply;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.registries.Sha256;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The gateway's public documents: its UCP profile, its RFC 9728 metadata, what it signs of its log (DIS-1, DIS-2, REC-7). */
public final class Documents {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Map<String, Supplier<Optional<Document>>> byPath;

    /** Serves under each path the document that is there then; it is not found where there is none. */
    public Documents(Map<String, Supplier<Optional<Document>>> documents) {
        this.byPath = Map.copyOf(documents);
    }

    /**
     * One of them.
     *
     * @param mediaType its {@code Content-Type}
     * @param freshFor how long a cache may give it
     */
    public record Document(String mediaType, byte[] body, Duration freshFor, String etag) {

        /** A JSON document that stays the same while this gateway runs. */
        public static Supplier<Optional<Document>> of(JsonNode content) {
            Optional<Document> document =
                    Optional.of(of("application/json", JSON.writeValueAsBytes(content), Duration.ofMinutes(5)));
            return () -> document;
        }

        /** A text. */
        public static Document of(String content, Duration freshFor) {
            return of("text/plain; charset=utf-8", content.getBytes(StandardCharsets.UTF_8), freshFor);
        }

        private static Document of(String mediaType, byte[] body, Duration freshFor) {
            String digest = Base64.getUrlEncoder().withoutPadding().encodeToString(Sha256.bytes(body));
            return new Document(mediaType, body, freshFor, "\"" + digest + "\"");
        }
    }

    /** The paths it serves. */
    public Set<String> paths() {
        return byPath.keySet();
    }

    Reply answer(InboundRequest request) {
        String method = request.message().method();
        Supplier<Optional<Document>> place = byPath.get(request.message().path());
        if (place == null || !(method.equals("GET") || method.equals("HEAD"))) {
            return new Reply(405, HttpFields.of("allow", "GET, HEAD"), new byte[0]);
        }
        return place.get()
                .map(document -> answer(request, document))
                .orElseGet(() -> new Reply(404, HttpFields.of("cache-control", "no-store"), new byte[0]));
    }

    private static Reply answer(InboundRequest request, Document document) {
        HttpFields caching = HttpFields.of(
                "cache-control", "public, max-age=" + document.freshFor().toSeconds(), "etag", document.etag());
        if (isKnown(request, document.etag())) {
            return new Reply(304, caching, new byte[0]);
        }
        HttpFields fields =
                caching.toBuilder().add("content-type", document.mediaType()).build();
        return new Reply(200, fields, document.body());
    }

    /** Weak comparison (RFC 9110 13.1.2). */
    private static boolean isKnown(InboundRequest request, String etag) {
        return request.message().fields().values("if-none-match").stream()
                .flatMap(value -> Arrays.stream(value.split(",")))
                .map(String::strip)
                .anyMatch(tag -> tag.equals("*") || tag.equals(etag) || tag.equals("W/" + etag));
    }
}
