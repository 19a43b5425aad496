package dev.rctp.gateway.cli;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** The exchange of {@code rctp call}: one deadline for all of it, to the last byte, and 16 MiB of answer at most. */
final class CallExchange {

    private static final Duration CONNECTING = Duration.ofSeconds(10);

    private CallExchange() {}

    /** The whole answer; throws {@link ConnectException} where nothing answers, else with a sentence that quotes nothing. */
    static HttpResponse<byte[]> send(HttpRequest request, Duration deadline) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECTING)
                .build()) {
            // the client's own timeout ends with the head of the answer
            CompletableFuture<HttpResponse<byte[]>> exchange = http.sendAsync(request, head -> new LimitedBody());
            try {
                return exchange.get(deadline.toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                throw new IOException("no whole answer came within " + deadline.toSeconds() + " s.", e);
            } catch (ExecutionException e) {
                throw told(e.getCause());
            } finally {
                exchange.cancel(true);
                http.shutdownNow();
            }
        }
    }

    /** The JDK's own messages quote what came. */
    private static IOException told(@Nullable Throwable fault) {
        for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
            if (cause instanceof LimitedBody.TooLongException tooLong) {
                return tooLong;
            }
        }
        return switch (fault) {
            case ConnectException refused -> refused;
            case HttpConnectTimeoutException _ -> new ConnectException();
            case SSLException tls ->
                new IOException("no TLS connection could be made: the certificate may not be trusted.", tls);
            case null, default -> new IOException("what came is no whole HTTP answer.", fault);
        };
    }
}
