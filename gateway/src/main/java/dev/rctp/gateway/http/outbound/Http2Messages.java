package dev.rctp.gateway.http.outbound;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;

/**
 * Speaks HTTP/1.1 messages over one HTTP/2 stream (RFC 9113 8). An answer that is not in order becomes one content whose decoding failed,
 * as it would over HTTP/1.1, and nothing after it.
 */
final class Http2Messages extends ChannelDuplexHandler {

    private static final long NOT_RESET = -1;

    private final String authority;
    private final boolean head;
    private boolean requestEnded;
    private boolean neverSent;
    private long resetBy = NOT_RESET;
    private @Nullable Http2Answer answer;
    private boolean over;

    /** Takes the {@code :authority} of requests, and whether this one is a HEAD. */
    Http2Messages(String authority, boolean head) {
        this.authority = authority;
        this.head = head;
    }

    /** Whether the stream could not even be opened. */
    boolean neverSent() {
        return neverSent;
    }

    /** The error code of the server's RST_STREAM; -1 for none. */
    long resetBy() {
        return resetBy;
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        if (message instanceof HttpRequest request) {
            writeHead(ctx, request, promise);
        } else if (message instanceof HttpContent piece && !requestEnded) {
            writeBody(ctx, piece, promise);
        } else {
            ReferenceCountUtil.release(message);
            promise.trySuccess();
        }
    }

    private void writeHead(ChannelHandlerContext ctx, HttpRequest request, ChannelPromise promise) {
        boolean whole = request instanceof HttpContent body && !body.content().isReadable();
        requestEnded = whole || !Http2Heads.hasBody(request);
        var frame = new DefaultHttp2HeadersFrame(Http2Heads.request(request, authority), requestEnded);
        ChannelPromise written = requestEnded ? promise : ctx.newPromise();
        written.addListener(done -> neverSent = done.cause() != null && isRefusedHere(done.cause()));
        var _ = ctx.write(frame, written);
        if (requestEnded) {
            ReferenceCountUtil.release(request);
        } else if (request instanceof HttpContent body) {
            writeBody(ctx, body, promise);
        } else {
            promise.trySuccess();
        }
    }

    private static boolean isRefusedHere(Throwable cause) {
        return cause instanceof Http2Exception || cause.getCause() instanceof Http2Exception;
    }

    private void writeBody(ChannelHandlerContext ctx, HttpContent piece, ChannelPromise promise) {
        requestEnded = piece instanceof LastHttpContent;
        var _ = ctx.write(new DefaultHttp2DataFrame(piece.content(), requestEnded), promise);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        try {
            if (over) {
                return;
            }
            switch (message) {
                case Http2HeadersFrame frame -> readHead(ctx, frame);
                case Http2DataFrame frame -> readBody(ctx, frame);
                default -> {}
            }
        } catch (IllegalArgumentException malformed) {
            fail(ctx, malformed);
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void readHead(ChannelHandlerContext ctx, Http2HeadersFrame frame) {
        boolean end = frame.isEndStream();
        if (answer != null) {
            Http2Heads.checkTrailers(frame.headers(), end);
            end(ctx, answer, Unpooled.EMPTY_BUFFER);
        } else if (Http2Heads.isInterim(frame.headers())) {
            ctx.fireChannelRead(Http2Heads.interim(frame.headers(), end));
        } else {
            var response = Http2Heads.response(frame.headers());
            Http2Answer begun = Http2Answer.to(response, head);
            answer = begun;
            if (end) {
                begun.checkEnd();
            }
            ctx.fireChannelRead(response);
            if (end) {
                over = true;
                ctx.fireChannelRead(LastHttpContent.EMPTY_LAST_CONTENT);
            }
        }
    }

    private void readBody(ChannelHandlerContext ctx, Http2DataFrame frame) {
        if (answer == null) {
            throw new IllegalArgumentException("DATA before an answer");
        }
        answer.add(frame.content().readableBytes());
        if (frame.isEndStream()) {
            end(ctx, answer, frame.content().retain());
        } else {
            ctx.fireChannelRead(new DefaultHttpContent(frame.content().retain()));
        }
    }

    private void end(ChannelHandlerContext ctx, Http2Answer whole, ByteBuf last) {
        try {
            whole.checkEnd();
        } catch (IllegalArgumentException malformed) {
            last.release();
            throw malformed;
        }
        over = true;
        ctx.fireChannelRead(new DefaultLastHttpContent(last));
    }

    private void fail(ChannelHandlerContext ctx, Throwable cause) {
        if (!over) {
            over = true;
            HttpContent failed = new DefaultHttpContent(Unpooled.EMPTY_BUFFER);
            failed.setDecoderResult(DecoderResult.failure(cause));
            ctx.fireChannelRead(failed);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof Http2ResetFrame reset) {
            resetBy = reset.errorCode();
        }
        ctx.fireUserEventTriggered(event);
    }

    /** The codec found the stream not in order (RFC 9113 8.1.1). */
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (isRefusedHere(cause)) {
            fail(ctx, cause);
        } else {
            ctx.fireExceptionCaught(cause);
        }
    }
}
