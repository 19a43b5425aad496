package dev.rctp.gateway.config;

import java.nio.file.Path;
import java.time.Duration;

/**
 * The log of chain heads (REC-7).
 *
 * @param signingKey file with the private Ed25519 JWK that signs its checkpoints
 * @param origin its name, the first line of its checkpoints
 * @param interval how often a checkpoint is signed
 */
public record LogConfig(Path signingKey, String origin, Duration interval) {}
