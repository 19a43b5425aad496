package dev.rctp.gateway.sandbox.marketplace;

import dev.rctp.msgsig.RequestMessage;

/** TEST ONLY: how the marketplace knows that a write came through its gateway (PRX-6). */
@FunctionalInterface
public interface GatewayCheck {

    /** Whether the gateway signed this request with this body, so that none of it was changed since. */
    boolean cameThroughGateway(RequestMessage request, byte[] body) throws InterruptedException;
}
