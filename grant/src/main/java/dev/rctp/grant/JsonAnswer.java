package dev.rctp.grant;

import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Takes from an answer of the authorization server the one thing that means something: 200 with a JSON object. */
final class JsonAnswer {

    private JsonAnswer() {}

    /**
     * The object that an answer holds.
     *
     * @param what what was asked, for the message
     * @throws GrantUndecidedException for every other status, media type and body, an OAuth error object included (B46)
     */
    static ObjectNode object(String what, AuthorizationServerTransport.Answer answer) throws GrantUndecidedException {
        if (answer.status() != 200) {
            throw new GrantUndecidedException(what + " was answered with status " + answer.status());
        }
        if (!isJson(answer.contentType())) {
            throw new GrantUndecidedException(what + " was answered with something else than application/json");
        }
        ObjectNode object = parse(what, answer.body());
        if (object.has("error")) {
            throw new GrantUndecidedException(what + " was answered with an error object");
        }
        return object;
    }

    private static ObjectNode parse(String what, byte[] body) throws GrantUndecidedException {
        try {
            return StrictJson.parseObject(body);
        } catch (InvalidJsonException e) {
            // the cause may quote the body, which tells of the seller
            throw new GrantUndecidedException(what + " was answered with a body that is no JSON object");
        }
    }

    private static boolean isJson(@Nullable String contentType) {
        if (contentType == null) {
            return false;
        }
        String mediaType = contentType.split(";", 2)[0].strip();
        return mediaType.toLowerCase(Locale.ROOT).equals("application/json");
    }
}
