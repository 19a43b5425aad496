package dev.rctp.gateway.http.outbound;

import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Heads from one protocol to the other. Nothing passes that an HTTP/1.1 head could not say, or would say otherwise: what is not in order
 * is an {@link IllegalArgumentException} (RFC 9113 8.2, 8.3).
 */
final class Http2Heads {

    private static final Set<String> OF_THE_CONNECTION =
            Set.of("connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade");
    private static final Set<String> NOT_SENT = Set.of("host", "te");

    private Http2Heads() {}

    /** Whether its framing announces a body. */
    static boolean hasBody(HttpRequest request) {
        return request.headers().contains(HttpHeaderNames.CONTENT_LENGTH)
                || request.headers().contains(HttpHeaderNames.TRANSFER_ENCODING);
    }

    static Http2Headers request(HttpRequest request, String authority) {
        Http2Headers heads = new DefaultHttp2Headers(true, true, 32)
                .method(request.method().name())
                .scheme("https")
                .authority(authority)
                .path(request.uri());
        for (Map.Entry<String, String> line : request.headers()) {
            String name = line.getKey().toLowerCase(Locale.ROOT);
            if (!OF_THE_CONNECTION.contains(name) && !NOT_SENT.contains(name)) {
                heads.add(name, line.getValue());
            }
        }
        return heads;
    }

    static boolean isInterim(Http2Headers heads) {
        return status(heads).code() < 200;
    }

    static FullHttpResponse interim(Http2Headers heads, boolean end) {
        HttpResponseStatus status = status(heads);
        if (end || status.code() == 101) {
            throw new IllegalArgumentException("an interim answer that can't be one");
        }
        FullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status);
        copy(heads, response.headers());
        return response;
    }

    static HttpResponse response(Http2Headers heads) {
        HttpResponse response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, status(heads));
        copy(heads, response.headers());
        return response;
    }

    static void checkTrailers(Http2Headers trailers, boolean end) {
        if (!end || trailers.status() != null) {
            throw new IllegalArgumentException("trailers that can't be any");
        }
        copy(trailers, new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK).headers());
    }

    private static HttpResponseStatus status(Http2Headers heads) {
        CharSequence status = heads.status();
        if (status == null
                || heads.getAll(Http2Headers.PseudoHeaderName.STATUS.value()).size() != 1
                || !status.toString().matches("[1-9][0-9]{2}")) {
            throw new IllegalArgumentException("not one :status of three digits");
        }
        return HttpResponseStatus.valueOf(Integer.parseInt(status.toString()));
    }

    private static void copy(Http2Headers from, HttpHeaders to) {
        for (Map.Entry<CharSequence, CharSequence> line : from) {
            String name = line.getKey().toString();
            if (name.startsWith(":")) {
                continue;
            }
            String value = line.getValue().toString();
            if (!isName(name) || OF_THE_CONNECTION.contains(name) || !isValue(value)) {
                throw new IllegalArgumentException("a field that can't be passed on");
            }
            to.add(name, value);
        }
        if (from.method() != null || from.scheme() != null || from.authority() != null || from.path() != null) {
            throw new IllegalArgumentException("pseudo headers of a request");
        }
    }

    /** A token without upper-case letters (RFC 9113 8.2.1, RFC 9110 5.6.2). */
    private static boolean isName(String name) {
        return !name.isEmpty()
                && name.chars()
                        .allMatch(c ->
                                (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || "!#$%&'*+-.^_`|~".indexOf(c) >= 0);
    }

    private static boolean isValue(String value) {
        return value.equals(value.strip())
                && value.chars().allMatch(c -> c == '\t' || (c >= ' ' && c != 0x7f && c <= 0xff));
    }
}
