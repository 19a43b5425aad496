package dev.rctp.gateway.http.edge;

import dev.rctp.msgsig.RequestMessage;
import java.net.InetAddress;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a request that the edge answers itself.
 *
 * @param remote the address of the connection's other end
 * @param requestId the caller's {@code Request-Id}, or one made here (RSP-2)
 * @param receivedAt when its head was complete, or when it was given up
 * @param head the head; null where none could be read
 * @param classification what was to become of it; null where no head could be read
 * @param protocol what the client speaks, such as {@code HTTP/1.1}
 */
public record EdgeCall(
        InetAddress remote,
        String requestId,
        Instant receivedAt,
        @Nullable RequestMessage head,
        @Nullable Classification classification,
        String protocol) {}
