package dev.rctp.gateway.http.edge;

import dev.rctp.gateway.http.Deadline;
import dev.rctp.gateway.http.outbound.ResponseDecoder;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequestEncoder;
import io.netty.util.ReferenceCountUtil;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One connection of the relay to the marketplace, used by one exchange at a time; confined to its event loop. */
final class UpstreamConnection extends ChannelInboundHandlerAdapter {

    private final ResponseDecoder decoder = new ResponseDecoder();
    private @Nullable ChannelHandlerContext context;
    private @Nullable Deadline deadline;
    private @Nullable RelayExchange user;

    ResponseDecoder decoder() {
        return decoder;
    }

    Channel channel() {
        return Objects.requireNonNull(context).channel();
    }

    Deadline deadline() {
        return Objects.requireNonNull(deadline);
    }

    boolean isActive() {
        return channel().isActive();
    }

    /** From now on everything that happens is told to this exchange. */
    void use(RelayExchange exchange, boolean head) {
        user = exchange;
        decoder.toHead(head);
        deadline().clear();
    }

    /** Nobody uses it; it watches for the end and closes itself after a while. */
    void rest(Duration atMost) {
        user = null;
        deadline().set(atMost.toNanos(), this::close);
        channel().read();
    }

    /** Cuts the connection off without telling its user. */
    void close() {
        user = null;
        var _ = channel().close();
    }

    /** Leaves the connection to the handlers after this one, without HTTP. */
    void detach() {
        user = null;
        deadline().close();
        ChannelPipeline pipeline = channel().pipeline();
        pipeline.remove(this);
        pipeline.remove(HttpRequestEncoder.class);
        pipeline.remove(decoder);
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
        deadline = new Deadline(ctx.channel().eventLoop());
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (user == null) {
            ReferenceCountUtil.release(message);
            var _ = ctx.close();
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
        deadline().close();
        RelayExchange left = user;
        user = null;
        if (left != null) {
            left.upstreamGone();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        var _ = ctx.close();
    }
}
