package dev.rctp.gateway.sandbox;

import dev.rctp.gateway.sandbox.loopback.TestKey;

/**
 * TEST ONLY: a seller's software passkey; it reports counter 0.
 *
 * @param sub the seller
 * @param credentialId the credential's identifier, base64url
 * @param key what it signs with, ES256
 */
public record SellerPasskey(String sub, String credentialId, TestKey key) {}
