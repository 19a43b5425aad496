package dev.rctp.gateway.http.rest;

import dev.rctp.registries.Schemas;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The registries' schemas that an OpenAPI document refers to, directly or through others, as its components. */
final class SchemaComponents {

    private static final String SUFFIX = ".schema.json";
    private static final String DEFINITION = "/$defs/";
    private static final String SHARED = "types";
    private static final String PLACE = "#/components/schemas/";

    private final Schemas schemas;
    private final Map<String, String> sources = new TreeMap<>();
    private final Map<String, JsonNode> components = new TreeMap<>();

    SchemaComponents(Schemas schemas) {
        this.schemas = schemas;
    }

    /** A copy of the document whose references to schema files lead to its components; those are added to its own. */
    ObjectNode adopted(ObjectNode document) {
        ObjectNode copy = (ObjectNode) adopt(document, "");
        copy.withObjectProperty("components").withObjectProperty("schemas").setAll(components);
        return copy;
    }

    private JsonNode adopt(JsonNode node, String file) {
        if (node.isArray()) {
            ArrayNode copy = JsonNodeFactory.instance.arrayNode();
            node.forEach(element -> copy.add(adopt(element, file)));
            return copy;
        }
        if (!node.isObject()) {
            return node;
        }
        ObjectNode copy = JsonNodeFactory.instance.objectNode();
        node.properties().forEach(member -> copy.set(member.getKey(), adopt(member.getValue(), file)));
        if (node.path("$ref").isString()) {
            refer(copy, reference(node.path("$ref").stringValue(), file));
        }
        return copy;
    }

    /** Beside other members a reference stands in {@code allOf}, which says the same and is understood by more readers. */
    private static void refer(ObjectNode schema, String reference) {
        schema.remove("$ref");
        ObjectNode place =
                schema.isEmpty() ? schema : schema.withArrayProperty("allOf").addObject();
        place.put("$ref", reference);
    }

    private String reference(String reference, String file) {
        if (file.isEmpty() && reference.startsWith("#")) {
            return reference;
        }
        int hash = reference.indexOf('#');
        String named = hash < 0 ? reference : reference.substring(0, hash);
        String pointer = hash < 0 ? "" : reference.substring(hash + 1);
        String target = named.isEmpty() ? file : named.substring(0, named.length() - SUFFIX.length());
        if (!pointer.startsWith(DEFINITION)) {
            return PLACE + added(target, target, "") + pointer;
        }
        String definition = pointer.substring(DEFINITION.length());
        String component = target.equals(SHARED) ? definition : target + "." + definition;
        return PLACE + added(component, target, pointer);
    }

    private String added(String component, String file, String pointer) {
        String source = sources.putIfAbsent(component, file + pointer);
        if (source == null) {
            JsonNode schema = schemas.document(file).at(pointer);
            if (schema instanceof ObjectNode whole) {
                whole.remove("$schema");
                whole.remove("$id");
                whole.remove("$defs");
            }
            components.put(component, adopt(schema, file));
        } else if (!source.equals(file + pointer)) {
            throw new IllegalStateException("two schemas would be the component " + component);
        }
        return component;
    }
}
