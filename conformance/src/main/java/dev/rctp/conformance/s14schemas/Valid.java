package dev.rctp.conformance.s14schemas;

import dev.rctp.conformance.run.Trial;
import dev.rctp.registries.Schemas;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Holds what the target gave against the schemas of the registries (section 14). */
record Valid(Trial t) {

    /** The value has to be valid by the schema of this name. */
    void by(String schema, JsonNode value) {
        List<Schemas.Fault> faults = t.world().registries().schemas().validate(schema, value);
        List<String> wrong = faults.stream()
                .map(fault -> (fault.path().isEmpty() ? "it" : fault.path()) + " " + fault.message())
                .toList();
        t.that(
                wrong.isEmpty(),
                "What came is valid by the schema `" + schema + "`; " + String.join(", ", wrong) + ": " + value);
    }
}
