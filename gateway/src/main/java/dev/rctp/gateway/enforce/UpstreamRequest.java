package dev.rctp.gateway.enforce;

import dev.rctp.msgsig.HttpFields;

/**
 * A request to the marketplace, complete but for the gateway's signature, which is made anew for each attempt (PRX-1, PRX-6).
 *
 * @param method the method
 * @param target the raw path and query
 * @param fields the fields without {@code host} and framing
 * @param body the body; empty for none
 */
public record UpstreamRequest(String method, String target, HttpFields fields, byte[] body) {

    /** The same request with one field set. */
    public UpstreamRequest with(String name, String value) {
        return new UpstreamRequest(
                method, target, fields.toBuilder().set(name, value).build(), body);
    }
}
