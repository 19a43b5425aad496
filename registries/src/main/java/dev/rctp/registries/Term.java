package dev.rctp.registries;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One term of a term set (LST-1).
 *
 * @param name its member name in terms
 * @param label what the seller reads
 * @param type what its value is and within which bounds
 * @param isPrivate whether it never leaves the gateway (LST-2)
 * @param required whether the seller must give a value
 * @param defaultValue the value that stands where none is given; null where there is none
 */
public record Term(
        String name,
        String label,
        TermType type,
        boolean isPrivate,
        boolean required,
        @Nullable JsonNode defaultValue) {

    static Term of(JsonNode entry) {
        return new Term(
                entry.path("name").stringValue(),
                entry.path("label").stringValue(),
                TermType.of(entry),
                entry.path("visibility").stringValue().equals("private"),
                entry.path("required").booleanValue(),
                entry.get("default"));
    }
}
