package dev.rctp.approval.passkey;

/** What reading a JWK came to (B58). */
public sealed interface JwkReading permits PublicJwk, PasskeyRefused {}
