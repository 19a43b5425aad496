package dev.rctp.gateway.http.outbound;

import dev.rctp.msgsig.HttpFields;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** One exchange on its lane, failed as a whole at the first thing that is not in order; confined to the lane's event loop. */
final class OutboundExchange extends ChannelInboundHandlerAdapter {

    private static final Set<String> WITH_BODY = Set.of("POST", "PUT", "PATCH");

    private final PendingExchange pending;
    private final Lane lane;
    private @Nullable ResponseBody answer;
    private boolean reusable = true;
    private boolean over;

    OutboundExchange(PendingExchange pending, Lane lane) {
        this.pending = pending;
        this.lane = lane;
    }

    /** Begins; from any thread. */
    void start() {
        try {
            lane.loop().execute(this::send);
        } catch (RejectedExecutionException stopped) {
            pending.fail("the transport has stopped", stopped);
        }
    }

    /** Cuts it off; from any thread. */
    void cancel() {
        lane.loop().execute(() -> fail("given up", null));
    }

    private void send() {
        OutboundRequest request = pending.request();
        FullHttpRequest message;
        try {
            message = message(request);
        } catch (IllegalArgumentException malformed) {
            over = true;
            lane.release();
            pending.fail("the request cannot be written", malformed);
            return;
        }
        if (!lane.use(this, request.method().equals("HEAD"))) {
            message.release();
            over = true;
            pending.untouched();
            pending.fail("the connection was closed before use", null);
            return;
        }
        within(pending.timeouts().write());
        pending.sent();
        lane.channel().writeAndFlush(message).addListener(done -> written(done.cause()));
        lane.channel().read();
    }

    private static FullHttpRequest message(OutboundRequest request) {
        FullHttpRequest message = new DefaultFullHttpRequest(
                HttpVersion.HTTP_1_1,
                HttpMethod.valueOf(request.method()),
                request.target(),
                Unpooled.wrappedBuffer(request.body()));
        message.headers().set(HttpHeaderNames.HOST, request.origin().authority());
        for (HttpFields.Field field : request.fields().lines()) {
            if (!field.name().equals("host") && !field.name().equals("connection")) {
                message.headers().add(field.name(), field.value());
            }
        }
        if (request.body().length > 0 || WITH_BODY.contains(request.method())) {
            message.headers().set(HttpHeaderNames.CONTENT_LENGTH, request.body().length);
        }
        return message;
    }

    private void written(@Nullable Throwable cause) {
        if (cause != null) {
            fail("the request cannot be written", cause);
        } else if (!over && answer == null) {
            within(pending.timeouts().firstByte());
        }
    }

    private void within(Duration phase) {
        lane.deadline()
                .set(Math.max(1, Math.min(phase.toNanos(), pending.left())), () -> fail("the deadline passed", null));
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        try {
            if (over) {
                lane.close();
            } else if (((HttpObject) message).decoderResult().isFailure()) {
                fail(
                        "malformed response",
                        ((HttpObject) message).decoderResult().cause());
            } else {
                take(message);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void take(Object message) {
        pending.answerBegun();
        if (message instanceof HttpResponse response) {
            head(response);
        }
        if (message instanceof HttpContent piece && answer != null) {
            body(piece, answer);
        }
    }

    private void head(HttpResponse response) {
        if (ResponseDecoder.isAmbiguous(response)) {
            fail("a transfer-encoding other than chunked", null);
        } else if (response.status().code() == 101) {
            fail("the server changed to another protocol", null);
        } else if (response.status().codeClass() != HttpStatusClass.INFORMATIONAL) {
            reusable = HttpUtil.isKeepAlive(response);
            answer = new ResponseBody(response, pending.request().maxResponseBytes());
        }
    }

    private void body(HttpContent piece, ResponseBody whole) {
        if (!whole.add(piece.content())) {
            fail("the response is too large", null);
        } else if (piece instanceof LastHttpContent) {
            complete(whole);
        } else {
            within(pending.timeouts().betweenBytes());
        }
    }

    private void complete(ResponseBody whole) {
        over = true;
        lane.deadline().clear();
        if (reusable) {
            lane.release();
        } else {
            lane.close();
        }
        pending.answer(whole.response());
    }

    private void fail(String message, @Nullable Throwable cause) {
        if (over) {
            return;
        }
        over = true;
        answer = null;
        if (lane.isUnprocessed()) {
            pending.unprocessed();
        }
        lane.close();
        pending.fail(message, cause);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        fail("the connection was closed before the response was whole", null);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        fail("the connection failed", cause);
    }
}
