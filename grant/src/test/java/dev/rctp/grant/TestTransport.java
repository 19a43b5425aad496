package dev.rctp.grant;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The JDK's HTTP client, with one deadline for the whole exchange. */
final class TestTransport implements AuthorizationServerTransport, AutoCloseable {

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Duration deadline;

    TestTransport(Duration deadline) {
        this.deadline = deadline;
    }

    @Override
    public Answer get(URI uri) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(uri));
    }

    @Override
    public Answer postForm(URI uri, String basicCredentials, String form) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(uri)
                .header("Authorization", "Basic " + basicCredentials)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form)));
    }

    private Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<byte[]>> exchange =
                client.sendAsync(request.build(), BodyHandlers.ofByteArray());
        try {
            HttpResponse<byte[]> response = exchange.get(deadline.toNanos(), TimeUnit.NANOSECONDS);
            return new Answer(
                    response.statusCode(),
                    response.headers().firstValue("Content-Type").orElse(null),
                    response.body());
        } catch (ExecutionException | TimeoutException e) {
            exchange.cancel(true);
            throw new IOException("no whole answer", e);
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
