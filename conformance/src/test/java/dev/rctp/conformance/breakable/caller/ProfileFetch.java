package dev.rctp.conformance.breakable.caller;

import dev.rctp.conformance.breakable.Fault;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Fetches profiles: no redirects, 128 KiB at most, https but for loopback where that is allowed (OPR-2). */
final class ProfileFetch {

    private static final int MOST = 128 * 1024;
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final Pattern MAX_AGE = Pattern.compile("max-age=(\\d{1,9})");

    private final boolean loopback;
    private final Set<Fault> faults;
    private final HttpClient client;

    ProfileFetch(boolean loopback, Set<Fault> faults) {
        this.loopback = loopback;
        this.faults = faults;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(2))
                .followRedirects(
                        faults.contains(Fault.OPR_REDIRECT_FOLLOWED)
                                ? HttpClient.Redirect.ALWAYS
                                : HttpClient.Redirect.NEVER)
                .build();
    }

    /** An answer with status 200. */
    record Fetched(byte[] document, Duration maxAge) {}

    Optional<Fetched> get(String url) {
        URI uri = URI.create(url);
        if (!admits(uri)) {
            return Optional.empty();
        }
        CompletableFuture<Optional<Fetched>> answer = new CompletableFuture<>();
        Thread reader = Thread.ofVirtual().start(() -> answer.complete(read(uri)));
        try {
            return answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException tooSlow) {
            reader.interrupt();
            return Optional.empty();
        } catch (InterruptedException _) {
            reader.interrupt();
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private Optional<Fetched> read(URI uri) {
        HttpRequest request = HttpRequest.newBuilder(uri)
                .header("Accept", "application/json")
                .timeout(PATIENCE)
                .build();
        try {
            HttpResponse<InputStream> response = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                byte[] document = body.readNBytes(MOST + 1);
                boolean large = document.length > MOST && !faults.contains(Fault.OPR_LARGE_PROFILE_TAKEN);
                if (response.statusCode() != 200 || large) {
                    return Optional.empty();
                }
                byte[] rest = body.readAllBytes();
                return Optional.of(new Fetched(joined(document, rest), maxAge(response)));
            }
        } catch (IOException unreachable) {
            return Optional.empty();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }

    private static Duration maxAge(HttpResponse<?> response) {
        String control = response.headers().firstValue("Cache-Control").orElse("");
        Matcher age = MAX_AGE.matcher(control);
        boolean kept = !control.contains("no-store") && !control.contains("no-cache");
        return kept && age.find() ? Duration.ofSeconds(Long.parseLong(age.group(1))) : Duration.ZERO;
    }

    private boolean admits(URI uri) {
        try {
            InetAddress address = InetAddress.getByName(uri.getHost());
            boolean inside = address.isLoopbackAddress()
                    || address.isSiteLocalAddress()
                    || address.isLinkLocalAddress()
                    || address.isAnyLocalAddress()
                    || address.isMulticastAddress();
            return loopback
                    ? address.isLoopbackAddress() || uri.getScheme().equals("https")
                    : !inside && uri.getScheme().equals("https");
        } catch (UnknownHostException unknown) {
            return false;
        }
    }
}
