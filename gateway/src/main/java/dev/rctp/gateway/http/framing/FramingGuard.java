package dev.rctp.gateway.http.framing;

import dev.rctp.gateway.http.framing.HeadVerdict.Framed;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The byte check before the HTTP decoder (PRX-7): passes on only bytes that are strictly HTTP/1.1, one message at a time. What follows
 * a message waits here, unread, until {@link #open()}. At the first wrong byte a {@link FramingViolation} is fired as a user event
 * and everything after it is dropped, so that a body that goes wrong never ends.
 */
public final class FramingGuard extends ChannelDuplexHandler {

    /** Fired as a user event when a head has begun to arrive but is not complete. */
    public enum HeadBegun {
        INSTANCE
    }

    private enum State {
        CLOSED,
        HEAD,
        SIZED_BODY,
        CHUNKED_BODY,
        DISCARD
    }

    private final int maxRequestLineBytes;
    private final int maxHeadBytes;
    private State state = State.HEAD;
    private @Nullable HeadBytes head;
    private @Nullable ChunkScanner chunks;
    private long bodyLeft;
    private @Nullable ByteBuf pending;
    private boolean draining;
    private boolean readWanted;
    private boolean passedOn;

    /** A guard of one connection, with its limits in bytes; the head's includes the request line. */
    public FramingGuard(int maxRequestLineBytes, int maxHeadBytes) {
        this.maxRequestLineBytes = maxRequestLineBytes;
        this.maxHeadBytes = maxHeadBytes;
    }

    /** Lets the next message through; a read must follow. */
    public void open() {
        if (state == State.CLOSED) {
            state = State.HEAD;
        }
    }

    /** Drops everything from here on. */
    public void discard() {
        state = State.DISCARD;
        head = null;
        releasePending();
    }

    /** Whether part of a head has arrived. */
    public boolean inHead() {
        return head != null;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        pending = pending == null ? in : Unpooled.wrappedBuffer(pending, in);
        drain(ctx);
    }

    @Override
    public void read(ChannelHandlerContext ctx) {
        if (draining) {
            readWanted = true;
        } else if (pending != null && state != State.CLOSED) {
            drain(ctx);
            channelReadComplete(ctx);
        } else if (state != State.CLOSED) {
            ctx.read();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        if (!passedOn && state != State.CLOSED) {
            ctx.read();
        }
        passedOn = false;
        ctx.fireChannelReadComplete();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        discard();
        ctx.fireChannelInactive();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        ByteBuf rest = pending;
        pending = null;
        if (rest != null) {
            ctx.fireChannelRead(rest);
            ctx.fireChannelReadComplete();
        }
    }

    private void drain(ChannelHandlerContext ctx) {
        draining = true;
        readWanted = false;
        try {
            while (pending != null && state != State.CLOSED) {
                step(ctx, pending);
                if (pending != null && !pending.isReadable()) {
                    releasePending();
                }
            }
        } finally {
            draining = false;
        }
        if (readWanted && state != State.CLOSED) {
            ctx.read();
        }
    }

    private void step(ChannelHandlerContext ctx, ByteBuf in) {
        switch (state) {
            case HEAD -> head(ctx, in);
            case SIZED_BODY -> sizedBody(ctx, in);
            case CHUNKED_BODY -> chunkedBody(ctx, in);
            case DISCARD, CLOSED -> in.skipBytes(in.readableBytes());
        }
    }

    private void head(ChannelHandlerContext ctx, ByteBuf in) {
        boolean begins = head == null;
        HeadBytes bytes = head == null ? new HeadBytes(maxRequestLineBytes, maxHeadBytes) : head;
        head = bytes;
        switch (bytes.take(in)) {
            case COMPLETE -> complete(ctx, bytes);
            case MALFORMED -> violated(ctx, FramingViolation.of("control byte or bare line end in the head"));
            case TOO_LARGE -> violated(ctx, FramingViolation.limit("request line or fields too large"));
            case MORE -> {
                if (begins) {
                    ctx.fireUserEventTriggered(HeadBegun.INSTANCE);
                }
            }
        }
    }

    private void complete(ChannelHandlerContext ctx, HeadBytes bytes) {
        head = null;
        switch (HeadRules.judge(bytes.array(), bytes.start(), bytes.end())) {
            case FramingViolation violation -> violated(ctx, violation);
            case Framed framed -> {
                bodyLeft = framed.contentLength();
                chunks = bodyLeft == Framed.CHUNKED ? new ChunkScanner() : null;
                state = chunks != null ? State.CHUNKED_BODY : bodyLeft > 0 ? State.SIZED_BODY : State.CLOSED;
                passOn(ctx, Unpooled.wrappedBuffer(bytes.array(), bytes.start(), bytes.end() - bytes.start()));
            }
        }
    }

    private void sizedBody(ChannelHandlerContext ctx, ByteBuf in) {
        int size = (int) Math.min(bodyLeft, in.readableBytes());
        bodyLeft -= size;
        if (bodyLeft == 0) {
            state = State.CLOSED;
        }
        passOn(ctx, in.readRetainedSlice(size));
    }

    private void chunkedBody(ChannelHandlerContext ctx, ByteBuf in) {
        ChunkScanner scanner = Objects.requireNonNull(chunks);
        int size = scanner.scan(in);
        boolean broken = !scanner.done() && size < in.readableBytes();
        if (scanner.done()) {
            state = State.CLOSED;
            chunks = null;
        }
        if (size > 0) {
            passOn(ctx, in.readRetainedSlice(size));
        }
        if (broken && state == State.CHUNKED_BODY) {
            violated(ctx, FramingViolation.of("malformed chunked body"));
        }
    }

    private void passOn(ChannelHandlerContext ctx, ByteBuf bytes) {
        passedOn = true;
        ctx.fireChannelRead(bytes);
    }

    private void violated(ChannelHandlerContext ctx, FramingViolation violation) {
        discard();
        ctx.fireUserEventTriggered(violation);
    }

    private void releasePending() {
        if (pending != null) {
            pending.release();
            pending = null;
        }
    }
}
