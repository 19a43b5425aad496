package dev.rctp.bench;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import java.net.InetSocketAddress;
import java.net.URI;

/** The least a proxy costs: HTTP/1.1 decoded and encoded on both sides, streamed, and nothing else. */
public final class BareProxy {

    private BareProxy() {}

    /** Forwards what comes to the loopback port (first argument) to the origin (second) until the process ends. */
    public static void main(String[] arguments) {
        URI upstream = URI.create(arguments[1]);
        InetSocketAddress address = new InetSocketAddress(upstream.getHost(), upstream.getPort());
        EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
        new ServerBootstrap()
                .group(loops)
                .channel(EpollServerSocketChannel.class)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.AUTO_READ, false)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel child) {
                        child.pipeline().addLast(new HttpServerCodec(), new BareRelay.Front(address));
                    }
                })
                .bind("127.0.0.1", Integer.parseInt(arguments[0]))
                .syncUninterruptibly()
                .channel()
                .closeFuture()
                .syncUninterruptibly();
    }
}
