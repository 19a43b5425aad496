package dev.rctp.gateway.config;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLParser;

/**
 * A YAML document as a tree.
 *
 * @param root the document; a missing node for an empty file
 * @param lines where its values stand, by JSON pointer
 * @param faults what YAML allows and a configuration does not: a member twice, aliases, several documents
 */
record YamlFile(JsonNode root, Map<String, Integer> lines, List<ConfigFault> faults) {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    static YamlFile parse(String text) {
        Reader reader = new Reader();
        try (JsonParser parser = YAMLFactory.builder().build().createParser(ObjectReadContext.empty(), text)) {
            JsonToken first = parser.nextToken();
            JsonNode root = first == null ? NODES.missingNode() : reader.read(parser, first, "");
            if (parser.nextToken() != null) {
                reader.fault(parser, "", "holds more than one document");
            }
            return new YamlFile(root, reader.lines, reader.faults);
        } catch (JacksonException e) {
            int line = e.getLocation() == null ? -1 : e.getLocation().getLineNr();
            ConfigFault fault = new ConfigFault("", line > 0 ? line : null, "is not well-formed YAML");
            return new YamlFile(NODES.missingNode(), reader.lines, List.of(fault));
        }
    }

    private static final class Reader {

        private final Map<String, Integer> lines = new HashMap<>();
        private final List<ConfigFault> faults = new ArrayList<>();

        JsonNode read(JsonParser parser, JsonToken token, String path) {
            lines.putIfAbsent(path, line(parser));
            if (((YAMLParser) parser).isCurrentAlias()) {
                fault(parser, path, "is an alias; write the value out");
            }
            return switch (token) {
                case START_OBJECT -> object(parser, path);
                case START_ARRAY -> array(parser, path);
                case VALUE_NUMBER_INT -> integer(parser.getBigIntegerValue());
                case VALUE_NUMBER_FLOAT -> NODES.numberNode(parser.getDoubleValue());
                case VALUE_TRUE -> NODES.booleanNode(true);
                case VALUE_FALSE -> NODES.booleanNode(false);
                case VALUE_NULL -> NODES.nullNode();
                default -> NODES.stringNode(parser.getString());
            };
        }

        private ObjectNode object(JsonParser parser, String path) {
            ObjectNode object = NODES.objectNode();
            for (String name = parser.nextName(); name != null; name = parser.nextName()) {
                String member = path + "/" + name.replace("~", "~0").replace("/", "~1");
                if (object.has(name)) {
                    fault(parser, member, "stands there twice");
                }
                lines.putIfAbsent(member, line(parser));
                object.set(name, read(parser, parser.nextToken(), member));
            }
            return object;
        }

        private ArrayNode array(JsonParser parser, String path) {
            ArrayNode array = NODES.arrayNode();
            for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
                array.add(read(parser, token, path + "/" + array.size()));
            }
            return array;
        }

        private static JsonNode integer(BigInteger value) {
            return value.bitLength() < Integer.SIZE ? NODES.numberNode(value.intValue()) : NODES.numberNode(value);
        }

        void fault(JsonParser parser, String path, String message) {
            faults.add(new ConfigFault(path, line(parser), message));
        }

        private static int line(JsonParser parser) {
            return parser.currentTokenLocation().getLineNr();
        }
    }
}
