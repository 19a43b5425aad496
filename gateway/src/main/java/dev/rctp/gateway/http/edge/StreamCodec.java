package dev.rctp.gateway.http.edge;

import dev.rctp.gateway.http.framing.FieldNames;
import dev.rctp.gateway.http.framing.FramingViolation;
import dev.rctp.gateway.http.framing.StreamHead;
import dev.rctp.gateway.http.framing.StreamRules;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One HTTP/2 stream, which carries one request: its frames as the messages that all exchanges speak, and back (RFC 9113 8). */
final class StreamCodec extends ChannelDuplexHandler implements Wire {

    static final String PROTOCOL = "HTTP/2";

    private static final HttpVersion HTTP_2 = HttpVersion.valueOf("HTTP/2.0");

    private final EdgeSettings settings;
    private final Runnable onLimited;
    private @Nullable ChannelHandlerContext context;
    private @Nullable HttpRequest held;
    private @Nullable ByteBuf complete;
    private boolean headSeen;
    private boolean ended;
    private boolean discarding;
    private boolean malformed;
    private boolean over;
    private boolean answersHead;
    private boolean bodiless;
    private long told;
    private long received;

    /**
     * A stream that has not begun.
     *
     * @param onLimited run when its request is refused because there are too many
     */
    StreamCodec(EdgeSettings settings, Runnable onLimited) {
        this.settings = settings;
        this.onLimited = onLimited;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object frame) {
        if (discarding) {
            ReferenceCountUtil.release(frame);
            return;
        }
        switch (frame) {
            case Http2HeadersFrame head when !headSeen -> head(ctx, lines(head), head.isEndStream());
            case Http2HeadersFrame trailers -> trailers(ctx, lines(trailers));
            case Http2DataFrame data -> data(ctx, data);
            default -> ReferenceCountUtil.release(frame);
        }
    }

    private static List<Map.Entry<CharSequence, CharSequence>> lines(Http2HeadersFrame frame) {
        return ((OrderedHeaders) frame.headers()).lines();
    }

    private void head(ChannelHandlerContext ctx, List<Map.Entry<CharSequence, CharSequence>> lines, boolean ends) {
        headSeen = true;
        ended = ends;
        switch (StreamRules.head(
                lines, ends, settings.scheme(), settings.maxRequestLineBytes(), settings.maxHeadBytes())) {
            case FramingViolation violation -> violated(ctx, violation);
            case StreamHead.Request head -> {
                told = head.contentLength();
                HttpRequest request = request(head);
                if (told == 0 && !ends) {
                    held = request;
                    ctx.read();
                } else {
                    ctx.fireChannelRead(request);
                    if (ends) {
                        ctx.fireChannelRead(LastHttpContent.EMPTY_LAST_CONTENT);
                    }
                }
            }
        }
    }

    private static HttpRequest request(StreamHead.Request head) {
        HttpHeaders headers =
                DefaultHttpHeadersFactory.headersFactory().withValidation(false).newHeaders();
        headers.add("host", head.authority());
        for (Map.Entry<String, String> field : head.fields()) {
            headers.add(field.getKey(), field.getValue());
        }
        if (head.contentLength() == StreamHead.UNKNOWN) {
            headers.add("transfer-encoding", "chunked");
        }
        return new DefaultHttpRequest(HTTP_2, HttpMethod.valueOf(head.method()), head.path(), headers);
    }

    private void data(ChannelHandlerContext ctx, Http2DataFrame data) {
        ByteBuf content = data.content();
        received += content.readableBytes();
        ended = data.isEndStream();
        boolean wrong = told >= 0 && (received > told || (ended && received < told));
        if (wrong) {
            data.release();
            violated(ctx, FramingViolation.of("a body of another length than content-length"));
        } else if (received == told && !ended && content.isReadable()) {
            complete = content;
            ctx.read();
        } else {
            piece(ctx, ended ? new DefaultLastHttpContent(content) : new DefaultHttpContent(content));
        }
    }

    private void trailers(ChannelHandlerContext ctx, List<Map.Entry<CharSequence, CharSequence>> trailers) {
        ended = true;
        FramingViolation violation = StreamRules.trailers(trailers);
        if (violation == null && told > received) {
            violation = FramingViolation.of("a body of another length than content-length");
        }
        if (violation != null) {
            violated(ctx, violation);
        } else {
            piece(ctx, LastHttpContent.EMPTY_LAST_CONTENT);
        }
    }

    /** A request has come when its stream has ended: before that what makes it whole by its length waits, for it may still go wrong. */
    private void piece(ChannelHandlerContext ctx, HttpContent piece) {
        if (held == null && complete == null) {
            ctx.fireChannelRead(piece);
        } else if (piece instanceof LastHttpContent) {
            fireHeld(ctx);
            ctx.fireChannelRead(piece);
        } else {
            piece.release();
            ctx.read();
        }
    }

