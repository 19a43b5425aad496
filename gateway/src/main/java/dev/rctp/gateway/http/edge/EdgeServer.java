package dev.rctp.gateway.http.edge;

import dev.rctp.gateway.http.RequestHandler;
import dev.rctp.gateway.http.Transport;
import dev.rctp.gateway.limits.AddressLimits;
import dev.rctp.gateway.limits.Admission;
import dev.rctp.gateway.limits.Room;
import dev.rctp.gateway.limits.Visit;
import dev.rctp.registries.IdSource;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The agents' entrance: a server of HTTP/1.1 and HTTP/2 that lets through only what can be read in one way (PRX-4, PRX-5, PRX-7). */
public final class EdgeServer {

    private final Transport transport;
    private final TurnedAway turnedAway;
    private volatile EdgeParts parts;
    private final Set<Channel> connections = ConcurrentHashMap.newKeySet();
    private @Nullable Channel listener;
    private volatile boolean stopping;

    /** A server that does not listen yet, and asks nobody's address. */
    public EdgeServer(
            Transport transport,
            EdgeSettings settings,
            TargetClassifier classifier,
            RequestHandler handler,
            EdgeReplies replies,
            Forwarding forwarding,
            IdSource ids,
            InstantSource clock) {
        this(
                transport,
                settings,
                classifier,
                handler,
                replies,
                forwarding,
                ids,
                clock,
                AddressLimits.none(),
                room(settings));
    }

    /** The places of governed calls at once; also for who gives them up for a while. */
    public static Room room(EdgeSettings settings) {
        return new Room(settings.maxConcurrentCalls());
    }

    /**
     * A server that does not listen yet, with limits for each address.
     *
     * @param calls the places of governed calls
     */
    public EdgeServer(
            Transport transport,
            EdgeSettings settings,
            TargetClassifier classifier,
            RequestHandler handler,
            EdgeReplies replies,
            Forwarding forwarding,
            IdSource ids,
            InstantSource clock,
            AddressLimits addresses,
            Room calls) {
        this.transport = transport;
        this.turnedAway = new TurnedAway(clock);
        this.parts = new EdgeParts(
                settings,
                new HeadReader(settings, classifier, ids, clock),
                replies,
                new ReplyWriting(clock),
                new Calls(handler, replies),
                forwarding,
                new Room(settings.maxConnections()),
                new Intake(calls, new Room(settings.maxBodyBytesAtOnce())),
                new Intake(new Room(settings.maxHostedCalls()), new Room(settings.maxHostedBytesAtOnce())),
                addresses);
    }

    /** Other limits: of sizes for connections from now on, of numbers at once for all. */
    public void reload(EdgeSettings next) {
        EdgeParts now = parts.with(next);
        now.streams().reload(next.maxConnections());
        now.governed().places().reload(next.maxConcurrentCalls());
        now.governed().bodies().reload(next.maxBodyBytesAtOnce());
        now.hosted().places().reload(next.maxHostedCalls());
        now.hosted().bodies().reload(next.maxHostedBytesAtOnce());
        parts = now;
    }

    /** How many connections were closed at once because there were too many, since the start. */
    public long turnedAway() {
        return turnedAway.count();
    }

    /** Listens from now on; an address that cannot be bound is an {@link IllegalStateException}. */
    public void start() {
        var bound = new ServerBootstrap()
                .group(transport.loops())
                .channel(transport.serverChannel())
                .option(ChannelOption.SO_BACKLOG, 1024)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.AUTO_READ, false)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .childHandler(new Connect())
                .bind(parts.settings().bind())
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new IllegalStateException(
                    "cannot listen on " + text(parts.settings().bind()) + why(bound.cause()), bound.cause());
        }
        listener = bound.channel();
    }

    private static String text(InetSocketAddress address) {
        String host = address.getHostString();
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + address.getPort();
    }

    /** The system's own words, which reach Java in a sentence about its functions. */
    private static String why(Throwable cause) {
        String said = String.valueOf(cause.getMessage());
        if (said.contains("already in use")) {
            return ": another program uses this address (is a gateway running already?)";
        }
        if (said.contains("ermission denied")) {
            return ": this user may not listen there";
        }
        return said.contains("assign requested address") ? ": this machine has no such address" : "";
    }

    /** The address listened on. */
    public InetSocketAddress address() {
        return (InetSocketAddress)
                Objects.requireNonNull(listener, "not started").localAddress();
    }

    /** How many connections are open now. */
    public int openConnections() {
        return connections.size();
    }

    /** Stops listening, lets what is in flight finish for so long, then cuts off what is left. */
    public void stop(Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        stopping = true;
        Objects.requireNonNull(listener, "not started").close().await();
        connections.forEach(EdgeServer::drain);
        while (!connections.isEmpty() && System.nanoTime() < end) {
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
        }
        parts.calls().stop(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
        connections.forEach(EdgeServer::cut);
    }

    private static void drain(Channel channel) {
        channel.eventLoop().execute(() -> channel.pipeline().fireUserEventTriggered(Drain.NOW));
    }

    /** Closes it without asking the handlers, which may wait for what is in flight. */
    private static void cut(Channel channel) {
        var _ = channel.pipeline().firstContext().close();
    }

    private final class Connect extends ChannelInitializer<Channel> {

        @Override
        protected void initChannel(Channel channel) {
            EdgeParts now = parts;
            int max = now.settings().maxConnections();
            int open = connections.size();
            if (stopping || open >= max + max / 8) {
                close(channel, Admission.Refused.CONNECTIONS);
                return;
            }
            switch (admission(channel, now)) {
                case Admission.Refused over -> close(channel, over);
                case Visit visit -> {
                    channel.closeFuture().addListener(gone -> visit.close());
                    begin(channel, now, open < max);
                }
            }
        }

        /** Nobody can be answered whose address is not known any more. */
        private Admission admission(Channel channel, EdgeParts now) {
            return channel.remoteAddress() instanceof InetSocketAddress from
                    ? now.addresses().connection(from.getAddress())
                    : Admission.Refused.CONNECTIONS;
        }

        private void close(Channel channel, Admission.Refused why) {
            if (!stopping) {
                turnedAway.one(why);
            }
            var _ = channel.close();
        }

        private void begin(Channel channel, EdgeParts now, boolean welcome) {
            connections.add(channel);
            channel.closeFuture().addListener(gone -> connections.remove(channel));
            Connection.begin(channel, now, welcome);
            if (stopping) { // accepted before the listener closed, and perhaps too late for stop() to see it
                drain(channel);
            }
        }
    }
}
