package dev.rctp.msgsig.profile;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** One GET of a profile by who chose its URL: no redirect, a fresh answer, 3 s at most from resolving to the last byte. */
final class PlainFetch {

    /** What a profile has at most (OPR-2). */
    static final int MOST_BYTES = 128 * 1024;

    private static final Duration DEADLINE = Duration.ofSeconds(3);

    private PlainFetch() {}

    /** The answer; of a body that is too long {@link #MOST_BYTES} and one more. */
    static FetchedProfile get(URI uri) throws IOException, InterruptedException {
        // the client's own timeout ends with the head of the answer
        ExecutorService thread = Executors.newVirtualThreadPerTaskExecutor();
        try {
            return thread.submit(() -> exchange(uri)).get(DEADLINE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw late(e);
        } catch (ExecutionException e) {
            throw told(e.getCause());
        } finally {
            thread.shutdownNow();
        }
    }

    /** The JDK's own messages quote what came. */
    private static IOException told(@Nullable Throwable fault) {
        return switch (fault) {
            case ConnectException refused -> refused;
            case HttpTimeoutException timeout -> late(timeout);
            case SSLException tls ->
                new IOException("no TLS connection could be made: its certificate may not be trusted", tls);
            case null, default -> new IOException("what came is no whole HTTP answer", fault);
        };
    }

    private static IOException late(Exception timeout) {
        return new IOException("no whole answer came within " + DEADLINE.toSeconds() + " s", timeout);
    }

    private static FetchedProfile exchange(URI uri) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(DEADLINE)
                .build()) {
            HttpRequest request = HttpRequest.newBuilder(uri)
                    .timeout(DEADLINE)
                    .header("cache-control", "no-cache")
                    .build();
            HttpResponse<InputStream> answer = http.send(request, HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = answer.body()) {
                String caching = String.join(", ", answer.headers().allValues("cache-control"));
                return new FetchedProfile(answer.statusCode(), caching, body.readNBytes(MOST_BYTES + 1));
            }
        }
    }
}
