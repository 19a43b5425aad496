package dev.rctp.conformance.breakable.http;

import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;

/**
 * An answer to a request.
 *
 * @param status its status
 * @param headers its lines, but for Content-Length
 * @param body its octets
 */
public record Response(int status, Headers headers, byte[] body) {

    /** An answer without a body. */
    public static Response empty(int status) {
        return new Response(status, Headers.none(), new byte[0]);
    }

    /** An answer in JSON. */
    public static Response json(int status, JsonNode body) {
        return new Response(
                status,
                Headers.none().plus("Content-Type", "application/json"),
                body.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** A page. */
    public static Response html(int status, String page) {
        return new Response(
                status,
                Headers.none().plus("Content-Type", "text/html; charset=utf-8"),
                page.getBytes(StandardCharsets.UTF_8));
    }

    /** This answer with one header line more. */
    public Response with(String name, String value) {
        return new Response(status, headers.plus(name, value), body);
    }
}
