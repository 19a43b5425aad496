package dev.rctp.gateway.config;

import java.time.Duration;

/**
 * The marketplace's OAuth server (GRA).
 *
 * @param issuer compared as an exact string
 * @param clientId the gateway's own client there
 * @param clientSecret for {@code client_secret_basic}
 * @param timeout for a whole exchange (GRA-4)
 * @param maxConnections at once
 */
public record AuthorizationServerConfig(
        String issuer, String clientId, Secret clientSecret, Duration timeout, int maxConnections) {}
