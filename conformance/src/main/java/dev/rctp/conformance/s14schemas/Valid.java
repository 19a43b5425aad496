package dev.rctp.conformance.s14schemas;

import dev.rctp.conformance.run.Trial;
import dev.rctp.registries.Schemas;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** Holds what the target gave against the schemas of the registries (section 14). */
record Valid(Trial t) {

    private static final String UNKNOWN = "is not a known member";
    private static final Set<String> PRIVATE = Set.of("floor", "salt", "terms", "proposed_terms");

    /** The value has to be valid by the schema of this name. */
    void by(String schema, JsonNode value) {
        by(schema, value, _ -> true);
    }

    /** The same for what isn't a request: schemas are closed where one is, so an answer may have more, but nothing private. */
    void openBy(String schema, JsonNode value) {
        by(
                schema,
                value,
                fault -> !fault.message().equals(UNKNOWN)
                        || PRIVATE.contains(fault.path().substring(fault.path().lastIndexOf('/') + 1)));
    }

    private void by(String schema, JsonNode value, Predicate<Schemas.Fault> counts) {
        List<Schemas.Fault> faults = t.world().registries().schemas().validate(schema, value);
        List<String> wrong = faults.stream()
                .filter(counts)
                .map(fault -> (fault.path().isEmpty() ? "it" : fault.path()) + " " + fault.message())
                .toList();
        t.that(
                wrong.isEmpty(),
                "What came is valid by the schema `" + schema + "`; " + String.join(", ", wrong) + ": " + value);
    }
}
