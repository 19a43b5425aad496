package dev.rctp.grant;

import java.net.http.HttpClient;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;

/**
 * What {@link SellerConnect} works with.
 *
 * @param http the client that its requests go through; one that follows no redirect, since a redirect could take a token elsewhere
 * @param deadline the time for each whole exchange, from connecting to the last byte
 * @param clock tells when a token lapses
 * @param random makes states and verifiers
 */
public record ConnectSettings(HttpClient http, Duration deadline, InstantSource clock, SecureRandom random) {

    /** Throws {@link IllegalArgumentException} for a client that follows redirects and for a deadline that is not positive. */
    public ConnectSettings {
        if (http.followRedirects() != HttpClient.Redirect.NEVER) {
            throw new IllegalArgumentException("the HTTP client follows redirects");
        }
        if (!deadline.isPositive()) {
            throw new IllegalArgumentException("the deadline is not positive");
        }
    }

    /** A new client, 10 s for each exchange, the system's clock and a fresh source of randomness. */
    public static ConnectSettings defaults() {
        HttpClient http =
                HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
        return new ConnectSettings(http, Duration.ofSeconds(10), InstantSource.system(), new SecureRandom());
    }
}
