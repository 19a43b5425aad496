package dev.rctp.gateway.config;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Where webhooks go besides to operators, whose profiles say it themselves (WHK-1).
 *
 * @param marketplaceUrl where the marketplace is told that a seller is asked; null for nowhere
 */
public record WebhooksConfig(@Nullable URI marketplaceUrl) {}
