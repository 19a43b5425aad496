package dev.rctp.gateway;

import dev.rctp.attest.Perimeter;
import dev.rctp.gateway.config.ConfigChange;
import dev.rctp.gateway.config.GatewayConfig;
import dev.rctp.gateway.config.LimitsConfig;
import dev.rctp.gateway.config.UpstreamTls;
import dev.rctp.gateway.http.edge.EdgeServer;
import dev.rctp.gateway.http.rest.Routes;
import dev.rctp.gateway.limits.AddressLimits;
import dev.rctp.gateway.limits.OperatorLimits;
import dev.rctp.gateway.limits.PageLimits;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The configuration that a running gateway goes by, and the parts that take another one over; one change at a time. */
final class RunningConfig implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RunningConfig.class);

    private final GatewayConfig started;
    private final Network network;
    private final EdgeServer edge;
    private final Routes routes;
    private final Roster roster;
    private final Perimeter perimeter;
    private final AddressLimits addresses;
    private final PageLimits pages;
    private final OperatorLimits operators;
    private final ReentrantLock changing = new ReentrantLock();
    private GatewayConfig current;
    private boolean closed;

    RunningConfig(
            GatewayConfig started,
            Network network,
            EdgeServer edge,
            Routes routes,
            Roster roster,
            Perimeter perimeter,
            AddressLimits addresses,
            PageLimits pages,
            OperatorLimits operators) {
        this.started = started;
        this.current = started;
        this.network = network;
        this.edge = edge;
        this.routes = routes;
        this.roster = roster;
        this.perimeter = perimeter;
        this.addresses = addresses;
        this.pages = pages;
        this.operators = operators;
    }

    /** Takes over what is safe; nothing where a TLS file can't be used, and nothing once closed. */
    void take(GatewayConfig next) {
        changing.lock();
        try {
            if (closed) {
                LOG.info("the gateway is stopping: its configuration stays as it was");
            } else if (network.reload(next.listen().tls(), upstreamTls(next))) {
                ConfigChange change = ConfigChange.between(started, current, next);
                apply(next);
                current = next;
                tell(change);
            } else {
                LOG.error("the configuration names a TLS file that can't be used; all else stays as it was");
            }
        } finally {
            changing.unlock();
        }
    }

    /** Null where it is for a marketplace that takes a restart. */
    private @Nullable UpstreamTls upstreamTls(GatewayConfig next) {
        return ConfigChange.sameMarketplace(started, next) ? next.upstream().tls() : null;
    }

    private void apply(GatewayConfig next) {
        roster.reload(next.operators());
        routes.reload(Startup.writes(next.ungoverned()));
        network.forwardAuthorization(next.ungoverned().forwardAuthorization());
        LimitsConfig limits = next.limits();
        perimeter.reload(limits.perimeterPerAddress());
        addresses.reload(limits.address());
        pages.reload(limits.address() != null);
        operators.reload(limits.operator());
        edge.reload(network.agentsEdge(started.listen(), limits));
    }

    private static void tell(ConfigChange change) {
        LOG.atInfo()
                .addKeyValue("changed", String.join(" ", change.taken()))
                .log("the configuration was read again, and the TLS files with it");
        if (!change.left().isEmpty()) {
            LOG.atWarn()
                    .addKeyValue("unchanged", String.join(" ", change.left()))
                    .log("what changed of the configuration besides takes a restart, and stays as it was");
        }
    }

    /** Waits for a change under way; there is none after that. */
    @Override
    public void close() {
        changing.lock();
        try {
            closed = true;
        } finally {
            changing.unlock();
        }
    }
}
