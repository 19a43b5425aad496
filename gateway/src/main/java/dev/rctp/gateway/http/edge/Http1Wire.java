package dev.rctp.gateway.http.edge;

import dev.rctp.gateway.http.framing.FramingGuard;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.ssl.SslHandler;

/** An HTTP/1.1 connection: one request after another (RFC 9112). */
final class Http1Wire implements Wire {

    private final Channel channel;
    private final FramingGuard guard;
    private final HttpRequestDecoder decoder;
    private final ResponseEncoder encoder = new ResponseEncoder();

    private Http1Wire(Channel channel, EdgeSettings settings) {
        this.channel = channel;
        this.guard = new FramingGuard(settings.maxRequestLineBytes(), settings.maxHeadBytes());
        this.decoder = decoder(settings);
    }

    /** Puts HTTP/1.1 at the end of the channel's pipeline. */
    static Wire install(Channel channel, EdgeSettings settings) {
        Http1Wire wire = new Http1Wire(channel, settings);
        channel.pipeline().addLast(wire.guard, wire.decoder, wire.encoder);
        return wire;
    }

    private static HttpRequestDecoder decoder(EdgeSettings settings) {
        return new HttpRequestDecoder(new HttpDecoderConfig()
                .setMaxInitialLineLength(settings.maxRequestLineBytes() + 16)
                .setMaxHeaderSize(settings.maxHeadBytes() + 16)
                .setMaxChunkSize(64 << 10)
                .setAllowDuplicateContentLengths(false)
                .setStrictLineParsing(true)
                .setValidateHeaders(true));
    }

    @Override
    public String protocol() {
        return "HTTP/1.1";
    }

    @Override
    public void begins(boolean isHead) {
        encoder.answersHead(isHead);
    }

    @Override
    public boolean next() {
        encoder.answersHead(false);
        guard.open();
        return true;
    }

    /** The connection ends after that anyway. */
    @Override
    public void limited() {}

    @Override
    public void discard() {
        guard.discard();
    }

    @Override
    public boolean inHead() {
        return guard.inHead();
    }

    /** Reads on after that, so that no reset overtakes the answer. */
    @Override
    public void end() {
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        if (tls == null) {
            shutdownOutput();
        } else {
            tls.closeOutbound().addListener(told -> shutdownOutput());
        }
    }

    private void shutdownOutput() {
        if (channel instanceof DuplexChannel duplex && duplex.isActive()) {
            var _ = duplex.shutdownOutput();
            duplex.config().setAutoRead(true);
        }
    }

    /** Only the guard, which may hold bytes, stays. */
    @Override
    public void detach() {
        ChannelPipeline pipeline = channel.pipeline();
        pipeline.remove(decoder);
        pipeline.remove(encoder);
    }
}
