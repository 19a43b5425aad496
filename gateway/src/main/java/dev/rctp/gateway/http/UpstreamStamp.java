package dev.rctp.gateway.http;

import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.RequestMessage;

/** Marks a request to the marketplace as one that came through the gateway (PRX-6); called on event loops, so it must not block. */
@FunctionalInterface
public interface UpstreamStamp {

    /** The fields to send: those of the request, and what the stamp adds. */
    HttpFields stamp(RequestMessage request);
}
