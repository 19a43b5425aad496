package dev.rctp.gateway.http.edge;

import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The field lines of one section as they came: the usual type puts pseudo-header fields first, and the connection's decoder makes one
 * of equal content-lengths, so to them this one looks empty. Lines are kept up to the first that passes the limit, which tells that the
 * section is too large; what comes after it is dropped.
 */
final class OrderedHeaders extends DefaultHttp2Headers {

    /** What each line counts beyond its octets (RFC 9113 6.5.2). */
    private static final int LINE_OVERHEAD = 32;

    private final List<Map.Entry<CharSequence, CharSequence>> lines = new ArrayList<>();

    private final long maxBytes;
    private long bytes;

    private OrderedHeaders(long maxBytes) {
        super(false);
        this.maxBytes = maxBytes;
    }

    List<Map.Entry<CharSequence, CharSequence>> lines() {
        return lines;
    }

    @Override
    public Http2Headers add(CharSequence name, CharSequence value) {
        if (bytes <= maxBytes) {
            bytes += name.length() + value.length() + LINE_OVERHEAD;
            lines.add(Map.entry(name, value));
        }
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

    /**
     * Decodes into such lines, whatever they unpack to: a section over the limit is refused like any other request. On the wire it may be
     * four times as large at most; beyond that the connection ends.
     */
    static final class Decoder extends DefaultHttp2HeadersDecoder {

        private final long maxBytes;

        Decoder(long maxBytes) {
            super(false, Http2CodecUtil.MAX_HEADER_LIST_SIZE);
            this.maxBytes = maxBytes;
        }

        @Override
        protected Http2Headers newHeaders() {
            return new OrderedHeaders(maxBytes);
        }

        /** What clients are told limits what is kept, not what is decoded. */
        @Override
        public void maxHeaderListSize(long max, long goAwayMax) {}

        @Override
        public long maxHeaderListSizeGoAway() {
            return 4 * maxBytes;
        }
    }
}
