package dev.rctp.gateway.http;

import dev.rctp.msgsig.HttpFields;

/**
 * A whole answer, ready to be written.
 *
 * @param status the status code
 * @param fields all fields but {@code content-length}, which the edge sets
 * @param body the body; empty for none
 */
public record Reply(int status, HttpFields fields, byte[] body) {}
