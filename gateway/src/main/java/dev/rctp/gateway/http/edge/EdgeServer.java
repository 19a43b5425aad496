package dev.rctp.gateway.http.edge;

import dev.rctp.gateway.http.RequestHandler;
import dev.rctp.gateway.http.Transport;
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
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The agents' entrance: a server of HTTP/1.1 and HTTP/2 that lets through only what can be read in one way (PRX-4, PRX-5, PRX-7). */
public final class EdgeServer {

    private final Transport transport;
    private final EdgeParts parts;
    private final Set<Channel> connections = ConcurrentHashMap.newKeySet();
    private @Nullable Channel listener;
    private volatile boolean stopping;

    /** A server that does not listen yet. */
    public EdgeServer(
            Transport transport,
            EdgeSettings settings,
            TargetClassifier classifier,
            RequestHandler handler,
            EdgeReplies replies,
            Forwarding forwarding,
            IdSource ids,
            InstantSource clock) {
        this.transport = transport;
        this.parts = new EdgeParts(
                settings,
                new HeadReader(settings, classifier, ids, clock),
                replies,
                new ReplyWriting(clock),
                new Calls(handler, replies, settings.maxConcurrentCalls()),
                forwarding,
                new Semaphore(settings.maxConnections()));
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
                    "cannot listen on " + parts.settings().bind(), bound.cause());
        }
        listener = bound.channel();
    }

    /** The address listened on. */
    public InetSocketAddress address() {
        return (InetSocketAddress)
                Objects.requireNonNull(listener, "not started").localAddress();
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
            int max = parts.settings().maxConnections();
            int open = connections.size();
            if (stopping || open >= max + max / 8) {
                var _ = channel.close();
                return;
            }
            connections.add(channel);
            channel.closeFuture().addListener(gone -> connections.remove(channel));
            Connection.begin(channel, parts, open < max);
            if (stopping) { // accepted before the listener closed, and perhaps too late for stop() to see it
                drain(channel);
            }
        }
    }
}
