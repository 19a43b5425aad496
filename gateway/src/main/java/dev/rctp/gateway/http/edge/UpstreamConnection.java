package dev.rctp.gateway.http.edge;

import dev.rctp.gateway.http.Deadline;
import dev.rctp.gateway.http.outbound.Lane;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpObject;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;

/** The marketplace's end of one relayed exchange: a connection or an HTTP/2 stream for it alone; confined to its event loop. */
final class UpstreamConnection extends ChannelInboundHandlerAdapter {

    private final Lane lane;
    private @Nullable RelayExchange user;

    UpstreamConnection(Lane lane) {
        this.lane = lane;
    }

    Channel channel() {
        return lane.channel();
    }

    Deadline deadline() {
        return lane.deadline();
    }

    /** Whether its connection has carried nothing before. */
    boolean isFresh() {
        return lane.isFresh();
    }

    /** Whether the marketplace has surely not begun to process the request (RFC 9113 8.7). */
    boolean isUnprocessed() {
        return lane.isUnprocessed();
    }

    /** From now on everything that happens is told to this exchange; false where the connection has gone meanwhile. */
    boolean use(RelayExchange exchange, boolean head) {
        user = exchange;
        return lane.use(this, head);
    }

    /** The exchange has come to its end, or was never begun; others may use the connection. */
    void release() {
        user = null;
        lane.deadline().clear();
        lane.release();
    }

    /** Cuts the exchange off without telling its user. */
    void close() {
        user = null;
        lane.close();
    }

    /** Leaves the connection to the handlers after this one, without HTTP. */
    void detach() {
        user = null;
        lane.detach();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (user == null) {
            ReferenceCountUtil.release(message);
            lane.close();
        } else {
            user.answer((HttpObject) message);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (user != null) {
            user.answerPaused();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (user != null && ctx.channel().isWritable()) {
            user.upstreamWritable();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        RelayExchange left = user;
        user = null;
        if (left != null) {
            lane.close();
            left.upstreamGone(this);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        var _ = ctx.close();
    }
}
