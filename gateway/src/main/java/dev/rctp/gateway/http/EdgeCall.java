package dev.rctp.gateway.http;

import dev.rctp.msgsig.RequestMessage;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a request that the edge answers itself.
 *
 * @param remote the address of the connection's other end
 * @param requestId the caller's {@code Request-Id}, or one made here (RSP-2)
 * @param head the head; null where none could be read
 */
public record EdgeCall(
        InetAddress remote, String requestId, @Nullable RequestMessage head) {}
