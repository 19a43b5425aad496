package dev.rctp.gateway.http.outbound;

import dev.rctp.gateway.http.Deadline;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.handler.codec.http2.Http2StreamChannelBootstrap;
import io.netty.util.concurrent.Future;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One stream of an HTTP/2 connection, opened when it is used, and never used again. */
final class Http2Lane implements Lane {

    private static final long SILENCE = TimeUnit.SECONDS.toNanos(1);

    private final Http2Link link;
    private final boolean fresh;
    private final String authority;
    private final Deadline deadline;
    private @Nullable Http2StreamChannel channel;
    private @Nullable Http2Messages messages;
    private long openedAt;

    Http2Lane(Http2Link link, String authority) {
        this.link = link;
        this.fresh = link.beFirst();
        this.authority = authority;
        this.deadline = new Deadline(link.channel().eventLoop());
    }

    @Override
    public EventLoop loop() {
        return link.channel().eventLoop();
    }

    @Override
    public Channel channel() {
        return Objects.requireNonNull(channel, "not in use");
    }

    @Override
    public Deadline deadline() {
        return deadline;
    }

    @Override
    public boolean isFresh() {
        return fresh;
    }

    @Override
    public boolean use(ChannelHandler user, boolean head) {
        Http2Messages speaking = new Http2Messages(authority, head);
        Future<Http2StreamChannel> opening =
                link.channel().isActive() && !link.isRetired() ? open(speaking, user) : null;
        if (opening == null || !opening.isSuccess()) {
            giveBack();
            return false;
        }
        openedAt = System.nanoTime();
        messages = speaking;
        channel = opening.getNow();
        channel.closeFuture().addListener(closed -> giveBack());
        return true;
    }

    private Future<Http2StreamChannel> open(Http2Messages speaking, ChannelHandler user) {
        return new Http2StreamChannelBootstrap(link.channel())
                .option(ChannelOption.AUTO_READ, link.autoRead())
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel stream) {
                        stream.pipeline().addLast(speaking, user);
                    }
                })
                .open();
    }

    private void giveBack() {
        deadline.close();
        link.side().freed(link);
    }

    /** By GOAWAY, by a reset that says so, or because it never left (RFC 9113 8.7). */
    @Override
    public boolean isUnprocessed() {
        if (channel == null || messages == null) {
            return true;
        }
        int id = channel.stream().id();
        Http2Connection connection = link.connection();
        return id <= 0
                || messages.neverSent()
                || messages.resetBy() == Http2Error.REFUSED_STREAM.code()
                || (connection.goAwayReceived() && id > connection.local().lastStreamKnownByPeer());
    }

    @Override
    public void release() {
        if (!loop().inEventLoop()) {
            loop().execute(this::release);
        } else if (channel == null) {
            giveBack();
        } else {
            var _ = channel.close();
        }
    }

    /** Also ends the use of a connection on which nothing at all has come since, and that refuses. */
    @Override
    public void close() {
        boolean refused = messages != null && messages.resetBy() == Http2Error.REFUSED_STREAM.code();
        boolean silent = link.lastRead() - openedAt < 0 && System.nanoTime() - openedAt > SILENCE;
        if (channel != null && (refused || silent)) {
            link.retire();
        }
        release();
    }

    @Override
    public void detach() {
        throw new IllegalStateException("a stream can't leave HTTP/2");
    }
}
