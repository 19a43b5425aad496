package dev.rctp.gateway.http.edge;

import dev.rctp.gateway.http.Reply;
import dev.rctp.msgsig.HttpFields;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Turns whole replies into responses: length, date (RFC 9110 6.6.1) and whether the connection goes on. */
final class ReplyWriting {

    private static final DateTimeFormatter IMF_FIXDATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
            .withZone(ZoneOffset.UTC);

    private record Stamp(long second, String text) {}

    private final InstantSource clock;
    private volatile Stamp stamp = new Stamp(Long.MIN_VALUE, "");

    ReplyWriting(InstantSource clock) {
        this.clock = clock;
    }

    /** The response for a reply; where it is not persistent, it says that the connection closes. */
    FullHttpResponse response(Reply reply, boolean persistent) {
        FullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(reply.status()), Unpooled.wrappedBuffer(reply.body()));
        HttpHeaders headers = response.headers();
        for (HttpFields.Field field : reply.fields().lines()) {
            headers.add(field.name(), field.value());
        }
        if (reply.status() != 204 && reply.status() != 304) {
            headers.set(HttpHeaderNames.CONTENT_LENGTH, reply.body().length);
        }
        complete(headers, persistent);
        return response;
    }

    /** Adds a date where there is none, and says where the connection closes. */
    void complete(HttpHeaders headers, boolean persistent) {
        if (!headers.contains(HttpHeaderNames.DATE)) {
            headers.set(HttpHeaderNames.DATE, date());
        }
        if (!persistent) {
            headers.set(HttpHeaderNames.CONNECTION, "close");
        }
    }

    private String date() {
        long second = clock.millis() / 1000;
        Stamp latest = stamp;
        if (latest.second() != second) {
            latest = new Stamp(second, IMF_FIXDATE.format(clock.instant()));
            stamp = latest;
        }
        return latest.text();
    }
}
