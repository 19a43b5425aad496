package dev.rctp.registries;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The only reader of JSON from outside (protocol section 1): I-JSON (RFC 7493) with at most {@value #MAX_DEPTH} levels of
 * arrays and objects. Integers keep their exact value; other numbers become the nearest double.
 */
public final class StrictJson {

    /** The deepest nesting of arrays and objects that is accepted. */
    public static final int MAX_DEPTH = 32;

    /** The longest number that is accepted, in characters. */
    static final int MAX_NUMBER_LENGTH = 1000;

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private static final JsonFactory JSON = JsonFactory.builder()
            // names come from outside: no call leaves any behind for the next
            .disable(JsonFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    // one level more than read(...) enters, so that it is read(...) that refuses
                    .maxNestingDepth(MAX_DEPTH + 1)
                    .maxNumberLength(MAX_NUMBER_LENGTH)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private StrictJson() {}

    /** The value that the bytes hold; throws for anything that is not exactly one I-JSON text. */
    public static JsonNode parse(byte[] json) throws InvalidJsonException {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), text(json))) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw new InvalidJsonException("The JSON text is empty.");
            }
            JsonNode value = read(parser, first, 0);
            if (parser.nextToken() != null) {
                throw new InvalidJsonException("Something follows the JSON value" + position(parser));
            }
            return value;
        } catch (JacksonException e) {
            throw new InvalidJsonException("This is not well-formed JSON" + position(e));
        }
    }

    /** The object that the bytes hold; throws for anything that is not exactly one I-JSON object. */
    public static ObjectNode parseObject(byte[] json) throws InvalidJsonException {
        if (parse(json) instanceof ObjectNode object) {
            return object;
        }
        throw new InvalidJsonException("The JSON value is not an object.");
    }

    private static String text(byte[] json) throws InvalidJsonException {
        String text = new String(json, StandardCharsets.UTF_8);
        if (text.startsWith("\uFEFF")) {
            throw new InvalidJsonException("The JSON text starts with a byte order mark.");
        }
        // U+FFFD is either what the text says or what stands for malformed bytes; only the strict decoder can tell
        return text.indexOf('\uFFFD') < 0 ? text : decoded(json);
    }

    private static String decoded(byte[] json) throws InvalidJsonException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(json))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new InvalidJsonException("The JSON text is not UTF-8.");
        }
    }

    private static JsonNode read(JsonParser parser, JsonToken token, int depth) throws InvalidJsonException {
        return switch (token) {
            case START_OBJECT -> object(parser, deeper(parser, depth));
            case START_ARRAY -> array(parser, deeper(parser, depth));
            case VALUE_STRING -> NODES.stringNode(wellFormed(parser, parser.getString()));
            case VALUE_NUMBER_INT -> integer(parser);
            case VALUE_NUMBER_FLOAT -> finite(parser);
            case VALUE_TRUE -> NODES.booleanNode(true);
            case VALUE_FALSE -> NODES.booleanNode(false);
            case VALUE_NULL -> NODES.nullNode();
            default -> throw new InvalidJsonException("This is not well-formed JSON" + position(parser));
        };
    }

    private static int deeper(JsonParser parser, int depth) throws InvalidJsonException {
        if (depth == MAX_DEPTH) {
            throw new InvalidJsonException("The JSON text is nested too deeply" + position(parser));
        }
        return depth + 1;
    }

    private static ObjectNode object(JsonParser parser, int depth) throws InvalidJsonException {
        ObjectNode object = NODES.objectNode();
        for (String name = parser.nextName(); name != null; name = parser.nextName()) {
            wellFormed(parser, name);
            if (object.replace(name, read(parser, parser.nextToken(), depth)) != null) {
                throw new InvalidJsonException("An object has two members of one name" + position(parser));
            }
        }
        return object;
    }

    private static ArrayNode array(JsonParser parser, int depth) throws InvalidJsonException {
        ArrayNode array = NODES.arrayNode();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            array.add(read(parser, token, depth));
        }
        return array;
    }

    private static String wellFormed(JsonParser parser, String string) throws InvalidJsonException {
        if (Surrogates.haveLone(string)) {
            throw new InvalidJsonException("A string has half of a surrogate pair" + position(parser));
        }
        return string;
    }

    private static JsonNode integer(JsonParser parser) {
        return switch (parser.getNumberType()) {
            case INT -> NODES.numberNode(parser.getIntValue());
            case LONG -> NODES.numberNode(parser.getLongValue());
            default -> {
                BigInteger value = parser.getBigIntegerValue();
                yield NODES.numberNode(value);
            }
        };
    }

    private static JsonNode finite(JsonParser parser) throws InvalidJsonException {
        double value = parser.getDoubleValue();
        if (!Double.isFinite(value)) {
            throw new InvalidJsonException("A number is too large" + position(parser));
        }
        return NODES.numberNode(value);
    }

    private static String position(JsonParser parser) {
        return " at character " + parser.currentTokenLocation().getCharOffset() + ".";
    }

    private static String position(JacksonException e) {
        return e.getLocation() == null
                ? "."
                : " at character " + e.getLocation().getCharOffset() + ".";
    }
}
