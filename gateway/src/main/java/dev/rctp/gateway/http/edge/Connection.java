package dev.rctp.gateway.http.edge;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;

/** A connection before its version of HTTP is known: the TLS handshake, which chooses it (RFC 7301). */
final class Connection extends ChannelInboundHandlerAdapter {

    private final EdgeParts parts;
    private final SslHandler tls;
    private final boolean welcome;

    private Connection(EdgeParts parts, SslHandler tls, boolean welcome) {
        this.parts = parts;
        this.tls = tls;
        this.welcome = welcome;
    }

    /**
     * Starts what a server speaks on a connection.
     *
     * @param welcome whether it may make requests
     */
    static void begin(Channel channel, EdgeParts parts, boolean welcome) {
        ServerTls tls = parts.settings().tls();
        if (tls == null) {
            http1(channel, parts, welcome);
        } else {
            SslHandler handler = tls.handler(parts.settings().headTimeout());
            channel.pipeline().addLast(handler, new Connection(parts, handler, welcome));
        }
    }

    private static void http1(Channel channel, EdgeParts parts, boolean welcome) {
        Wire wire = Http1Wire.install(channel, parts.settings());
        channel.pipeline().addLast(new ClientChannel(parts, wire, welcome));
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        ctx.read();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == Drain.NOW) {
            var _ = ctx.close();
        } else if (event instanceof SslHandshakeCompletionEvent handshake && handshake.isSuccess()) {
            if (ServerTls.HTTP_2.equals(tls.engine().getApplicationProtocol())) {
                StreamConnection.install(ctx.channel(), parts, welcome);
            } else {
                http1(ctx.channel(), parts, welcome);
            }
            ctx.fireChannelActive();
            ctx.pipeline().remove(this);
        }
    }

    /** A handshake that fails is closed by the TLS handler. */
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        var _ = ctx.close();
    }
}
