package dev.rctp.gateway.sandbox.loopback;

import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** An HTTP client as a tool outside would have it; it follows no redirect. */
public final class TestClient implements AutoCloseable {

    /** An answer that was read whole. */
    public record Answer(int status, HttpResponse<String> raw) {

        /** The body as JSON. */
        public JsonNode json() {
            try {
                return StrictJson.parse(raw.body().getBytes(StandardCharsets.UTF_8));
            } catch (InvalidJsonException e) {
                throw new AssertionError("not JSON: " + raw.body(), e);
            }
        }

        /** The body as text. */
        public String text() {
            return raw.body();
        }

        /** The value of this field; empty text where it is absent. */
        public String field(String name) {
            return raw.headers().firstValue(name).orElse("");
        }
    }

    private final HttpClient client = HttpClient.newHttpClient();

    /** GET. */
    public Answer get(String url, String... headers) {
        return send("GET", url, "", headers);
    }

    /** POST of JSON. */
    public Answer post(String url, String json, String... headers) {
        return send("POST", url, json, headers);
    }

    /** POST of a form. */
    public Answer form(String url, Map<String, String> parameters, String... headers) {
        return send("POST", url, encode(parameters), headers);
    }

    /** Any request; an empty body is none. */
    public Answer send(String method, String url, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
            return new Answer(answer.statusCode(), answer);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Parameters as a query or form. */
    public static String encode(Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .map(p -> p.getKey() + "=" + URLEncoder.encode(p.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    @Override
    public void close() {
        client.close();
    }
}
