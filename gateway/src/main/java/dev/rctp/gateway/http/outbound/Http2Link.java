package dev.rctp.gateway.http.outbound;

import dev.rctp.gateway.http.Deadline;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.http2.DefaultHttp2WindowUpdateFrame;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2GoAwayFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2SettingsFrame;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP/2 connection (RFC 9113), shared by as many exchanges as the server allows, {@value #MOST_STREAMS} at most. Each stream has a
 * window of its own, and the connection's holds them all, so that an answer that is read slowly stops no other.
 */
final class Http2Link extends ChannelInboundHandlerAdapter implements Link {

    static final int MOST_STREAMS = 100;

    private static final int STREAM_WINDOW = 64 << 10;
    private static final int MAX_HEAD_BYTES = 64 << 10;
    private static final Set<String> NEVER_INDEXED = Set.of("authorization", "cookie", "signature");

    /** Told once, on the connection's loop. */
    interface Ready {

        /** Streams may be opened, or never because of this failure. */
        void ready(Http2Link link, @Nullable Throwable failure);
    }

    private final Channel channel;
    private final OutboundTimeouts timeouts;
    private final PoolSide side;
    private final Http2FrameCodec codec;
    private final Deadline deadline;
    private final boolean autoRead;
    private @Nullable Ready ready;
    private volatile int allowance;
    private volatile boolean retired;
    private volatile boolean used;
    private long lastRead = System.nanoTime();

    /** How many of its streams are taken; guarded by the pool. */
    int taken;

    /**
     * Takes over a connection that is open, on its loop.
     *
     * @param ready told when streams may be opened
     */
    Http2Link(Channel channel, OutboundTimeouts timeouts, PoolSide side, boolean autoRead, Ready ready) {
        this.channel = channel;
        this.timeouts = timeouts;
        this.side = side;
        this.autoRead = autoRead;
        this.ready = ready;
        this.codec = codec();
        this.deadline = new Deadline(channel.eventLoop());
        channel.config().setAutoRead(true);
        deadline.set(timeouts.tls().toNanos(), this::close);
        channel.pipeline().addLast(codec, new Http2MultiplexHandler(new NoPush()), this);
        var _ = channel.writeAndFlush(
                new DefaultHttp2WindowUpdateFrame(MOST_STREAMS * STREAM_WINDOW - Http2CodecUtil.DEFAULT_WINDOW_SIZE));
    }

    private static Http2FrameCodec codec() {
        Http2Settings settings = new Http2Settings()
                .pushEnabled(false)
                .initialWindowSize(STREAM_WINDOW)
                .maxHeaderListSize(MAX_HEAD_BYTES);
        return Http2FrameCodecBuilder.forClient()
                .initialSettings(settings)
                .validateHeaders(true)
                .decoderEnforceMaxRstFramesPerWindow(2 * MOST_STREAMS, 10)
                .headerSensitivityDetector((name, value) -> NEVER_INDEXED.contains(name.toString()))
                .build();
    }

    Channel channel() {
        return channel;
    }

    Http2Connection connection() {
        return codec.connection();
    }

    @Override
    public PoolSide side() {
        return side;
    }

    @Override
    public boolean isOpen() {
        return channel.isActive();
    }

    boolean autoRead() {
        return autoRead;
    }

    /** Whether one more stream may be opened; guarded by the pool. */
    boolean hasRoom() {
        return !retired && taken < allowance && channel.isActive();
    }

    /** How many streams the server lets us open at once, as far as we would. */
    int allowance() {
        return allowance;
    }

    boolean isRetired() {
        return retired;
    }

    /** Whether no stream has been opened before; asked once for each. */
    boolean beFirst() {
        boolean first = !used;
        used = true;
        return first;
    }

    /** The moment at which the server was last heard. */
    long lastRead() {
        return lastRead;
    }

    /** No more streams; those that are open go on, and the last one closes it. */
    void retire() {
        retired = true;
        side.changed(this);
    }

    /** No stream is open any more; on the loop. */
    void rest() {
        if (retired) {
            close();
        } else {
            deadline.set(timeouts.idle().toNanos(), () -> side.retireUnused(this));
        }
    }

    @Override
    public void close() {
        var _ = channel.close();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        try {
            if (message instanceof Http2SettingsFrame) {
                allowed();
            } else if (message instanceof Http2GoAwayFrame) {
                retire();
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void allowed() {
        allowance = Math.min(MOST_STREAMS, codec.connection().local().maxActiveStreams());
        if (ready != null) {
            deadline.clear();
            tellReady(null);
            rest();
        } else {
            side.changed(this);
        }
    }

    private void tellReady(@Nullable Throwable failure) {
        Ready told = ready;
        ready = null;
        if (told != null) {
            told.ready(this, failure);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        lastRead = System.nanoTime();
        ctx.fireChannelReadComplete();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        deadline.close();
        tellReady(new IOException("closed before its settings came"));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        close();
    }

    /** Takes no stream that the server opens. */
    private static final class NoPush extends ChannelInitializer<Channel> {
        @Override
        protected void initChannel(Channel pushed) {
            var _ = pushed.close();
        }

        @Override
        public boolean isSharable() {
            return true;
        }
    }
}
