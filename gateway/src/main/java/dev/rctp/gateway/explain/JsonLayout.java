package dev.rctp.gateway.explain;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** JSON with the whitespace that other languages' serializers put there by default. */
final class JsonLayout {

    private JsonLayout() {}

    /** On one line, a space behind each colon and comma, as Python's {@code json.dumps} writes. */
    static String spaced(JsonNode node) {
        return write(node, ", ", ": ", "", "");
    }

    /** On lines of their own, as JavaScript's {@code JSON.stringify} and Go's {@code MarshalIndent} indent. */
    static String indented(JsonNode node, String step) {
        return write(node, ",", ": ", step, "\n");
    }

    private static String write(JsonNode node, String comma, String colon, String step, String newline) {
        Stream<String> parts = node.isObject()
                ? node.properties().stream()
                        .map(member -> JsonNodeFactory.instance.stringNode(member.getKey())
                                + colon
                                + write(member.getValue(), comma, colon, step, newline + step(step, newline)))
                : node.valueStream().map(value -> write(value, comma, colon, step, newline + step(step, newline)));
        if (!node.isContainer()) {
            return node.toString();
        }
        String brackets = node.isObject() ? "{}" : "[]";
        if (node.isEmpty()) {
            return brackets;
        }
        String inner = newline + step(step, newline);
        return parts.collect(
                Collectors.joining(comma + inner, brackets.charAt(0) + inner, newline + brackets.charAt(1)));
    }

    private static String step(String step, String newline) {
        return newline.isEmpty() ? "" : step;
    }
}
