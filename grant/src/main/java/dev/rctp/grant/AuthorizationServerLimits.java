package dev.rctp.grant;

import java.time.Duration;

/**
 * What keeps a slow authorization server from taking the gateway down (GRA-4).
 *
 * @param concurrent how many calls may be at the authorization server at once
 * @param queueWait how long a call may wait for its turn
 * @param metadataWait how long a call may wait for metadata that another call is fetching
 * @param metadataRefresh the age at which metadata is fetched again
 * @param metadataRetry how long a failed fetch of metadata is remembered
 */
public record AuthorizationServerLimits(
        int concurrent, Duration queueWait, Duration metadataWait, Duration metadataRefresh, Duration metadataRetry) {

    /** 64 calls at once, 1 s for a turn, 3 s for metadata, which is fetched hourly and tried again after 5 s. */
    public static AuthorizationServerLimits defaults() {
        return new AuthorizationServerLimits(
                64, Duration.ofSeconds(1), Duration.ofSeconds(3), Duration.ofHours(1), Duration.ofSeconds(5));
    }
}
