package dev.rctp.gateway.e2e;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** An OpenAPI document as its readers use it. */
final class ApiDocument {

    private static final SchemaRegistry SCHEMAS = SchemaRegistry.withDialect(Dialects.getDraft202012());

    /** One of its operations. */
    record Operation(String method, String path, JsonNode json) {

        String id() {
            return json.path("operationId").asString();
        }

        boolean decided() {
            return json.path("x-rctp-decided").booleanValue(true);
        }

        /** Its first 2xx status; 0 where it never succeeds. */
        int success() {
            return json.path("responses").propertyNames().stream()
                    .filter(status -> status.matches("2\\d\\d"))
                    .mapToInt(Integer::parseInt)
                    .findFirst()
                    .orElse(0);
        }

        /** Its path with these values for its variables. */
        String target(Map<String, String> values) {
            String target = path;
            for (Map.Entry<String, String> value : values.entrySet()) {
                target = target.replace("{" + value.getKey() + "}", value.getValue());
            }
            return target;
        }
    }

    private final JsonNode document;

    ApiDocument(JsonNode document) {
        this.document = document;
    }

    Map<String, Operation> operations() {
        Map<String, Operation> operations = new TreeMap<>();
        document.path("paths")
                .properties()
                .forEach(path -> path.getValue().properties().forEach(method -> {
                    Operation operation = new Operation(
                            method.getKey().toUpperCase(java.util.Locale.ROOT), path.getKey(), method.getValue());
                    operations.put(operation.id(), operation);
                }));
        return operations;
    }

    /** What it says of this status, which another status's range may stand for. */
    JsonNode response(Operation operation, int status) {
        JsonNode responses = operation.json().path("responses");
        JsonNode exact = responses.path(Integer.toString(status));
        return resolved(exact.isMissingNode() ? responses.path(status / 100 + "XX") : exact);
    }

    /** What is meant, where it is a reference. */
    JsonNode resolved(JsonNode node) {
        String reference = node.path("$ref").asString("");
        return reference.isEmpty() ? node : document.at(reference.substring(1));
    }

    /** What is wrong with a value under one of its schemas. */
    List<String> faults(JsonNode schema, JsonNode value) {
        ObjectNode whole = JsonNodeFactory.instance.objectNode();
        whole.putArray("allOf").add(schema);
        whole.set("components", document.path("components"));
        return SCHEMAS.getSchema(whole).validate(value).stream()
                .map(Object::toString)
                .toList();
    }

    /** Whether a value of this member may stand in it, directly or through references. */
    boolean isAbout(JsonNode part, String member) {
        return isAbout(part, member, new HashSet<>());
    }

    private boolean isAbout(JsonNode part, String member, Set<String> seen) {
        JsonNode property = part.path("properties").path(member);
        if (property.isObject() || property.booleanValue(false)) {
            return true;
        }
        String reference = part.path("$ref").asString("");
        if (!reference.isEmpty() && seen.add(reference) && isAbout(resolved(part), member, seen)) {
            return true;
        }
        return part.valueStream().anyMatch(below -> isAbout(below, member, seen));
    }

    /** Every reference in it that leads nowhere. */
    List<String> danglingReferences() {
        List<String> dangling = new ArrayList<>();
        for (JsonNode reference : document.findValues("$ref")) {
            String text = reference.asString();
            if (!text.startsWith("#/") || document.at(text.substring(1)).isMissingNode()) {
                dangling.add(text);
            }
        }
        return dangling;
    }
}
