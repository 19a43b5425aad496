package dev.rctp.gateway.http;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.TimeUnit;

/** The event loops that all edges share: native epoll where it loads, else NIO. */
public final class Transport implements AutoCloseable {

    private final EventLoopGroup loops;
    private final boolean epoll;

    private Transport(int threads, boolean epoll) {
        IoHandlerFactory factory = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        this.loops = new MultiThreadIoEventLoopGroup(threads, new DefaultThreadFactory("edge", true), factory);
        this.epoll = epoll;
    }

    /** Starts so many event loop threads on the fastest transport there is. */
    public static Transport open(int threads) {
        return new Transport(threads, Epoll.isAvailable());
    }

    /** Starts so many event loop threads on NIO. */
    public static Transport openNio(int threads) {
        return new Transport(threads, false);
    }

    /** The event loops. */
    public EventLoopGroup loops() {
        return loops;
    }

    /** What listens on these loops. */
    public Class<? extends ServerChannel> serverChannel() {
        return epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    }

    /** What connects on these loops. */
    public Class<? extends Channel> clientChannel() {
        return epoll ? EpollSocketChannel.class : NioSocketChannel.class;
    }

    /** Stops the event loops; everything still open on them is cut off. */
    @Override
    public void close() {
        loops.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
