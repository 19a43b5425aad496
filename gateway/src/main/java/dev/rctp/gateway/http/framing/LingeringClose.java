package dev.rctp.gateway.http.framing;

import dev.rctp.gateway.http.Deadline;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Ends an HTTP/2 connection in two steps, so that no TCP reset overtakes its last frame, the GOAWAY that says why (RFC 9113 5.4.1, RFC
 * 9112 9.6): says that no more comes, then reads on without listening, for a bounded time and number of bytes, until the client ends too.
 */
public final class LingeringClose extends ChannelDuplexHandler {

    private static final Duration LINGER = Duration.ofSeconds(1);
    private static final int MOST_UNHEARD = 1 << 20;

    private @Nullable Deadline deadline;
    private boolean closing;
    private int unheard;

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        deadline = new Deadline(ctx.channel().eventLoop());
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        Objects.requireNonNull(deadline).close();
    }

    @Override
    public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
        if (!ctx.channel().isActive()) {
            var _ = ctx.close(promise);
            return;
        }
        ctx.channel().closeFuture().addListener(gone -> promise.trySuccess());
        if (!closing) {
            closing = true;
            lastWords(ctx).addListener(told -> endOutput(ctx.channel()));
        }
    }

    private static Future<?> lastWords(ChannelHandlerContext ctx) {
        SslHandler tls = ctx.pipeline().get(SslHandler.class);
        return tls == null ? ctx.writeAndFlush(Unpooled.EMPTY_BUFFER) : tls.closeOutbound();
    }

    private void endOutput(Channel channel) {
        if (channel instanceof DuplexChannel duplex && channel.isActive()) {
            Objects.requireNonNull(deadline).set(LINGER.toNanos(), () -> cut(channel));
            var _ = duplex.shutdownOutput();
            channel.config().setAutoRead(true);
        } else {
            cut(channel);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (closing) {
            unheard += message instanceof ByteBuf bytes ? bytes.readableBytes() : 0;
            ReferenceCountUtil.release(message);
            if (unheard > MOST_UNHEARD) {
                cut(ctx.channel());
            }
        } else {
            ctx.fireChannelRead(message);
        }
    }

    /** Without TLS's last words, which are said or find no way out. */
    private static void cut(Channel channel) {
        var _ = channel.pipeline().firstContext().close();
    }
}
