package dev.rctp.gateway.http.edge;

import dev.rctp.gateway.http.outbound.Origin;
import dev.rctp.gateway.http.outbound.OutboundSettings;
import dev.rctp.gateway.http.outbound.OutboundTimeouts;
import java.time.Duration;

/**
 * How ungoverned requests reach the marketplace.
 *
 * @param upstream the marketplace API
 * @param forwardAuthorization whether {@code Authorization} goes along (PRX-4)
 * @param connecting how, with the limits and times of its connections, which governed calls do not share
 */
public record RelaySettings(Origin upstream, boolean forwardAuthorization, OutboundSettings connecting) {

    /** So many addresses it takes to hold all connections. */
    private static final int ADDRESSES = 4;

    /** Settings with default limits that drop {@code Authorization}. */
    public static RelaySettings defaults(Origin upstream) {
        return new RelaySettings(upstream, false, OutboundSettings.of(OutboundTimeouts.defaults(), 256));
    }

    /** How many requests of one address may be on their way at once. */
    int addressShare() {
        return Math.max(1, connecting.maxConnections() / ADDRESSES);
    }

    /** From the request's head to a lane, and from its last byte to the answer's head. */
    Duration answerTimeout() {
        return connecting.timeouts().firstByte();
    }

    /** The longest time in which the marketplace takes nothing of an upload. */
    Duration writeTimeout() {
        return connecting.timeouts().write();
    }

    /** The longest pause in an answer or a tunnel. */
    Duration streamIdleTimeout() {
        return connecting.timeouts().betweenBytes();
    }
}
