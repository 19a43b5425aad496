package dev.rctp.gateway.http.edge;

import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The field lines of one section as they came: the usual type puts pseudo-header fields first, and the connection's decoder makes one
 * of equal content-lengths, so to them this one looks empty.
 */
final class OrderedHeaders extends DefaultHttp2Headers {

    private final List<Map.Entry<CharSequence, CharSequence>> lines = new ArrayList<>();

    private OrderedHeaders() {
        super(false);
    }

    List<Map.Entry<CharSequence, CharSequence>> lines() {
        return lines;
    }

    @Override
    public Http2Headers add(CharSequence name, CharSequence value) {
        lines.add(Map.entry(name, value));
        return this;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof OrderedHeaders same && same.lines.equals(lines);
    }

    @Override
    public int hashCode() {
        return lines.hashCode();
    }

    /** Decodes into such lines; sections up to twice the size that clients are told, so that they can be refused like any other. */
    static final class Decoder extends DefaultHttp2HeadersDecoder {

        Decoder(long maxBytes) {
            super(false, 2 * maxBytes);
        }

        @Override
        protected Http2Headers newHeaders() {
            return new OrderedHeaders();
        }

        @Override
        public void maxHeaderListSize(long max, long goAwayMax) throws Http2Exception {
            super.maxHeaderListSize(2 * max, 2 * goAwayMax);
        }
    }
}
