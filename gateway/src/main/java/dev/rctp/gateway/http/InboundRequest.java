package dev.rctp.gateway.http;

import dev.rctp.msgsig.RequestMessage;
import java.net.InetAddress;
import java.time.Instant;

/**
 * A whole request for the gateway itself, its framing and target already found unambiguous (PRX-7).
 *
 * @param message the head, as raw as it was received; its authority is one of the configured ones (SIG-5)
 * @param body the raw body; empty where there is none
 * @param headReceivedAt when the head was complete (SIG-4)
 * @param remote the address of the connection's other end
 * @param requestId the caller's {@code Request-Id}, or one made here (RSP-2)
 * @param protocol what the client speaks, such as {@code HTTP/1.1}
 */
public record InboundRequest(
        RequestMessage message,
        byte[] body,
        Instant headReceivedAt,
        InetAddress remote,
        String requestId,
        String protocol) {}
