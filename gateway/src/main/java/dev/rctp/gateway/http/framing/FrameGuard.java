package dev.rctp.gateway.http.framing;

import dev.rctp.gateway.http.Deadline;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Watches the frames of an HTTP/2 connection go by, before the decoder, for what costs the client little and the gateway more: resets,
 * control frames and small data without end, and a head that never ends (RFC 9113 10.5). What it finds it fires as a
 * {@link FramingViolation} once, and drops all that follows. Window updates are counted only beyond those that what was sent to the
 * client gives reason for.
 */
public final class FrameGuard extends ChannelDuplexHandler {

    private static final int HEADER_BYTES = 9;
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RST_STREAM = 3;
    private static final int WINDOW_UPDATE = 8;
    private static final int CONTINUATION = 9;
    private static final int SMALL_DATA = 128;
    private static final int UPDATES_FOR_A_WRITE = 2;
    private static final int BYTES_FOR_AN_UPDATE = 1 << 10;
    private static final int MOST_UPDATES_SAVED = 1 << 18;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;

    private final FrameRate resets = new FrameRate(200, Duration.ofSeconds(30));
    private final FrameRate idleFrames = new FrameRate(1_000, Duration.ofSeconds(10));
    private final FrameRate smallFrames = new FrameRate(10_000, Duration.ofSeconds(10));
    private final Duration headTimeout;
    private final byte[] header = new byte[HEADER_BYTES];
    private int headerBytes;
    private int prefaceLeft = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".length();
    private int payloadLeft;
    private boolean inHead;
    private boolean lastOfHead;
    private boolean violated;
    private int updatesSaved;
    private @Nullable Deadline deadline;

    /** A guard of one connection, which gives a head so long from its first byte to its last. */
    public FrameGuard(Duration headTimeout) {
        this.headTimeout = headTimeout;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        deadline = new Deadline(ctx.channel().eventLoop());
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        Objects.requireNonNull(deadline).close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        Objects.requireNonNull(deadline).close();
        ctx.fireChannelInactive();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        int at = bytes.readerIndex();
        while (at < bytes.writerIndex() && !violated) {
            at += step(ctx, bytes, at);
        }
        if (violated) {
            bytes.release();
        } else {
            ctx.fireChannelRead(bytes);
        }
    }

    private int step(ChannelHandlerContext ctx, ByteBuf bytes, int at) {
        int there = bytes.writerIndex() - at;
        if (prefaceLeft > 0) {
            int taken = Math.min(prefaceLeft, there);
            prefaceLeft -= taken;
            return taken;
        }
        if (headerBytes < HEADER_BYTES) {
            header[headerBytes++] = bytes.getByte(at);
            if (headerBytes == HEADER_BYTES) {
                begin(ctx);
            }
            return 1;
        }
        int taken = Math.min(payloadLeft, there);
        payloadLeft -= taken;
        endIfWhole();
        return taken;
    }

    private void begin(ChannelHandlerContext ctx) {
        payloadLeft = (header[0] & 0xff) << 16 | (header[1] & 0xff) << 8 | (header[2] & 0xff);
        int type = header[3];
        boolean ends = (header[4] & END_STREAM) != 0;
        switch (type) {
            case HEADERS, CONTINUATION -> beginHead(ctx);
            case DATA -> judge(ctx, !ends && isTooSmall(), "too many empty or small frames");
            case RST_STREAM -> judge(ctx, resets.exceeded(), "too many resets");
            case WINDOW_UPDATE -> judge(ctx, !hasReason() && idleFrames.exceeded(), "too many window updates");
            default -> judge(ctx, idleFrames.exceeded(), "too many control frames");
        }
        endIfWhole();
    }

    private boolean isTooSmall() {
        return payloadLeft == 0 ? idleFrames.exceeded() : payloadLeft < SMALL_DATA && smallFrames.exceeded();
    }

    private boolean hasReason() {
        return updatesSaved > 0 && updatesSaved-- > 0;
    }

    /** A client may acknowledge each DATA frame for its stream and for the connection, and a large one in parts. */
    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        int size = message instanceof ByteBuf bytes ? bytes.readableBytes() : 0;
        int more = UPDATES_FOR_A_WRITE + 2 * (size / BYTES_FOR_AN_UPDATE);
        updatesSaved = Math.min(updatesSaved + more, MOST_UPDATES_SAVED);
        var _ = ctx.write(message, promise);
    }

    private void beginHead(ChannelHandlerContext ctx) {
        if (!inHead) {
            inHead = true;
            Objects.requireNonNull(deadline)
                    .set(headTimeout.toNanos(), () -> judge(ctx, true, "a head that takes too long"));
        }
        lastOfHead = (header[4] & END_HEADERS) != 0;
    }

    private void endIfWhole() {
        if (payloadLeft > 0) {
            return;
        }
        headerBytes = 0;
        if (inHead && lastOfHead) {
            inHead = false;
            Objects.requireNonNull(deadline).clear();
        }
    }

    private void judge(ChannelHandlerContext ctx, boolean wrong, String sentence) {
        if (wrong && !violated) {
            violated = true;
            ctx.fireUserEventTriggered(FramingViolation.limit(sentence));
        }
    }
}
