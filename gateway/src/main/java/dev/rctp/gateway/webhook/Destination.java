package dev.rctp.gateway.webhook;

import java.net.URI;

/** Where a receiver's webhooks go now. */
public sealed interface Destination {

    /**
     * They go there.
     *
     * @param url the address
     */
    record Address(URI url) implements Destination {}

    /** They stop: the receiver takes none. */
    record Nowhere() implements Destination {}

    /** Not there for this gateway, which doesn't know the receiver, or not any more: another one may. */
    record Elsewhere() implements Destination {}

    /** That can't be found out at present, so they wait. */
    record Unknown() implements Destination {}
}
