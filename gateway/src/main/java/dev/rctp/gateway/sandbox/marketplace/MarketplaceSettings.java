package dev.rctp.gateway.sandbox.marketplace;

import dev.rctp.registries.IdSource;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * TEST ONLY: what the example marketplace is told.
 *
 * @param port the port to listen on; 0 takes a free one
 * @param gateway knows the gateway's requests
 * @param ids makes identifiers
 * @param state the folder that keeps listings, offers and deals; null keeps them in memory
 */
public record MarketplaceSettings(
        int port,
        GatewayCheck gateway,
        IdSource ids,
        @Nullable Path state) {}
