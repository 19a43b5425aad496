package dev.rctp.gateway.http.outbound;

import dev.rctp.msgsig.HttpFields;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import java.util.Arrays;
import java.util.Map;

/** Collects one response up to a limit. */
final class ResponseBody {

    private final int status;
    private final HttpFields fields;
    private final int limit;
    private byte[] bytes;
    private int length;

    ResponseBody(HttpResponse head, int limit) {
        this.status = head.status().code();
        HttpFields.Builder lines = HttpFields.none().toBuilder();
        for (Map.Entry<String, String> line : head.headers()) {
            lines.add(line.getKey(), line.getValue());
        }
        this.fields = lines.build();
        this.limit = limit;
        this.bytes =
                new byte[(int) Math.min(Math.max(0, HttpUtil.getContentLength(head, 0L)), Math.min(limit, 64 << 10))];
    }

    /** Adds a piece; false where it would pass the limit. */
    boolean add(ByteBuf piece) {
        int size = piece.readableBytes();
        if (size > limit - length) {
            return false;
        }
        if (length + size > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(limit, Math.max(length + size, 2L * bytes.length)));
        }
        piece.readBytes(bytes, length, size);
        length += size;
        return true;
    }

    OutboundResponse response() {
        return new OutboundResponse(status, fields, length == bytes.length ? bytes : Arrays.copyOf(bytes, length));
    }
}
