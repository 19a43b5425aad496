package dev.rctp.gateway.http.outbound;

import dev.rctp.gateway.http.Deadline;
import dev.rctp.msgsig.HttpFields;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
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
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** One connection of an {@link OutboundClient}: one exchange at a time, failed as a whole at the first thing that is not in order. */
final class OutboundConnection extends ChannelInboundHandlerAdapter {

    private static final Set<String> WITH_BODY = Set.of("POST", "PUT", "PATCH");

    private final ResponseDecoder decoder = new ResponseDecoder();
    private final Duration idleTimeout;
    private boolean secured;
    private volatile @Nullable ChannelHandlerContext context;
    private @Nullable Deadline deadline;
    private @Nullable PendingExchange pending;
    private @Nullable ResponseBody answer;
    private volatile boolean reusable = true;

    OutboundConnection(boolean tls, Duration idleTimeout) {
        this.secured = !tls;
        this.idleTimeout = idleTimeout;
    }

    ResponseDecoder decoder() {
        return decoder;
    }

    boolean isReusable() {
        return reusable && context().channel().isActive();
    }

    private ChannelHandlerContext context() {
        return Objects.requireNonNull(context, "not connected");
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
        deadline = new Deadline(ctx.channel().eventLoop());
    }

    /** Begins an exchange, from any thread; its outcome is told to it. */
    void start(PendingExchange exchange) {
        try {
            context().channel().eventLoop().execute(() -> send(exchange));
        } catch (RejectedExecutionException stopped) {
            exchange.fail("the transport has stopped", stopped);
        }
    }

    private void send(PendingExchange exchange) {
        if (!isReusable() || pending != null) {
            exchange.fail("the connection was closed before use", null);
            return;
        }
        FullHttpRequest message;
        try {
            message = message(exchange.request());
        } catch (IllegalArgumentException malformed) {
            exchange.fail("the request cannot be written", malformed);
            return;
        }
        pending = exchange;
        answer = null;
        decoder.toHead(exchange.request().method().equals("HEAD"));
        deadline().set(Math.max(1, exchange.left()), () -> fail("the deadline passed", null));
        if (secured) {
            exchange.sent();
        }
        context().writeAndFlush(message).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
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

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake && handshake.isSuccess()) {
            secured = true;
            if (pending != null) {
                pending.sent();
            }
        } else if (event instanceof SslHandshakeCompletionEvent handshake) {
            fail("the TLS handshake failed", handshake.cause());
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        try {
            if (pending == null) {
                fail("bytes that nobody asked for", null);
            } else if (((HttpObject) message).decoderResult().isFailure()) {
                fail(
                        "malformed response",
                        ((HttpObject) message).decoderResult().cause());
            } else {
                take(message, pending);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void take(Object message, PendingExchange exchange) {
        exchange.answerBegun();
        if (message instanceof HttpResponse response) {
            head(response, exchange);
        }
        if (message instanceof HttpContent piece && answer != null && !answer.add(piece.content())) {
            fail("the response is too large", null);
        } else if (message instanceof LastHttpContent && answer != null) {
            complete(exchange, answer);
        }
    }

    private void head(HttpResponse response, PendingExchange exchange) {
        if (ResponseDecoder.isAmbiguous(response)) {
            fail("a transfer-encoding other than chunked", null);
        } else if (response.status().code() == 101) {
            fail("the server changed to another protocol", null);
        } else if (response.status().codeClass() != HttpStatusClass.INFORMATIONAL) {
            reusable = HttpUtil.isKeepAlive(response);
            answer = new ResponseBody(response, exchange.request().maxResponseBytes());
        }
    }

    private void complete(PendingExchange exchange, ResponseBody whole) {
        pending = null;
        answer = null;
        if (reusable) {
            deadline().set(idleTimeout.toNanos(), this::close);
        } else {
            close();
        }
        exchange.answer(whole.response());
    }

    private void fail(String message, @Nullable Throwable cause) {
        reusable = false;
        PendingExchange exchange = pending;
        pending = null;
        answer = null;
        close();
        if (exchange != null) {
            exchange.fail(message, cause);
        }
    }

    private Deadline deadline() {
        return Objects.requireNonNull(deadline);
    }

    /** Cuts the connection off, from any thread. */
    void close() {
        var _ = context().close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        deadline().close();
        fail("the connection was closed before the response was whole", null);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        fail("the connection failed", cause);
    }
}
