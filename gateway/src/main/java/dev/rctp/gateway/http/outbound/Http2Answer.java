package dev.rctp.gateway.http.outbound;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponse;
import java.util.List;

/** The length that one answer says it has against the one it has (RFC 9113 8.1.1). */
final class Http2Answer {

    private static final long UNKNOWN = -1;

    private final boolean bodiless;
    private final long length;
    private long come;

    private Http2Answer(boolean bodiless, long length) {
        this.bodiless = bodiless;
        this.length = length;
    }

    /** Refuses a length that can be read in two ways. */
    static Http2Answer to(HttpResponse response, boolean head) {
        int status = response.status().code();
        return new Http2Answer(head || status == 204 || status == 304, length(response));
    }

    private static long length(HttpResponse response) {
        List<String> lines = response.headers().getAll(HttpHeaderNames.CONTENT_LENGTH);
        if (lines.isEmpty()) {
            return UNKNOWN;
        }
        if (lines.size() > 1 || !lines.getFirst().matches("[0-9]{1,18}")) {
            throw new IllegalArgumentException("a content-length that is none");
        }
        return Long.parseLong(lines.getFirst());
    }

    /** So many bytes more. */
    void add(int bytes) {
        come += bytes;
        if ((bodiless && come > 0) || (length != UNKNOWN && come > length)) {
            throw new IllegalArgumentException("more DATA than there may be");
        }
    }

    /** It is over. */
    void checkEnd() {
        if (!bodiless && length != UNKNOWN && come != length) {
            throw new IllegalArgumentException("less DATA than content-length says");
        }
    }
}
