package dev.rctp.gateway.config;

/** How the marketplace can tell that a call came through the gateway (PRX-6). */
public enum UpstreamAuthentication {
    /** Each request carries the gateway's signature, and the connection a client certificate where there is one. */
    SIGNATURE,
    /** The connection carries the gateway's client certificate; requests aren't signed. */
    MTLS
}
