package dev.rctp.gateway;

import dev.rctp.gateway.config.AuthorizationServerConfig;
import dev.rctp.gateway.config.Endpoint;
import dev.rctp.gateway.config.GatewayConfig;
import dev.rctp.gateway.config.ListenConfig;
import dev.rctp.gateway.config.OperatorConfig;
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
import dev.rctp.gateway.http.edge.ServerTls;
import dev.rctp.gateway.http.edge.UngovernedRelay;
import dev.rctp.gateway.http.outbound.AuthorizationServerConnection;
import dev.rctp.gateway.http.outbound.ClientTls;
import dev.rctp.gateway.http.outbound.GuardedProfileSource;
import dev.rctp.gateway.http.outbound.MarketplaceConnection;
import dev.rctp.gateway.http.outbound.NameLookup;
import dev.rctp.gateway.http.outbound.Origin;
import dev.rctp.gateway.http.outbound.OutboundClient;
import dev.rctp.gateway.http.outbound.OutboundSettings;
import dev.rctp.gateway.http.outbound.OutboundTimeouts;
import dev.rctp.gateway.http.rest.RouteClassifier;
import dev.rctp.gateway.http.rest.Routes;
import dev.rctp.grant.AuthorizationServer;
import dev.rctp.grant.AuthorizationServerLimits;
import dev.rctp.grant.ClientCredentials;
import dev.rctp.grant.GrantChecker;
import dev.rctp.grant.Issuer;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.profile.CachedProfiles;
import dev.rctp.msgsig.profile.ProfileSettings;
import dev.rctp.registries.IdSource;
import dev.rctp.registries.Schemas;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** All that the gateway says to others and hears from them; each kind of peer has connections of its own. */
final class Network implements AutoCloseable {

    private static final Duration LOOK_AT_CERTIFICATE = Duration.ofSeconds(10);
    private static final Duration PROFILE_DEADLINE = Duration.ofSeconds(3);

    private final OpenParts parts = new OpenParts();
    private final IdSource ids;
    private final Transport transport;
    private final @Nullable ServerTls agentsTls;
    private final ClientTls marketplaceTls;
    private final OutboundSettings toMarketplace;
    private final OutboundClient upstream;
    private final OutboundClient authorizationServer;
    private final GuardedProfileSource profiles;
    private final Origin marketplace;
    private final List<UngovernedRelay> relays = new CopyOnWriteArrayList<>();

    private Network(GatewayConfig config, IdSource ids, InstantSource clock) throws IOException {
        this.ids = ids;
        this.transport = parts.add(Transport.open(Runtime.getRuntime().availableProcessors()));
        this.agentsTls = agentsTls(config.listen(), clock);
        this.marketplaceTls = Startup.marketplaceTls(config.upstream(), clock);
        this.toMarketplace = Startup.toMarketplace(config.upstream(), marketplaceTls);
        this.upstream = client(toMarketplace);
        this.authorizationServer = client(OutboundSettings.of(
                OutboundTimeouts.defaults(), config.authorizationServer().maxConnections()));
        this.profiles = parts.add(new GuardedProfileSource(
                transport, NameLookup.platform(), config.allowLoopbackProfiles(), PROFILE_DEADLINE, null));
        this.marketplace = Origin.of(config.upstream().baseUrl());
    }

    /**
     * Opens nothing yet but the event loops.
     *
     * @throws IOException for a TLS file that can't be used
     */
    static Network open(GatewayConfig config, IdSource ids, InstantSource clock) throws IOException {
        return new Network(config, ids, clock);
    }

    MarketplaceConnection marketplace(UpstreamStamp stamp) {
        return new MarketplaceConnection(upstream, marketplace, stamp);
    }

    private @Nullable ServerTls agentsTls(ListenConfig listen, InstantSource clock) throws IOException {
        return listen.tls() == null
                ? null
                : parts.add(ServerTls.open(listen.tls(), listen.http2(), LOOK_AT_CERTIFICATE, clock));
    }

    /**
     * Reads the TLS files again: the agents' port shows the new certificate from the next connection on, and the marketplace is connected
     * anew. False, and all as before on that side, where a file can't be used.
     */
    boolean reload() {
        boolean shown = agentsTls == null || agentsTls.reload();
        return reloadMarketplaceTls() && shown;
    }

    private boolean reloadMarketplaceTls() {
        boolean read = marketplaceTls.reload();
        if (read) {
            upstream.renew();
            relays.forEach(UngovernedRelay::renew);
        }
        return read;
    }

    CachedProfiles directory(GatewayConfig config, Cryptography cryptography, InstantSource clock) {
        Set<String> onboarded =
                config.operators().stream().map(OperatorConfig::profile).collect(Collectors.toUnmodifiableSet());
        return new CachedProfiles(
                () -> onboarded,
                profiles,
                cryptography,
                clock,
                ProfileSettings.defaults(config.ucpVersions(), config.allowLoopbackProfiles()));
    }

    GrantChecker grants(GatewayConfig config, Schemas schemas, InstantSource clock) {
        AuthorizationServerConfig server = config.authorizationServer();
        AuthorizationServerLimits usual = AuthorizationServerLimits.defaults();
        AuthorizationServer known = new AuthorizationServer(
                Issuer.of(server.issuer(), config.allowLoopbackProfiles()),
                new ClientCredentials(server.clientId(), server.clientSecret().reveal()),
                new AuthorizationServerConnection(authorizationServer, server.timeout()),
                clock,
                new AuthorizationServerLimits(
                        server.maxConnections(),
                        usual.queueWait(),
                        usual.metadataWait(),
                        usual.metadataRefresh(),
                        usual.metadataRetry()));
        return new GrantChecker(known, config.profile().resource(), schemas, clock);
    }

    EdgeServer agentsEdge(
            GatewayConfig config,
            Routes routes,
            RequestHandler door,
            EdgeReplies refusals,
            UpstreamStamp stamp,
            EdgeLog log,
            InstantSource clock) {
        EdgeSettings usual = EdgeSettings.defaults(
                address(config.listen().address()),
                config.listen().scheme(),
                new HostRule.OneOf(config.listen().publicAuthorities()));
        EdgeSettings settings = new EdgeSettings(
                usual.bind(),
                usual.scheme(),
                usual.hosts(),
                usual.maxRequestLineBytes(),
                config.limits().headerBytes(),
                config.limits().bodyBytes(),
                usual.headTimeout(),
                usual.bodyTimeout(),
                usual.idleTimeout(),
                config.limits().connections(),
                config.limits().concurrency(),
                agentsTls);
        UngovernedRelay relay = relay(config.ungoverned().forwardAuthorization(), stamp, log);
        return new EdgeServer(transport, settings, new RouteClassifier(routes), door, refusals, relay, ids, clock);
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
        UngovernedRelay relay = parts.add(new UngovernedRelay(transport, settings, stamp, NameLookup.platform(), log));
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
