package dev.rctp.gateway;

import dev.rctp.gateway.config.AuthorizationServerConfig;
import dev.rctp.gateway.config.Endpoint;
import dev.rctp.gateway.config.GatewayConfig;
import dev.rctp.gateway.config.LimitsConfig;
import dev.rctp.gateway.config.ListenConfig;
import dev.rctp.gateway.config.UpstreamTls;
import dev.rctp.gateway.http.RequestHandler;
import dev.rctp.gateway.http.Transport;
import dev.rctp.gateway.http.UpstreamStamp;
import dev.rctp.gateway.http.edge.Classification;
import dev.rctp.gateway.http.edge.EdgeLog;
import dev.rctp.gateway.http.edge.EdgeReplies;
import dev.rctp.gateway.http.edge.EdgeServer;
import dev.rctp.gateway.http.edge.EdgeSettings;
import dev.rctp.gateway.http.edge.Forwarding;
import dev.rctp.gateway.http.edge.HostRule;
import dev.rctp.gateway.http.edge.RelaySettings;
import dev.rctp.gateway.http.edge.UngovernedRelay;
import dev.rctp.gateway.http.outbound.AuthorizationServerConnection;
import dev.rctp.gateway.http.outbound.GuardedClient;
import dev.rctp.gateway.http.outbound.GuardedProfileSource;
import dev.rctp.gateway.http.outbound.MarketplaceConnection;
import dev.rctp.gateway.http.outbound.NameLookup;
import dev.rctp.gateway.http.outbound.Origin;
import dev.rctp.gateway.http.outbound.OutboundClient;
import dev.rctp.gateway.http.outbound.OutboundSettings;
import dev.rctp.gateway.http.outbound.OutboundTimeouts;
import dev.rctp.gateway.http.outbound.WebhookPost;
import dev.rctp.gateway.http.rest.RouteClassifier;
import dev.rctp.gateway.http.rest.Routes;
import dev.rctp.gateway.http.tls.TlsIdentityFiles;
import dev.rctp.gateway.limits.AddressLimits;
import dev.rctp.gateway.limits.Room;
import dev.rctp.gateway.observe.Metrics;
import dev.rctp.gateway.observe.ObservedProfiles;
import dev.rctp.gateway.observe.trace.Tracing;
import dev.rctp.gateway.webhook.Post;
import dev.rctp.gateway.webhook.Sender;
import dev.rctp.grant.AuthorizationServer;
import dev.rctp.grant.AuthorizationServerLimits;
import dev.rctp.grant.ClientCredentials;
import dev.rctp.grant.Issuer;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.profile.CachedProfiles;
import dev.rctp.msgsig.profile.ProfileSettings;
import dev.rctp.registries.IdSource;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** All that the gateway says to others and hears from them; each kind of peer has connections of its own. */
final class Network implements AutoCloseable {

    private static final Duration PROFILE_DEADLINE = Duration.ofSeconds(3);
    private static final Duration WEBHOOK_DEADLINE = Duration.ofSeconds(5);

    private final OpenParts parts;
    private final IdSource ids;
    private final Metrics metrics;
    private final Tracing tracing;
    private final Transport transport;
    private final NetworkTls tls;
    private final OutboundSettings toMarketplace;
    private final OutboundClient upstream;
    private final OutboundClient authorizationServer;
    private final GuardedProfileSource profiles;
    private final GuardedClient operators;
    private final Origin marketplace;
    private final List<UngovernedRelay> relays = new CopyOnWriteArrayList<>();

    private Network(
            OpenParts parts, NetworkTls tls, GatewayConfig config, IdSource ids, Metrics metrics, Tracing tracing) {
        this.parts = parts;
        this.tls = tls;
        this.ids = ids;
        this.metrics = metrics;
        this.tracing = tracing;
        this.transport = parts.add(Transport.open(Runtime.getRuntime().availableProcessors()));
        this.toMarketplace = Startup.toMarketplace(config.upstream(), tls.marketplace());
        this.upstream = client(toMarketplace);
        this.authorizationServer = client(OutboundSettings.of(
                OutboundTimeouts.defaults(), config.authorizationServer().maxConnections()));
        this.profiles = parts.add(new GuardedProfileSource(
                transport, NameLookup.platform(), config.allowLoopbackProfiles(), PROFILE_DEADLINE, null));
        this.operators = parts.add(new GuardedClient(
                transport,
                NameLookup.platform(),
                Sender.OF_ONE_RECEIVER,
                config.allowLoopbackProfiles(),
                WEBHOOK_DEADLINE,
                null));
        this.marketplace = Origin.of(config.upstream().baseUrl());
        metrics.pool("marketplace", upstream::inUse, upstream::idle, upstream::waiting)
                .pool(
                        "authorization_server",
                        authorizationServer::inUse,
                        authorizationServer::idle,
                        authorizationServer::waiting);
    }

    /**
     * Opens nothing yet but the event loops.
     *
     * @throws IOException for a TLS file that can't be used
     */
    static Network open(GatewayConfig config, IdSource ids, InstantSource clock, Metrics metrics, Tracing tracing)
            throws IOException {
        OpenParts parts = new OpenParts();
        try {
            NetworkTls tls = parts.add(new NetworkTls(config.listen(), config.upstream(), clock));
            return new Network(parts, tls, config, ids, metrics, tracing);
        } catch (IOException | RuntimeException e) {
            parts.close();
            throw e;
        }
    }

