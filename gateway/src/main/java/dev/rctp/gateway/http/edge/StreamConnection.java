package dev.rctp.gateway.http.edge;

import dev.rctp.gateway.http.Deadline;
import dev.rctp.gateway.http.framing.FrameGuard;
import dev.rctp.gateway.http.framing.FrameRate;
import dev.rctp.gateway.http.framing.FramingViolation;
import dev.rctp.gateway.http.framing.LingeringClose;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http2.DefaultHttp2ConnectionDecoder;
import io.netty.handler.codec.http2.DefaultHttp2FrameReader;
import io.netty.handler.codec.http2.DefaultHttp2GoAwayFrame;
import io.netty.handler.codec.http2.DefaultHttp2WindowUpdateFrame;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionEncoder;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One HTTP/2 connection and the bounds it keeps its client in; each of its streams is a {@link ClientChannel} (RFC 9113). */
final class StreamConnection extends ChannelInboundHandlerAdapter {

    private static final Logger LOG = LoggerFactory.getLogger(StreamConnection.class);
    private static final int MAX_STREAMS = 100;
    private static final int MAX_FRAME = 16 << 10;
    private static final int STREAM_WINDOW = 64 << 10;

    /** Uploads that the marketplace does not take stop no other one until they are so many streams' windows. */
    private static final int CONNECTION_WINDOW = 1 << 20;

    private static final int MAX_OWN_RESETS = 200;
    private static final int RESET_SECONDS = 30;
    private static final int MAX_SMALL_CONTINUATIONS = 16;
    private static final int MAX_QUEUED_CONTROL_FRAMES = 1_000;

    /** For a client to take the GOAWAY; one that reads nothing is cut off all the same. */
    private static final Duration LINGER = Duration.ofSeconds(3);

    private final EdgeParts parts;
    private final boolean welcome;
    private final FrameRate limited = new FrameRate(200, Duration.ofSeconds(30));
    private final Set<Channel> streams = new HashSet<>();
    private @Nullable ChannelHandlerContext context;
    private @Nullable Deadline deadline;
    private boolean leaving;

    private StreamConnection(EdgeParts parts, boolean welcome) {
        this.parts = parts;
        this.welcome = welcome;
    }

    /** Puts HTTP/2 at the end of the channel's pipeline. */
    static void install(Channel channel, EdgeParts parts, boolean welcome) {
        StreamConnection connection = new StreamConnection(parts, welcome);
        channel.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, false);
        channel.pipeline()
                .addLast(
                        new LingeringClose(),
                        new FrameGuard(parts.settings().headTimeout()),
                        new Codec(parts.settings().maxHeadBytes()).build(),
                        new Http2MultiplexHandler(connection.new Opening()),
                        connection);
    }

    /** Netty's codec within bounds; fields are checked by the streams themselves. */
    private static final class Codec extends Http2FrameCodecBuilder {

        private final int maxHeadBytes;

        private Codec(int maxHeadBytes) {
            this.maxHeadBytes = maxHeadBytes;
            server(true);
            initialSettings(Http2Settings.defaultSettings()
                    .maxConcurrentStreams(MAX_STREAMS)
                    .initialWindowSize(STREAM_WINDOW)
                    .maxFrameSize(MAX_FRAME)
                    .maxHeaderListSize(maxHeadBytes));
            headerSensitivityDetector((name, value) -> true); // nothing grows a table whose size the client chooses
            encoderEnforceMaxRstFramesPerWindow(MAX_OWN_RESETS, RESET_SECONDS);
            encoderEnforceMaxQueuedControlFrames(MAX_QUEUED_CONTROL_FRAMES);
            gracefulShutdownTimeoutMillis(-1);
        }

        /** Another decoder in place of the usual, whose guards are {@link FrameGuard}'s. */
        @Override
        protected Http2FrameCodec build(
                Http2ConnectionDecoder usual, Http2ConnectionEncoder encoder, Http2Settings settings) {
            return super.build(
                    new DefaultHttp2ConnectionDecoder(
                            encoder.connection(),
                            encoder,
                            new DefaultHttp2FrameReader(
                                    new OrderedHeaders.Decoder(maxHeadBytes), MAX_SMALL_CONTINUATIONS)),
                    encoder,
                    settings);
        }
    }

    /** Makes a channel of each new stream. */
    private final class Opening extends ChannelInitializer<Channel> {

        @Override
        public boolean isSharable() {
            return true;
        }

        @Override
        protected void initChannel(Channel stream) {
            boolean admitted = parts.streams().take();
            opened(stream);
            stream.closeFuture().addListener(gone -> {
                if (admitted) {
                    parts.streams().giveBack();
                }
                closed(stream);
            });
            stream.config().setAutoRead(false);
            StreamCodec codec = new StreamCodec(parts.settings(), StreamConnection.this::limited);
            stream.pipeline().addLast(codec, new ClientChannel(parts, codec, admitted));
        }
    }

    private void opened(Channel stream) {
        streams.add(stream);
        if (!leaving) {
            deadline().clear();
        }
    }

    private void closed(Channel stream) {
        streams.remove(stream);
        if (streams.isEmpty() && !leaving) {
            awaitStream();
        }
    }

    private void awaitStream() {
        deadline().set(parts.settings().idleTimeout().toNanos(), () -> leave(Http2Error.NO_ERROR));
    }

    private Deadline deadline() {
        return Objects.requireNonNull(deadline);
    }

    private ChannelHandlerContext context() {
        return Objects.requireNonNull(context);
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        context = ctx;
        deadline = new Deadline(ctx.channel().eventLoop());
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        if (welcome) {
            var _ = ctx.writeAndFlush(
                    new DefaultHttp2WindowUpdateFrame(CONNECTION_WINDOW - Http2CodecUtil.DEFAULT_WINDOW_SIZE));
            awaitStream();
            ctx.read();
        } else {
            calm();
        }
    }

    /** Tells the client to do less, and cuts it off. */
    private void calm() {
        leave(Http2Error.ENHANCE_YOUR_CALM);
    }

    /** Ends the connection, when the client has been told so or does not take that in time. */
    private void leave(Http2Error why) {
        cutSoon();
        context().writeAndFlush(new DefaultHttp2GoAwayFrame(why)).addListener(told -> cut());
    }

    /** A 429 costs a stream no token and the gateway a signature, so a connection gets no more than so many. */
    private void limited() {
        if (limited.exceeded() && !leaving) {
            calm();
        }
    }

    private void cutSoon() {
        if (!leaving) {
            leaving = true;
            deadline().set(LINGER.toNanos(), () -> {
                var _ = context().pipeline().firstContext().close(); // TLS's last words would find no way out either
            });
        }
    }

    /** What concerns a stream has gone to it. */
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object frame) {
        ReferenceCountUtil.release(frame);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof FramingViolation) {
            calm();
        } else if (event == Drain.NOW) {
            var _ = ctx.close(); // says GOAWAY, and waits for the streams that are open
        } else if (event instanceof SslCloseCompletionEvent) {
            cut();
        }
    }

    private void cut() {
        ChannelHandlerContext codec = context().pipeline().context(Http2FrameCodec.class);
        if (codec != null) { // not gone yet
            var _ = codec.close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        for (Channel stream : List.copyOf(streams)) {
            var _ = stream.close();
        }
        deadline().close();
    }

    /** Errors of HTTP/2 itself are answered with GOAWAY by the codec. */
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        LOG.debug("client connection failed", cause);
        if (Http2CodecUtil.getEmbeddedHttp2Exception(cause) == null) {
            cut();
        } else {
            cutSoon();
        }
    }
}
