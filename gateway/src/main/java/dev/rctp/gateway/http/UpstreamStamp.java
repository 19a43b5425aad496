package dev.rctp.gateway.http;

import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.RequestMessage;

/** Marks a request to the marketplace as one that came through the gateway (PRX-6); called on event loops, so it must not block. */
@FunctionalInterface
public interface UpstreamStamp {

    /**
     * The fields to send: those of the request, and what the stamp adds.
     *
     * @param body the whole body; empty for none, and for one that is streamed
     */
    HttpFields stamp(RequestMessage request, byte[] body);

    /** Leaves requests as they are: the connection's client certificate says where they come from. */
    static UpstreamStamp none() {
        return (request, body) -> request.fields();
    }
}
