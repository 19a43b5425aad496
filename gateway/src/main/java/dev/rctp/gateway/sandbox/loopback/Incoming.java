package dev.rctp.gateway.sandbox.loopback;

import dev.rctp.msgsig.HttpFields;
import dev.rctp.registries.InvalidJsonException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * TEST ONLY: a whole request to one of the sandbox's servers.
 *
 * @param method the method as sent
 * @param path the raw absolute path
 * @param query the raw query without its question mark; null where the target has none
 * @param fields the field lines
 * @param body the raw body; empty for none
 */
public record Incoming(String method, String path, @Nullable String query, HttpFields fields, byte[] body) {

    /** Path and raw query as they were sent. */
    public String target() {
        return query == null ? path : path + "?" + query;
    }

    /** The parameters of the query. */
    public Form parameters() {
        return Form.parse(query == null ? "" : query);
    }

    /** The parameters of a form body. */
    public Form form() {
        return Form.parse(text());
    }

    /** The body as UTF-8 text. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** The body as a JSON object; throws for anything else. */
    public JsonBody json() throws InvalidJsonException {
        return JsonBody.parse(body);
    }
}
