package dev.rctp.conformance.hosts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** A plain HTTP client for the tests of the hosts. */
final class Web implements AutoCloseable {

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    HttpResponse<String> get(String url, String... headers) {
        return send(request(url, headers).GET());
    }

    HttpResponse<String> post(String url, String body, String... headers) {
        return send(request(url, headers).POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    @Override
    public void close() {
        client.shutdownNow();
    }

    private static HttpRequest.Builder request(String url, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url));
        return headers.length == 0 ? request : request.headers(headers);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
