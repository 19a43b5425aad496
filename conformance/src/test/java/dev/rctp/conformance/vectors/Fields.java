package dev.rctp.conformance.vectors;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;

/** Header fields in their order. */
final class Fields {

    private record Line(String name, String value) {}

    private final List<Line> lines = new ArrayList<>();

    Fields add(String name, String value) {
        lines.add(new Line(name, value));
        return this;
    }

    /** In the place of those with this name, at the end. */
    Fields set(String name, String value) {
        return remove(name).add(name, value);
    }

    Fields remove(String name) {
        lines.removeIf(line -> line.name().equalsIgnoreCase(name));
        return this;
    }

    boolean has(String name) {
        return lines.stream().anyMatch(line -> line.name().equalsIgnoreCase(name));
    }

    /** All lines with this name, joined (RFC 9421 2.1). */
    String value(String name) {
        return lines.stream()
                .filter(line -> line.name().equalsIgnoreCase(name))
                .map(line -> line.value().strip())
                .collect(Collectors.joining(", "));
    }

    void writeTo(ArrayNode headers) {
        lines.forEach(line -> headers.addArray().add(line.name()).add(line.value()));
    }
}