    MarketplaceConnection marketplace(UpstreamStamp stamp) {
        return new MarketplaceConnection(upstream, marketplace, stamp);
    }

    /** To the addresses that operators give for webhooks. */
    Post toOperators() {
        return WebhookPost.to(operators);
    }

    /** To the address that the marketplace gives for webhooks. */
    Post toMarketplace() {
        return WebhookPost.to(upstream);
    }

    /**
     * Reads the TLS files again, those that are named now: the agents' port shows the new certificate from the next connection on, and the
     * marketplace is connected anew. False, and all as before, where a file can't be used.
     *
     * @param listen null for the files in use
     * @param upstream null to leave the marketplace's side as it is
     */
    boolean reload(@Nullable TlsIdentityFiles listen, @Nullable UpstreamTls upstream) {
        boolean asked = upstream != null && marketplace.tls();
        if (!tls.reload(listen, asked ? upstream : null)) {
            return false;
        }
        if (asked) {
            this.upstream.renew();
            relays.forEach(UngovernedRelay::renew);
        }
        return true;
    }

    /** Whether {@code Authorization} goes along with ungoverned calls from now on. */
    void forwardAuthorization(boolean along) {
        relays.forEach(relay -> relay.reload(along));
    }

    CachedProfiles directory(
            GatewayConfig config, Onboarded onboarded, Cryptography cryptography, InstantSource clock) {
        return new CachedProfiles(
                onboarded,
                new ObservedProfiles(profiles, metrics),
                cryptography,
                clock,
                ProfileSettings.defaults(config.ucpVersions(), config.allowLoopbackProfiles()));
    }

    AuthorizationServer authorizationServer(GatewayConfig config, InstantSource clock) {
        AuthorizationServerConfig server = config.authorizationServer();
        AuthorizationServerLimits usual = AuthorizationServerLimits.defaults();
        return new AuthorizationServer(
                Issuer.of(server.issuer(), config.allowLoopbackProfiles()),
                new ClientCredentials(server.clientId(), server.clientSecret().reveal()),
                new AuthorizationServerConnection(
                        authorizationServer,
                        server.timeout(),
                        fields -> tracing.current().passedOn(fields)),
                clock,
                new AuthorizationServerLimits(
                        server.maxConnections(),
                        usual.queueWait(),
                        usual.metadataWait(),
                        usual.metadataRefresh(),
                        usual.metadataRetry()));
    }

    EdgeServer agentsEdge(
            GatewayConfig config,
            Routes routes,
            RequestHandler door,
            EdgeReplies refusals,
            UpstreamStamp stamp,
            EdgeLog log,
            InstantSource clock,
            AddressLimits addresses,
            Room calls) {
        UngovernedRelay relay = relay(config.ungoverned().forwardAuthorization(), stamp, log);
        return new EdgeServer(
                transport,
                agentsEdge(config.listen(), config.limits()),
                new RouteClassifier(routes),
                door,
                refusals,
                relay,
                ids,
                clock,
                addresses,
                calls);
    }

    /** What the agents' port is told; its TLS is the one that was opened. */
    EdgeSettings agentsEdge(ListenConfig listen, LimitsConfig limits) {
        EdgeSettings usual = EdgeSettings.defaults(
                address(listen.address()), listen.scheme(), new HostRule.OneOf(listen.publicAuthorities()));
        return new EdgeSettings(
                usual.bind(),
                usual.scheme(),
                usual.hosts(),
                usual.maxRequestLineBytes(),
                limits.headerBytes(),
                limits.bodyBytes(),
                usual.headTimeout(),
                usual.bodyTimeout(),
                usual.idleTimeout(),
                limits.connections(),
                limits.concurrency(),
                tls.agents());
    }

    /** Answers under any host: probes know the port by whatever address reaches it, and no agent comes here. */
    EdgeServer managementEdge(GatewayConfig config, RequestHandler api, EdgeReplies refusals, InstantSource clock) {
        HostRule any = new HostRule.AnyWellFormed();
        return new EdgeServer(
                transport,
                EdgeSettings.defaults(address(config.management().address()), "http", any),
                (method, path) -> Classification.GOVERNED,
                api,
                refusals,
                new Forwarding.None(),
                ids,
                clock);
    }

    @Override
    public void close() {
        parts.close();
    }

    private UngovernedRelay relay(boolean forwardAuthorization, UpstreamStamp stamp, EdgeLog log) {
        RelaySettings settings = new RelaySettings(marketplace, forwardAuthorization, toMarketplace);
        UngovernedRelay relay =
                parts.add(new UngovernedRelay(transport, settings, stamp, NameLookup.platform(), log, tracing));
        metrics.pool("relay", relay::inUse, relay::idle, relay::waiting);
        relays.add(relay);
        return relay;
    }

    private OutboundClient client(OutboundSettings settings) {
        return parts.add(new OutboundClient(transport, settings, NameLookup.platform()));
    }

    private static InetSocketAddress address(Endpoint endpoint) {
        return new InetSocketAddress(endpoint.host(), endpoint.port());
    }
}
