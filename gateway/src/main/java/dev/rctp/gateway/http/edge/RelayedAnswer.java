package dev.rctp.gateway.http.edge;

import dev.rctp.gateway.http.framing.FieldNames;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The heads that the relay writes to a client for those of the marketplace: hop-by-hop fields and the gateway's own names out,
 * framing our own (RFC 9110 7.6, PRX-7).
 */
final class RelayedAnswer {

    private RelayedAnswer() {}

    /** The head of a final answer; chunked where its length is not known and the client speaks HTTP/1.1. */
    static HttpResponse head(HttpResponse from, AcceptedHead request) {
        HttpResponse answer = new DefaultHttpResponse(HttpVersion.HTTP_1_1, from.status());
        copyEndToEnd(from.headers(), answer.headers());
        boolean empty =
                request.isHead() || from.status().code() == 204 || from.status().code() == 304;
        if (!empty && !request.http10() && !HttpUtil.isContentLengthSet(from)) {
            answer.headers().set(HttpHeaderNames.TRANSFER_ENCODING, "chunked");
        }
        return answer;
    }

    /** An interim answer. */
    static FullHttpResponse interim(HttpResponse from) {
        FullHttpResponse answer = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, from.status());
        copyEndToEnd(from.headers(), answer.headers());
        return answer;
    }

    /** The answer that changes the connection to WebSocket. */
    static FullHttpResponse upgrade(HttpResponse from) {
        FullHttpResponse answer = interim(from);
        answer.headers().set(HttpHeaderNames.CONNECTION, "upgrade").set(HttpHeaderNames.UPGRADE, "websocket");
        return answer;
    }

    private static void copyEndToEnd(HttpHeaders from, HttpHeaders to) {
        Set<String> hopByHop = new HashSet<>(FieldNames.HOP_BY_HOP);
        for (String value : from.getAll(HttpHeaderNames.CONNECTION)) {
            for (String name : value.split(",", -1)) {
                String option = name.strip().toLowerCase(Locale.ROOT);
                if (!option.startsWith("content-")) { // the content and its length come to the client as they are
                    hopByHop.add(option);
                }
            }
        }
        for (Map.Entry<String, String> line : from) {
            String name = line.getKey().toLowerCase(Locale.ROOT);
            if (!hopByHop.contains(name) && !FieldNames.foldsToOurs(name)) {
                to.add(line.getKey(), line.getValue());
            }
        }
    }
}
