package dev.rctp.gateway.sandbox.loopback;

import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** TEST ONLY: a JSON object whose members are read with a plain sentence for each fault. */
public final class JsonBody {

    private final ObjectNode object;

    private JsonBody(ObjectNode object) {
        this.object = object;
    }

    /** The object in these bytes; throws for what is not one JSON object. */
    public static JsonBody parse(byte[] bytes) throws InvalidJsonException {
        return new JsonBody(StrictJson.parseObject(bytes));
    }

    /** The whole object. */
    public ObjectNode object() {
        return object;
    }

    /** The text of this member; throws where it is not a string or is absent. */
    public String text(String name) throws InvalidJsonException {
        return optionalText(name).orElseThrow(() -> new InvalidJsonException("member " + name + " is missing"));
    }

    /** The text of this member; empty where it is absent; throws where it is not a string. */
    public Optional<String> optionalText(String name) throws InvalidJsonException {
        if (!object.hasNonNull(name)) {
            return Optional.empty();
        }
        return Optional.of(string(object.get(name), name));
    }

    /** The whole number of this member, or the given one where it is absent; throws for any other value. */
    public long number(String name, long absent) throws InvalidJsonException {
        if (!object.hasNonNull(name)) {
            return absent;
        }
        if (!object.get(name).isIntegralNumber() || !object.get(name).canConvertToLong()) {
            throw new InvalidJsonException("member " + name + " is not a whole number");
        }
        return object.get(name).longValue();
    }

    /** The texts of this array member; none where it is absent; throws where it is not an array of strings. */
    public List<String> texts(String name) throws InvalidJsonException {
        List<String> texts = new ArrayList<>();
        if (object.hasNonNull(name)) {
            if (!object.get(name).isArray()) {
                throw new InvalidJsonException("member " + name + " is not an array");
            }
            for (JsonNode element : object.get(name)) {
                texts.add(string(element, name));
            }
        }
        return texts;
    }

    private static String string(JsonNode node, String name) throws InvalidJsonException {
        return node.stringValueOpt()
                .orElseThrow(
                        () -> new InvalidJsonException("member " + name + " holds something that is not a string"));
    }
}
