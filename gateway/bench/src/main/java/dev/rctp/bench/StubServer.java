package dev.rctp.bench;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetSocketAddress;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An HTTP/1.1 server on a loopback port that answers a path with ready bytes at next to no cost. */
final class StubServer {

    private static final int LARGEST_BODY = 1 << 20;

    private final int port;

    /** Listens; {@code answers} gives a path's JSON, or null for 404. */
    StubServer(EventLoopGroup loops, Function<String, byte @Nullable []> answers) {
        Channel channel = new ServerBootstrap()
                .group(loops)
                .channel(EpollServerSocketChannel.class)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel child) {
                        child.pipeline()
                                .addLast(
                                        new HttpServerCodec(),
                                        new HttpObjectAggregator(LARGEST_BODY),
                                        new Answering(answers));
                    }
                })
                .bind("127.0.0.1", 0)
                .syncUninterruptibly()
                .channel();
        this.port = ((InetSocketAddress) channel.localAddress()).getPort();
    }

    /** {@code http://127.0.0.1:} and the port. */
    String url() {
        return "http://127.0.0.1:" + port;
    }

    private static final class Answering extends SimpleChannelInboundHandler<FullHttpRequest> {

        private final Function<String, byte @Nullable []> answers;

        Answering(Function<String, byte @Nullable []> answers) {
            this.answers = answers;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
            byte[] json = answers.apply(request.uri());
            byte[] body = json == null ? new byte[0] : json;
            DefaultFullHttpResponse response = new DefaultFullHttpResponse(
                    HttpVersion.HTTP_1_1,
                    json == null ? HttpResponseStatus.NOT_FOUND : HttpResponseStatus.OK,
                    Unpooled.wrappedBuffer(body));
            response.headers()
                    .set(HttpHeaderNames.CONTENT_TYPE, "application/json")
                    .set(HttpHeaderNames.CACHE_CONTROL, "public, max-age=300")
                    .set(HttpHeaderNames.CONTENT_LENGTH, body.length);
            var _ = context.writeAndFlush(response);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            var _ = context.close();
        }
    }
}
