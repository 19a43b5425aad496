package dev.rctp.gateway.http.outbound;

import java.time.Duration;

/**
 * How long each phase of an exchange may take (PRX-5); the deadline of a whole exchange is its request's.
 *
 * @param turn waiting for it, where all connections are in use
 * @param name looking up the host's addresses
 * @param connect one TCP connection
 * @param tls one TLS handshake, and over HTTP/2 the server's settings after it
 * @param write the longest time in which the server takes nothing of a request
 * @param firstByte from a request's last byte to its answer's head
 * @param betweenBytes the longest pause in an answer
 * @param idle how long an unused connection is kept
 */
public record OutboundTimeouts(
        Duration turn,
        Duration name,
        Duration connect,
        Duration tls,
        Duration write,
        Duration firstByte,
        Duration betweenBytes,
        Duration idle) {

    /** What holds where nothing else is said. */
    public static OutboundTimeouts defaults() {
        return new OutboundTimeouts(
                Duration.ofSeconds(1),
                Duration.ofSeconds(2),
                Duration.ofSeconds(2),
                Duration.ofSeconds(5),
                Duration.ofSeconds(30),
                Duration.ofSeconds(30),
                Duration.ofMinutes(10),
                Duration.ofSeconds(30));
    }
}
