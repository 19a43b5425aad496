package dev.rctp.bench;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.handler.codec.http.HttpClientCodec;
import java.net.InetSocketAddress;

/** The two ends of {@link BareProxy}: each client connection has its own to the upstream, on the same event loop. */
final class BareRelay {

    private BareRelay() {}

    /** Faces the client. */
    static final class Front extends ChannelInboundHandlerAdapter {

        private final InetSocketAddress upstream;
        private final Bootstrap bootstrap = new Bootstrap();

        Front(InetSocketAddress upstream) {
            this.upstream = upstream;
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            Channel client = context.channel();
            var _ = bootstrap
                    .group(client.eventLoop())
                    .channel(EpollSocketChannel.class)
                    .option(ChannelOption.TCP_NODELAY, true)
                    .handler(new ChannelInitializer<>() {
                        @Override
                        protected void initChannel(Channel back) {
                            back.pipeline().addLast(new HttpClientCodec(), new Passing(client));
                        }
                    })
                    .connect(upstream)
                    .addListener((ChannelFutureListener) connected -> {
                        if (connected.isSuccess()) {
                            client.pipeline().addLast(new Passing(connected.channel()));
                            client.config().setAutoRead(true);
                        } else {
                            var _ = client.close();
                        }
                    });
        }
    }

    /** Passes everything on to the other side. */
    static final class Passing extends ChannelInboundHandlerAdapter {

        private final Channel other;

        Passing(Channel other) {
            this.other = other;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            var _ = other.write(message);
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext context) {
            other.flush();
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            var _ = other.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            var _ = context.close();
        }
    }
}
