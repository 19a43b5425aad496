package dev.rctp.gateway.http.outbound;

import dev.rctp.gateway.http.Transport;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.NoSuchAlgorithmException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/** Opens connections to one address each, over TLS with the host's name verified where the origin asks for it. */
final class Dialer {

    private static final String[] HTTP2_OR_1 = {"h2", "http/1.1"};
    private static final String[] HTTP1 = {"http/1.1"};

    /** What became of it; told once, on the connection's loop. */
    interface Dialed {

        /** It is open, TLS included, with nothing in its pipeline for what is above TLS. */
        void opened(Channel channel, boolean http2);

        void failed(Throwable cause);
    }

    private final Transport transport;
    private final OutboundSettings settings;

    /** A dialer on these loops. */
    Dialer(Transport transport, OutboundSettings settings) {
        this.transport = transport;
        this.settings = settings;
    }

    /** Any event loop of the transport. */
    EventLoop anyLoop() {
        return transport.loops().next();
    }

    /** Starts to connect on this loop. */
    void dial(Origin origin, InetAddress address, EventLoop loop, boolean http2, boolean autoRead, Dialed dialed) {
        var connecting = new Bootstrap()
                .group(loop)
                .channel(transport.clientChannel())
                .option(ChannelOption.AUTO_READ, autoRead)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(
                        ChannelOption.CONNECT_TIMEOUT_MILLIS,
                        Math.toIntExact(settings.timeouts().connect().toMillis()))
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        if (origin.tls()) {
                            secure(channel, origin, http2, dialed);
                        }
                    }
                })
                .connect(new InetSocketAddress(address, origin.port()));
        connecting.addListener(done -> {
            if (!done.isSuccess()) {
                dialed.failed(done.cause());
            } else if (!origin.tls()) {
                dialed.opened(connecting.channel(), false);
            }
        });
    }

    private void secure(Channel channel, Origin origin, boolean http2, Dialed dialed) {
        SslHandler tls = new SslHandler(engine(origin, http2));
        tls.setHandshakeTimeoutMillis(settings.timeouts().tls().toMillis());
        channel.pipeline().addLast(tls, new Handshake(tls, dialed));
    }

    private SSLEngine engine(Origin origin, boolean http2) {
        SSLEngine engine = context().createSSLEngine(origin.host(), origin.port());
        engine.setUseClientMode(true);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        parameters.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
        parameters.setApplicationProtocols(http2 ? HTTP2_OR_1 : HTTP1);
        engine.setSSLParameters(parameters);
        return engine;
    }

    private SSLContext context() {
        try {
            return settings.tls() == null
                    ? SSLContext.getDefault()
                    : settings.tls().get();
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("no default TLS", missing);
        }
    }

    /** Waits for the end of the handshake, then makes way for what speaks the protocol that was agreed on (RFC 7301). */
    private static final class Handshake extends ChannelInboundHandlerAdapter {

        private final SslHandler tls;
        private @Nullable Dialed dialed;

        Handshake(SslHandler tls, Dialed dialed) {
            this.tls = tls;
            this.dialed = dialed;
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            if (event instanceof SslHandshakeCompletionEvent handshake && dialed != null) {
                Dialed told = dialed;
                dialed = null;
                if (handshake.isSuccess()) {
                    told.opened(ctx.channel(), "h2".equals(tls.engine().getApplicationProtocol()));
                    ctx.pipeline().remove(this);
                } else {
                    failed(ctx, told, handshake.cause());
                }
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            if (dialed != null) {
                Dialed told = dialed;
                dialed = null;
                failed(ctx, told, new IOException("closed in the TLS handshake"));
            }
        }

        private static void failed(ChannelHandlerContext ctx, Dialed told, Throwable cause) {
            var _ = ctx.close();
            told.failed(cause);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            var _ = ctx.close();
        }
    }
}
