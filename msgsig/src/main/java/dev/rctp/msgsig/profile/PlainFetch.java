package dev.rctp.msgsig.profile;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

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
            throw new IOException("no whole answer came within " + DEADLINE.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException fault ? fault : new IOException("it could not be fetched", e);
        } finally {
            thread.shutdownNow();
        }
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
