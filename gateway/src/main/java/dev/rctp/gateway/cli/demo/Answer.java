package dev.rctp.gateway.cli.demo;

import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.RequestMessage;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What an agent got back.
 *
 * @param request the request it sent, to which a signature of the answer is bound
 * @param status the status
 * @param fields the fields
 * @param body the body
 */
public record Answer(RequestMessage request, int status, HttpFields fields, byte[] body) {

    private static final Pattern RECEIPT =
            Pattern.compile("\"([a-z]+)/([A-Za-z0-9._~-]+)\";seq=([0-9]+);hash=:([A-Za-z0-9+/=]+):");

    /** The {@code RCTP-Decision} field; empty text where there is none. */
    public String decision() {
        return fields.combined("rctp-decision").orElse("");
    }

    /** The {@code RCTP-Record} field; empty text where there is none. */
    public String receipt() {
        return fields.combined("rctp-record").orElse("");
    }

    /** The receipt as an object of schema {@code receipt}; throws {@link IllegalStateException} where there is none. */
    public ObjectNode receiptObject() {
        Matcher parts = RECEIPT.matcher(receipt());
        if (!parts.matches()) {
            throw new IllegalStateException("no receipt: " + receipt());
        }
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.putObject("subject").put("type", parts.group(1)).put("id", parts.group(2));
        byte[] hash = Base64.getDecoder().decode(parts.group(4));
        return object.put("seq", Long.parseLong(parts.group(3)))
                .put("hash", "sha-256:" + HexFormat.of().formatHex(hash));
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
