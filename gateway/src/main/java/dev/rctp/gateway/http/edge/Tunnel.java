package dev.rctp.gateway.http.edge;

import dev.rctp.gateway.http.Deadline;
import dev.rctp.gateway.http.framing.FramingGuard;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http.FullHttpResponse;
import java.time.Duration;

/** One direction of an upgraded connection: bytes as they come, read only while the other side takes them. */
final class Tunnel extends ChannelInboundHandlerAdapter {

    /** For one side to take what the other sent before it closed. */
    private static final Duration LINGER = Duration.ofSeconds(5);

    private final Channel peer;
    private final Deadline idle;
    private final long idleNanos;
    private final Runnable cut;

    private Tunnel(Channel peer, Deadline idle, Duration idleTimeout, Runnable cut) {
        this.peer = peer;
        this.idle = idle;
        this.idleNanos = idleTimeout.toNanos();
        this.cut = cut;
    }

    /** Sends the answer that upgrades, then makes the two connections one; both are on the same event loop. */
    static void join(ClientChannel client, UpstreamConnection upstream, FullHttpResponse answer, Duration idle) {
        Channel near = client.context().channel();
        Channel far = upstream.channel();
        client.answer().interim(answer);
        Deadline deadline = new Deadline(near.eventLoop());
        Runnable cut = () -> {
            var _ = near.close();
        };
        deadline.set(idle.toNanos(), cut);
        far.pipeline().addLast(new Tunnel(near, deadline, idle, cut));
        near.pipeline().addLast(new Tunnel(far, deadline, idle, cut));
        client.detach();
        upstream.detach();
        near.pipeline().remove(FramingGuard.class);
        near.read();
        far.read();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object bytes) {
        if (peer.isActive()) {
            idle.set(idleNanos, cut);
        }
        peer.write(bytes).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        peer.flush();
        if (peer.isWritable()) {
            ctx.read();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (ctx.channel().isWritable()) {
            peer.read();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelInputShutdownEvent || event == Drain.NOW) {
            var _ = ctx.close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (!peer.isActive()) {
            idle.close();
            return;
        }
        idle.set(LINGER.toNanos(), () -> {
            var _ = peer.close();
        });
        peer.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        var _ = ctx.close();
    }
}
