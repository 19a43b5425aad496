package dev.rctp.gateway;

import dev.rctp.gateway.config.ListenConfig;
import dev.rctp.gateway.config.UpstreamConfig;
import dev.rctp.gateway.config.UpstreamTls;
import dev.rctp.gateway.http.edge.ServerTls;
import dev.rctp.gateway.http.outbound.ClientTls;
import dev.rctp.gateway.http.tls.TlsIdentityFiles;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** TLS with agents and with the marketplace, and the files it is read from; both sides change together or not at all. */
final class NetworkTls implements AutoCloseable {

    private static final Duration LOOK_AT_CERTIFICATE = Duration.ofSeconds(10);

    private final @Nullable ServerTls agents;
    private final ClientTls marketplace;
    private UpstreamTls marketplaceFiles;

    /** Reads the files of both sides, and throws {@link IOException} for one that can't be used. */
    NetworkTls(ListenConfig listen, UpstreamConfig upstream, InstantSource clock) throws IOException {
        this.marketplaceFiles = upstream.tls();
        this.marketplace = Startup.marketplaceTls(upstream, clock);
        this.agents =
                listen.tls() == null ? null : ServerTls.open(listen.tls(), listen.http2(), LOOK_AT_CERTIFICATE, clock);
    }

    @Nullable
    ServerTls agents() {
        return agents;
    }

    ClientTls marketplace() {
        return marketplace;
    }

    /**
     * Reads the files again. False, and all as before on both sides, where one can't be used. A certificate that was there stays where none
     * is named any more, and none is taken where there was none.
     *
     * @param listen null for the files in use
     * @param upstream null to leave that side as it is
     */
    boolean reload(@Nullable TlsIdentityFiles listen, @Nullable UpstreamTls upstream) {
        UpstreamTls files = upstream == null ? null : replacing(upstream);
        ServerTls.Reading toAgents = agents == null ? null : agents.read(listen);
        ClientTls.Reading toMarketplace = files == null ? null : marketplace.read(files.trust(), files.identity());
        if ((agents != null && toAgents == null) || (files != null && toMarketplace == null)) {
            return false;
        }
        if (agents != null && toAgents != null) {
            agents.take(toAgents);
        }
        if (files != null && toMarketplace != null) {
            marketplace.take(toMarketplace);
            marketplaceFiles = files;
        }
        return true;
    }

    private UpstreamTls replacing(UpstreamTls next) {
        boolean both = marketplaceFiles.identity() != null && next.identity() != null;
        return both ? next : new UpstreamTls(next.trust(), marketplaceFiles.identity());
    }

    /** Stops watching the agents' files. */
    @Override
    public void close() {
        if (agents != null) {
            agents.close();
        }
    }
}
