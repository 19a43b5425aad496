package dev.rctp.gateway.config;

import java.nio.file.Path;

/** Where the gateway's state lives: in a PostgreSQL of its own, or in the marketplace's. */
public sealed interface StoreConfig {

    /** Database connections at once. */
    int maxConnections();

    /** A PostgreSQL that the gateway starts, with its data in this folder. */
    record Embedded(Path folder, int maxConnections) implements StoreConfig {}

    /** A PostgreSQL (15 or newer) elsewhere. */
    record External(String url, String user, Secret password, int maxConnections) implements StoreConfig {}
}
