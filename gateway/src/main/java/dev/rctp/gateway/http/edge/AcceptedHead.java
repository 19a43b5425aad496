package dev.rctp.gateway.http.edge;

import dev.rctp.msgsig.RequestMessage;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetAddress;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A head that can be read in one way only (PRX-7).
 *
 * @param message the head as others may see it
 * @param classification what becomes of it
 * @param contentLength the length of the body in bytes, 0 for none, or {@link #CHUNKED} where it is not told
 * @param expectsContinue whether the client waits for 100 before it sends the body
 * @param version what the client speaks
 * @param keepAlive whether the client would use the connection again
 * @param upgrade the protocol the client asks to change to, lower-case, or null
 * @param requestId the client's {@code Request-Id}, or one made here (RSP-2)
 * @param receivedAt when the head was complete (SIG-4)
 * @param remote the address of the connection's other end
 */
record AcceptedHead(
        RequestMessage message,
        Classification classification,
        long contentLength,
        boolean expectsContinue,
        HttpVersion version,
        boolean keepAlive,
        @Nullable String upgrade,
        String requestId,
        Instant receivedAt,
        InetAddress remote)
        implements HeadReading {

    static final long CHUNKED = -1;

    /** Whether the connection may become a WebSocket; other upgrades are not passed on. */
    boolean asksForWebSocket() {
        return "websocket".equals(upgrade)
                && !http10()
                && contentLength == 0
                && message.method().equals("GET");
    }

    boolean http10() {
        return version.equals(HttpVersion.HTTP_1_0);
    }

    boolean isHead() {
        return message.method().equals("HEAD");
    }

    /** What the client speaks, such as {@code HTTP/1.1}. */
    String protocol() {
        return version.majorVersion() == 2 ? StreamCodec.PROTOCOL : version.text();
    }

    EdgeCall call() {
        return new EdgeCall(remote, requestId, receivedAt, message, classification, protocol());
    }
}
