package dev.rctp.gateway.http.outbound;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rctp.gateway.http.Transport;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.handler.codec.http2.Http2StreamFrame;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A marketplace that speaks HTTP/2 over TLS, frame by frame as a script says. */
public final class Http2Upstream implements AutoCloseable {

    /** What becomes of one frame of one stream; frames are released after it. */
    public interface Script {
        void frame(Peer peer, Http2StreamFrame frame) throws Exception;
    }

    /** One stream as the server has it. */
    public record Peer(ChannelHandlerContext context) {

        /** A head of these names and values in turn. */
        public Peer head(boolean end, String... fields) {
            Http2Headers headers = new DefaultHttp2Headers(false);
            for (int i = 0; i < fields.length; i += 2) {
                headers.add(fields[i], fields[i + 1]);
            }
            var _ = context.writeAndFlush(new DefaultHttp2HeadersFrame(headers, end));
            return this;
        }

        public ChannelFuture data(boolean end, ByteBuf bytes) {
            return context.writeAndFlush(new DefaultHttp2DataFrame(bytes, end));
        }

        public Peer data(boolean end, String text) {
            var _ = data(end, Unpooled.copiedBuffer(text, UTF_8));
            return this;
        }

        public void reset(Http2Error error) {
            context.executor().execute(() -> {
                var _ = context.writeAndFlush(new DefaultHttp2ResetFrame(error));
            });
        }

        /** Says that streams up to this one are processed, those above it never. */
        public void goAway(int last) {
            var codec = context.channel().parent().pipeline().get(Http2FrameCodec.class);
            ChannelHandlerContext parent = context.channel().parent().pipeline().context(codec);
            var _ = codec.goAway(parent, last, Http2Error.NO_ERROR.code(), Unpooled.EMPTY_BUFFER, parent.newPromise());
            var _ = parent.flush();
        }

        public int id() {
            return ((Http2StreamChannel) context.channel()).stream().id();
        }

        public Channel connection() {
            return context.channel().parent();
        }

        public static String path(Http2StreamFrame frame) {
            return frame instanceof Http2HeadersFrame head
                    ? String.valueOf(head.headers().path())
                    : "";
        }
    }

    private final Transport transport = Transport.openNio(1);
    private final List<Channel> connections = new CopyOnWriteArrayList<>();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private final Channel listening;

    public Http2Upstream(TestAuthority.Issued own, int maxStreams, Script script) throws Exception {
        this(own, maxStreams, ClientAuth.NONE, own.certificate(), script);
    }

    public Http2Upstream(
            TestAuthority.Issued own, int maxStreams, ClientAuth clients, X509Certificate trusted, Script script)
            throws Exception {
        SslContext tls = SslContextBuilder.forServer(own.key(), own.certificate())
                .sslProvider(SslProvider.JDK)
                .clientAuth(clients)
                .trustManager(trusted)
                .applicationProtocolConfig(new ApplicationProtocolConfig(
                        ApplicationProtocolConfig.Protocol.ALPN,
                        ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                        ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                        ApplicationProtocolNames.HTTP_2))
                .build();
        this.listening = new ServerBootstrap()
                .group(transport.loops())
                .channel(transport.serverChannel())
                .childOption(ChannelOption.SO_RCVBUF, 64 << 10)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        connections.add(channel);
                        channel.pipeline()
                                .addLast(
                                        tls.newHandler(channel.alloc()),
                                        Http2FrameCodecBuilder.forServer()
                                                .initialSettings(new Http2Settings().maxConcurrentStreams(maxStreams))
                                                .validateHeaders(false)
                                                .build(),
                                        new Http2MultiplexHandler(new ChannelInitializer<>() {
                                            @Override
                                            protected void initChannel(Channel stream) {
                                                stream.pipeline().addLast(new Playing(script));
                                            }
                                        }));
                    }
                })
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .syncUninterruptibly()
                .channel();
    }

    private final class Playing extends ChannelInboundHandlerAdapter {
        private final Script script;

        Playing(Script script) {
            this.script = script;
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            try {
                if (message instanceof Http2StreamFrame frame) {
                    script.frame(new Peer(ctx), frame);
                }
            } catch (Exception | AssertionError failure) {
                failures.add(failure);
            } finally {
                ReferenceCountUtil.release(message);
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            var _ = ctx.close();
        }
    }

    /** Its origin under the name that its certificate has. */
    public Origin origin() {
        return new Origin(true, "localhost", ((InetSocketAddress) listening.localAddress()).getPort());
    }

    /** How many connections have been accepted. */
    public int connections() {
        return connections.size();
    }

    public List<Channel> accepted() {
        return connections;
    }

    public List<Throwable> failures() {
        return failures;
    }

    @Override
    public void close() {
        transport.close();
    }
}
