package dev.rctp.gateway.config;

import java.time.Duration;

/**
 * What the marketplace decides about deals (section 8).
 *
 * @param fundsWithin how long a deal waits for {@code funds_held} before it lapses (EVT-6)
 */
public record DealsConfig(Duration fundsWithin) {}
