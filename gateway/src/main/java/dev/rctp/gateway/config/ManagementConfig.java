package dev.rctp.gateway.config;

/**
 * The management port (MGT-1).
 *
 * @param address where it listens; loopback unless configured otherwise
 * @param bearer the secret its callers send as bearer token
 * @param debugPage whether {@code /debug} says why pasted requests fail
 */
public record ManagementConfig(Endpoint address, Secret bearer, boolean debugPage) {}
