package dev.rctp.grant;

import dev.rctp.grant.AuthorizationServerTransport.Answer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** An operator's exchanges with an authorization server: one deadline for each whole one, at most 256 KiB of answer. */
final class ClientHttp {

    private static final long MAX_BYTES = 256 << 10;

    private final HttpClient http;
    private final Duration deadline;

    ClientHttp(HttpClient http, Duration deadline) {
        this.http = http;
        this.deadline = deadline;
    }

    Answer get(URI uri) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(uri));
    }

    Answer postForm(URI uri, Map<String, String> parameters) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(FormParameters.encode(parameters))));
    }

    // the client's own timeout ends with the head of the answer, so the whole exchange is waited for instead
    private Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<byte[]>> exchange = http.sendAsync(
                request.header("Accept", "application/json").build(),
                BodyHandlers.limiting(BodyHandlers.ofByteArray(), MAX_BYTES));
        try {
            HttpResponse<byte[]> response = exchange.get(deadline.toNanos(), TimeUnit.NANOSECONDS);
            return new Answer(
                    response.statusCode(),
                    response.headers().firstValue("Content-Type").orElse(null),
                    response.body());
        } catch (TimeoutException e) {
            throw new IOException("no whole answer within " + deadline, e);
        } catch (ExecutionException e) {
            throw new IOException(said(e.getCause()), e);
        } finally {
            exchange.cancel(true);
        }
    }

    /** What happened, without what was sent. */
    private static String said(@Nullable Throwable cause) {
        return cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException
                ? "could not connect"
                : "no whole answer came, of at most " + MAX_BYTES + " bytes: " + cause;
    }
}
