package dev.rctp.gateway.config;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Where traces go.
 *
 * @param otlpEndpoint the URL that spans are posted to (OTLP over HTTP); null where none are made
 * @param sampleRatio the share of requests that are traced, from 0 to 1
 */
public record TelemetryConfig(@Nullable URI otlpEndpoint, double sampleRatio) {}
