package dev.rctp.gateway.http.rest;

import dev.rctp.gateway.http.InboundRequest;
import dev.rctp.gateway.http.Reply;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.registries.Sha256;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The gateway's public documents: its UCP profile and its RFC 9728 metadata (DIS-1, DIS-2). */
public final class Documents {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private record Document(byte[] body, String etag) {}

    private final Map<String, Document> byPath;

    /** Serves each document under its path. */
    public Documents(Map<String, JsonNode> documents) {
        this.byPath = documents.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, e -> document(e.getValue())));
    }

    /** The paths it serves. */
    public Set<String> paths() {
        return byPath.keySet();
    }

    Reply answer(InboundRequest request) {
        String method = request.message().method();
        Document document = byPath.get(request.message().path());
        if (document == null || !(method.equals("GET") || method.equals("HEAD"))) {
            return new Reply(405, HttpFields.of("allow", "GET, HEAD"), new byte[0]);
        }
        HttpFields caching = HttpFields.of("cache-control", "public, max-age=300", "etag", document.etag());
        if (isKnown(request, document.etag())) {
            return new Reply(304, caching, new byte[0]);
        }
        HttpFields fields =
                caching.toBuilder().add("content-type", "application/json").build();
        return new Reply(200, fields, document.body());
    }

    /** Weak comparison (RFC 9110 13.1.2). */
    private static boolean isKnown(InboundRequest request, String etag) {
        return request.message().fields().values("if-none-match").stream()
                .flatMap(value -> Arrays.stream(value.split(",")))
                .map(String::strip)
                .anyMatch(tag -> tag.equals("*") || tag.equals(etag) || tag.equals("W/" + etag));
    }

    private static Document document(JsonNode content) {
        byte[] body = JSON.writeValueAsBytes(content);
        String digest = Base64.getUrlEncoder().withoutPadding().encodeToString(Sha256.bytes(body));
        return new Document(body, "\"" + digest + "\"");
    }
}
