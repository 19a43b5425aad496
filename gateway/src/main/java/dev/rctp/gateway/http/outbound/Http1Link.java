package dev.rctp.gateway.http.outbound;

import dev.rctp.gateway.http.Deadline;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpRequestEncoder;
import io.netty.util.ReferenceCountUtil;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP/1.1 connection, for one exchange at a time. While nobody uses it, it watches for the server's end of it and closes itself after
 * a while, or at once when bytes come that nobody asked for.
 */
final class Http1Link extends ChannelInboundHandlerAdapter implements Lane, Link {

    private final Channel channel;
    private final Deadline deadline;
    private final Duration idle;
    private final PoolSide side;
    private final ResponseDecoder decoder = new ResponseDecoder();
    private @Nullable ChannelHandler user;
    private boolean used;

    /** Takes over a connection that is open, on its loop. */
    Http1Link(Channel channel, Duration idle, PoolSide side) {
        this.channel = channel;
        this.deadline = new Deadline(channel.eventLoop());
        this.idle = idle;
        this.side = side;
        channel.pipeline().addLast(new HttpRequestEncoder(), decoder, this);
    }

    @Override
    public EventLoop loop() {
        return channel.eventLoop();
    }

    @Override
    public Channel channel() {
        return channel;
    }

    @Override
    public Deadline deadline() {
        return deadline;
    }

    @Override
    public boolean isFresh() {
        return !used;
    }

    @Override
    public boolean isOpen() {
        return channel.isActive();
    }

    @Override
    public PoolSide side() {
        return side;
    }

    @Override
    public boolean use(ChannelHandler next, boolean head) {
        deadline.clear();
        if (!channel.isActive() || !decoder.isDrained()) {
            close();
            return false;
        }
        decoder.toHead(head);
        user = next;
        channel.pipeline().addLast(next);
        return true;
    }

    @Override
    public boolean isUnprocessed() {
        return user == null;
    }

    @Override
    public void release() {
        if (!loop().inEventLoop()) {
            loop().execute(this::release);
            return;
        }
        if (user != null) {
            used = true;
            channel.pipeline().remove(user);
            user = null;
        }
        deadline.set(idle.toNanos(), this::close);
        channel.read();
        side.rest(this);
    }

    @Override
    public void close() {
        var _ = channel.close();
    }

    @Override
    public void detach() {
        deadline.close();
        if (user != null) {
            channel.pipeline().remove(user);
        }
        channel.pipeline().remove(HttpRequestEncoder.class);
        channel.pipeline().remove(this);
        channel.pipeline().remove(decoder);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (user != null) {
            ctx.fireChannelRead(message);
        } else {
            ReferenceCountUtil.release(message);
            close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        deadline.close();
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (user != null) {
            ctx.fireExceptionCaught(cause);
        } else {
            close();
        }
    }
}
