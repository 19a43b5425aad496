package dev.rctp.gateway.http.outbound;

import dev.rctp.gateway.http.Transport;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.codec.http.HttpRequestEncoder;
import io.netty.handler.ssl.SslHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/** Opens HTTP/1.1 connections to one address each, over TLS with the host's name verified where the origin asks for it. */
public final class Dialer {

    private final Transport transport;
    private final SSLContext tls;
    private final int connectMillis;

    /** A dialer on these loops; where {@code tls} is null, the platform's trust is used. */
    public Dialer(Transport transport, @Nullable SSLContext tls, Duration connectTimeout) {
        this.transport = transport;
        this.tls = tls == null ? platformTls() : tls;
        this.connectMillis = Math.toIntExact(connectTimeout.toMillis());
    }

    private static SSLContext platformTls() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("no default TLS", missing);
        }
    }

    /** Any event loop of the transport. */
    EventLoopGroup anyLoop() {
        return transport.loops();
    }

    /** Starts to connect on one of the loops; the handler stands last, after the decoder. */
    public ChannelFuture dial(
            Origin origin,
            InetAddress address,
            EventLoopGroup loop,
            boolean autoRead,
            ResponseDecoder decoder,
            ChannelHandler handler) {
        return new Bootstrap()
                .group(loop)
                .channel(transport.clientChannel())
                .option(ChannelOption.AUTO_READ, autoRead)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, connectMillis)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        if (origin.tls()) {
                            channel.pipeline().addLast(new SslHandler(engine(origin)));
                        }
                        channel.pipeline().addLast(new HttpRequestEncoder(), decoder, handler);
                    }
                })
                .connect(new InetSocketAddress(address, origin.port()));
    }

    private SSLEngine engine(Origin origin) {
        SSLEngine engine = tls.createSSLEngine(origin.host(), origin.port());
        engine.setUseClientMode(true);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        engine.setSSLParameters(parameters);
        return engine;
    }
}
