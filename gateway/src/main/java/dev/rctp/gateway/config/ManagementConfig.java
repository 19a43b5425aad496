package dev.rctp.gateway.config;

import org.jspecify.annotations.Nullable;

/**
 * The management port (MGT-1).
 *
 * @param address where it listens; loopback unless configured otherwise
 * @param bearer the secret its callers send as bearer token
 * @param debugPage whether {@code /debug} says why pasted requests fail
 * @param metricsBearer the secret that {@code /metrics} asks for; null where it asks for none
 */
public record ManagementConfig(
        Endpoint address,
        Secret bearer,
        boolean debugPage,
        @Nullable Secret metricsBearer) {}
