package dev.rctp.gateway.http.outbound;

import dev.rctp.msgsig.HttpFields;

/**
 * A whole answer of another server, redirects included, which are never followed.
 *
 * @param status the status code
 * @param fields the field lines
 * @param body the body; empty for none
 */
public record OutboundResponse(int status, HttpFields fields, byte[] body) {}
