package dev.rctp.gateway.http.rest;

import dev.rctp.attest.LedgerUnavailableException;
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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The gateway's public documents: its UCP profile, its RFC 9728 metadata, what it signs of its log (DIS-1, DIS-2, REC-7). */
public final class Documents {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Map<String, Place> byPath;

    /** Serves under each path the document that is there then. */
    public Documents(Map<String, Place> documents) {
        this.byPath = Map.copyOf(documents);
    }

    /** What stands under one path. */
    @FunctionalInterface
    public interface Place {

        /**
         * The document that is there now; empty where there is none, which is then not found.
         *
         * @param query the request's; empty for none
         * @throws LedgerUnavailableException when it can't be read now
         */
        Optional<Document> at(String query) throws LedgerUnavailableException, InterruptedException;
    }

    /**
     * One of them.
     *
     * @param mediaType its {@code Content-Type}
     * @param freshFor how long a cache may give it
     */
    public record Document(String mediaType, byte[] body, Duration freshFor, String etag) {

        /** A JSON document that stays the same while this gateway runs. */
        public static Place of(JsonNode content) {
            Optional<Document> document = Optional.of(of(content, Duration.ofMinutes(5)));
            return _ -> document;
        }

        /** A JSON document. */
        public static Document of(JsonNode content, Duration freshFor) {
            return of("application/json", JSON.writeValueAsBytes(content), freshFor);
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

    Reply answer(InboundRequest request) throws InterruptedException {
        String method = request.message().method();
        Place place = byPath.get(request.message().path());
        if (place == null || !(method.equals("GET") || method.equals("HEAD"))) {
            return new Reply(405, HttpFields.of("allow", "GET, HEAD"), new byte[0]);
        }
        String query = request.message().query();
        try {
            return place.at(query == null ? "" : query)
                    .map(document -> answer(request, document))
                    .orElseGet(() -> new Reply(404, HttpFields.of("cache-control", "no-store"), new byte[0]));
        } catch (LedgerUnavailableException e) {
            return new Reply(503, HttpFields.of("cache-control", "no-store", "retry-after", "1"), new byte[0]);
        }
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
