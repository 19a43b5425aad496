package dev.rctp.registries;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * All registries, read once at start.
 *
 * @param actions what agents can do
 * @param reasonCodes why a call is refused: every {@link Reason} once
 * @param termSets the term sets by their id, such as {@code goods.small/1}
 * @param checkpoints the types of deal events
 * @param releaseConditions when held funds may be released
 * @param schemas the JSON Schemas
 */
public record Registries(
        Actions actions,
        Map<Reason, ReasonCode> reasonCodes,
        Map<String, TermSet> termSets,
        Checkpoints checkpoints,
        ReleaseConditions releaseConditions,
        Schemas schemas) {

    /** Keeps its own copies of the maps. */
    public Registries {
        reasonCodes = Map.copyOf(reasonCodes);
        termSets = Map.copyOf(termSets);
    }

    /** Reads the packed files; throws {@link IllegalStateException} that names the file and its first fault. */
    public static Registries load() {
        return of(RegistryFolder.packed());
    }

    static Registries of(Map<String, JsonNode> files) {
        Schemas schemas = new Schemas(inFolder(files, "schemas/"));
        Registries registries = new Registries(
                new Actions(checked(files, "actions.json", schemas, "actions")),
                ReasonCode.all(checked(files, "reason-codes.json", schemas, "reason-codes")),
                termSets(inFolder(files, "term-sets/"), schemas),
                new Checkpoints(checked(files, "checkpoints.json", schemas, "checkpoints")),
                new ReleaseConditions(checked(files, "release-conditions.json", schemas, "release-conditions")),
                schemas);
        CrossChecks.check(registries);
        return registries;
    }

    /** The term set of a listing that names none (LST-1). */
    public TermSet defaultTermSet() {
        return termSets.values().stream().filter(TermSet::byDefault).findFirst().orElseThrow();
    }

    private static Map<String, TermSet> termSets(Map<String, JsonNode> files, Schemas schemas) {
        Map<String, TermSet> sets = new LinkedHashMap<>();
        for (String file : files.keySet()) {
            TermSet set = TermSet.of(checked(files, file, schemas, "term-set"));
            if (!file.equals(set.id().replace('/', '-') + ".json")) {
                throw new IllegalStateException("term-sets/" + file + ": its id is " + set.id());
            }
            sets.put(set.id(), set);
        }
        return sets;
    }

    private static JsonNode checked(Map<String, JsonNode> files, String file, Schemas schemas, String schema) {
        JsonNode content = files.get(file);
        if (content == null) {
            throw new IllegalStateException(file + " is missing");
        }
        List<Schemas.Fault> faults = schemas.validate(schema, content);
        if (!faults.isEmpty()) {
            throw new IllegalStateException(file + ": " + faults.getFirst());
        }
        return content;
    }

    private static Map<String, JsonNode> inFolder(Map<String, JsonNode> files, String folder) {
        Map<String, JsonNode> inside = new TreeMap<>();
        files.forEach((name, content) -> {
            if (name.startsWith(folder)) {
                inside.put(name.substring(folder.length()), content);
            }
        });
        return inside;
    }
}
