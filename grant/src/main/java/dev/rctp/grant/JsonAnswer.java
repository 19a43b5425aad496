package dev.rctp.grant;

import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Takes from an answer of the authorization server what means something: a JSON object, with 200 where all is well. */
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
        ObjectNode object = body(what, answer);
        if (object.has("error")) {
            throw new GrantUndecidedException(what + " was answered with an error object");
        }
        return object;
    }

    /**
     * The object that an answer of any status holds.
     *
     * @throws GrantUndecidedException for every other media type and body
     */
    static ObjectNode body(String what, AuthorizationServerTransport.Answer answer) throws GrantUndecidedException {
        if (!isJson(answer.contentType())) {
            throw new GrantUndecidedException(what + " was answered with something else than application/json");
        }
        return parse(what, answer.body());
    }

    /**
     * A text that the answer to {@code what} has to have.
     *
     * @throws GrantUndecidedException where it is missing, empty, no text, or holds control characters, which neither header nor table can hold
     */
    static String text(String what, JsonNode object, String member) throws GrantUndecidedException {
        JsonNode value = object.path(member);
        if (!value.isString() || value.stringValue().isEmpty()) {
            throw new GrantUndecidedException(what + " was answered without a text '" + member + "'");
        }
        if (value.stringValue().chars().anyMatch(Character::isISOControl)) {
            throw new GrantUndecidedException(what + " was answered with control characters in '" + member + "'");
        }
        return value.stringValue();
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
