package dev.rctp.gateway.config;

/** How the marketplace can tell that a call came through the gateway (PRX-6); mutual TLS is not available yet. */
public enum UpstreamAuthentication {
    SIGNATURE
}