    private void fireHeld(ChannelHandlerContext ctx) {
        HttpRequest head = held;
        ByteBuf end = complete;
        held = null;
        complete = null;
        if (head != null) {
            ctx.fireChannelRead(head);
        }
        if (end != null) {
            ctx.fireChannelRead(new DefaultHttpContent(end));
        }
    }

    private void releaseHeld() {
        if (complete != null) {
            complete.release();
            complete = null;
        }
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        releaseHeld();
    }

    private void violated(ChannelHandlerContext ctx, FramingViolation violation) {
        malformed = true;
        discarding = true;
        releaseHeld();
        ctx.fireUserEventTriggered(violation);
    }

    /** The codec ends the stream right after telling of its reset; what waits unread here would keep it open. */
    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof Http2ResetFrame) {
            over = true;
            ctx.executor().execute(() -> {
                var _ = ctx.channel().close();
            });
        } else {
            ctx.fireUserEventTriggered(event);
        }
    }

    /** What the codec says against the stream, it ends the stream with, and for the reason it has. */
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (Http2CodecUtil.getEmbeddedHttp2Exception(cause) == null) {
            ctx.fireExceptionCaught(cause);
        }
    }

    /** A stream whose answer still waits for the client's window is not over, though the channel thinks so. */
    @Override
    public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
        if (!over) {
            reset(ctx, Http2Error.CANCEL);
        }
        var _ = ctx.close(promise);
    }

    private void reset(ChannelHandlerContext ctx, Http2Error why) {
        over = true;
        var _ = ctx.writeAndFlush(new DefaultHttp2ResetFrame(why));
    }

    private void written(Future<? super Void> last) {
        over |= ended && last.isSuccess();
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        switch (message) {
            case FullHttpResponse whole -> whole(ctx, whole, promise);
            case HttpResponse head -> {
                bodiless = hasNoBody(head);
                var _ = ctx.write(new DefaultHttp2HeadersFrame(headers(head)), promise);
            }
            case HttpContent piece -> piece(ctx, piece, promise);
            default -> throw new IllegalArgumentException("no part of an answer");
        }
    }

    private void whole(ChannelHandlerContext ctx, FullHttpResponse whole, ChannelPromise promise) {
        boolean interim = isInterim(whole);
        boolean empty = interim || hasNoBody(whole) || !whole.content().isReadable();
        Http2HeadersFrame head = new DefaultHttp2HeadersFrame(headers(whole), empty && !interim);
        if (!interim) {
            promise.addListener(this::written);
        }
        if (empty) {
            whole.release();
            var _ = ctx.write(head, promise);
        } else {
            var _ = ctx.write(head);
            var _ = ctx.write(new DefaultHttp2DataFrame(whole.content(), true), promise);
        }
    }

    private void piece(ChannelHandlerContext ctx, HttpContent piece, ChannelPromise promise) {
        boolean last = piece instanceof LastHttpContent;
        ByteBuf content = piece.content();
        if (bodiless || !content.isReadable()) {
            piece.release();
            content = Unpooled.EMPTY_BUFFER;
        }
        if (last) {
            promise.addListener(this::written);
        }
        if (last || content.isReadable()) {
            var _ = ctx.write(new DefaultHttp2DataFrame(content, last), promise);
        } else {
            promise.trySuccess();
        }
    }

    private boolean hasNoBody(HttpResponse response) {
        int status = response.status().code();
        return answersHead || status == 204 || status == 304;
    }

    private static boolean isInterim(HttpResponse response) {
        return response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
    }

    private static Http2Headers headers(HttpResponse response) {
        Http2Headers headers = new DefaultHttp2Headers(false);
        headers.status(response.status().codeAsText());
        for (Map.Entry<String, String> line : response.headers()) {
            String name = line.getKey().toLowerCase(Locale.ROOT);
            if (!FieldNames.HOP_BY_HOP.contains(name)) {
                headers.add(name, line.getValue());
            }
        }
        return headers;
    }

    @Override
    public String protocol() {
        return PROTOCOL;
    }

    @Override
    public void begins(boolean isHead) {
        answersHead = isHead;
    }

    @Override
    public boolean next() {
        return false;
    }

    @Override
    public void limited() {
        onLimited.run();
    }

    @Override
    public void discard() {
        discarding = true;
    }

    @Override
    public boolean inHead() {
        return false;
    }

    /** A request that is not whole by now never will be (RFC 9113 8.1, 8.1.1). */
    @Override
    public void end() {
        ChannelHandlerContext ctx = Objects.requireNonNull(context);
        if (!over) {
            reset(ctx, malformed ? Http2Error.PROTOCOL_ERROR : Http2Error.NO_ERROR);
        }
        var _ = ctx.channel().close();
    }

    @Override
    public void detach() {
        throw new IllegalStateException("a stream has no connection to leave");
    }
}
