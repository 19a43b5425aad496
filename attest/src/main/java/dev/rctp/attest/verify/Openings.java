package dev.rctp.attest.verify;

import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What one side may know of an entry, opened: its salted hash must stand at its place in the entry (REC-6). */
final class Openings {

    private Openings() {}

    /** Checks one opening against its entry; its {@code path} is the JSON pointer from the entry's root. */
    static void check(JsonNode opening, JsonNode entry) throws Fault {
        JsonNode committed = entry.at(pointer(opening.path("path")));
        ObjectNode opened = ((ObjectNode) entry).objectNode();
        opened.set("salt", opening.path("salt"));
        opened.set("value", opening.path("value"));
        String hash = Canonical.hash(opened);
        Fault.unless(
                committed.isString() && committed.stringValue().equals(hash),
                "an opening that is not what its entry commits to");
    }

    private static JsonPointer pointer(JsonNode path) throws Fault {
        try {
            Fault.unless(path.isString(), "an opening without a path");
            return JsonPointer.compile(path.stringValue());
        } catch (IllegalArgumentException e) {
            throw new Fault("an opening whose path is not a JSON pointer");
        }
    }
}
