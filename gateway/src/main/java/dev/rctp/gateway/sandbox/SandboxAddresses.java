package dev.rctp.gateway.sandbox;

/**
 * TEST ONLY: the base URLs of the sandbox's parts, each without a trailing slash.
 *
 * @param gateway where agents call, also the passkeys' origin
 * @param management the gateway's management port
 * @param authorizationServer the issuer
 * @param marketplace the API behind the gateway
 * @param operators the host of the operators' profiles
 */
public record SandboxAddresses(
        String gateway, String management, String authorizationServer, String marketplace, String operators) {}
