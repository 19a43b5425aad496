package dev.rctp.gateway.cli.demo;

import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.RequestMessage;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;

/**
 * What an agent got back.
 *
 * @param request the request it sent, to which a signature of the answer is bound
 * @param status the status
 * @param fields the fields
 * @param body the body
 */
public record Answer(RequestMessage request, int status, HttpFields fields, byte[] body) {

    /** The {@code RCTP-Decision} field; empty text where there is none. */
    public String decision() {
        return fields.combined("rctp-decision").orElse("");
    }

    /** The {@code RCTP-Record} field; empty text where there is none. */
    public String receipt() {
        return fields.combined("rctp-record").orElse("");
    }

    /** Whether the gateway says that it repeats an earlier answer. */
    public boolean replayed() {
        return fields.combined("idempotency-replayed").orElse("").equals("true");
    }

    /** The body as JSON; throws {@link IllegalStateException} for a body that is none. */
    public JsonNode json() {
        try {
            return StrictJson.parse(body);
        } catch (InvalidJsonException e) {
            throw new IllegalStateException("not JSON: " + new String(body, StandardCharsets.UTF_8), e);
        }
    }
}
