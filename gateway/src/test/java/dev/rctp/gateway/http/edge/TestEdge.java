package dev.rctp.gateway.http.edge;

import dev.rctp.gateway.http.RequestHandler;
import dev.rctp.gateway.http.Transport;
import dev.rctp.gateway.http.UpstreamStamp;
import dev.rctp.gateway.http.Wire;
import dev.rctp.gateway.http.outbound.NameLookup;
import dev.rctp.gateway.http.outbound.Origin;
import dev.rctp.gateway.limits.AddressLimits;
import dev.rctp.gateway.observe.trace.Tracing;
import dev.rctp.registries.IdSource;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * A started edge for tests: {@code POST /listings/<id>/offers} and {@code GET} or {@code HEAD /offers/<id>} are governed, {@code /approve/} is hosted, {@code POST /uploads} is a
 * listed write, reads are forwarded, every other write is refused.
 */
final class TestEdge implements AutoCloseable {

    private static final Pattern OFFERS = Pattern.compile("/listings/[A-Za-z0-9._~-]+/offers");
    private static final Pattern OFFER = Pattern.compile("/offers/off_[a-z0-9]+");

    private final Transport transport = Transport.open(1);
    private final RecordedLog log = new RecordedLog();
    private final UngovernedRelay relay;
    private final EdgeServer server;

    TestEdge(Origin upstream, RequestHandler handler) {
        this(upstream, handler, same -> same, same -> same);
    }

    TestEdge(
            Origin upstream,
            RequestHandler handler,
            UnaryOperator<EdgeSettings> settings,
            UnaryOperator<RelaySettings> relaySettings) {
        this(upstream, handler, new PlainReplies(), settings, relaySettings, NameLookup.platform());
    }

    TestEdge(
            Origin upstream,
            RequestHandler handler,
            EdgeReplies replies,
            UnaryOperator<EdgeSettings> settings,
            UnaryOperator<RelaySettings> relaySettings,
            NameLookup lookup) {
        this(upstream, handler, replies, settings, relaySettings, lookup, AddressLimits.none());
    }

    TestEdge(
            Origin upstream,
            RequestHandler handler,
            EdgeReplies replies,
            UnaryOperator<EdgeSettings> settings,
            UnaryOperator<RelaySettings> relaySettings,
            NameLookup lookup,
            AddressLimits addresses) {
        this(upstream, handler, replies, settings, relaySettings, lookup, addresses, UpstreamStamp.none());
    }

    /** An edge whose relayed requests are stamped so. */
    TestEdge(Origin upstream, UpstreamStamp stamp) {
        this(
                upstream,
                request -> PlainReplies.text(200, "governed"),
                new PlainReplies(),
                same -> same,
                same -> same,
                NameLookup.platform(),
                AddressLimits.none(),
                stamp);
    }

    private TestEdge(
            Origin upstream,
            RequestHandler handler,
            EdgeReplies replies,
            UnaryOperator<EdgeSettings> settings,
            UnaryOperator<RelaySettings> relaySettings,
            NameLookup lookup,
            AddressLimits addresses,
            UpstreamStamp stamp) {
        EdgeSettings defaults = EdgeSettings.defaults(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                "https",
                new HostRule.OneOf(Set.of("shop.example", "shop.example:8443")));
        relay = new UngovernedRelay(
                transport, relaySettings.apply(RelaySettings.defaults(upstream)), stamp, lookup, log, Tracing.off());
        server = new EdgeServer(
                transport,
                settings.apply(defaults),
                TestEdge::classify,
                handler,
                replies,
                relay,
                IdSource.random(new SecureRandom()),
                InstantSource.system(),
                addresses,
                EdgeServer.room(settings.apply(defaults)));
        server.start();
    }

    /** What the edge has told its log. */
    RecordedLog log() {
        return log;
    }

    private static Classification classify(String method, String path) {
        boolean governed = (method.equals("POST") && OFFERS.matcher(path).matches())
                || (Set.of("GET", "HEAD").contains(method)
                        && OFFER.matcher(path).matches());
        if (governed) {
            return Classification.GOVERNED;
        }
        if (path.startsWith("/approve/")) {
            return Classification.HOSTED;
        }
        boolean forwarded =
                Set.of("GET", "HEAD", "OPTIONS").contains(method) || (method.equals("POST") && path.equals("/uploads"));
        return forwarded ? Classification.FORWARD : Classification.REFUSED_WRITE;
    }

    EdgeServer server() {
        return server;
    }

    UngovernedRelay relay() {
        return relay;
    }

    Wire connect() throws IOException {
        return new Wire(server.address());
    }

    @Override
    public void close() {
        try {
            server.stop(Duration.ZERO);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        relay.close();
        transport.close();
    }
}
