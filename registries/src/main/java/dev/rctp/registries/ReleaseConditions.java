package dev.rctp.registries;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The registry {@code release-conditions.json} (EVT-4), in the file's order. */
public final class ReleaseConditions {

    private final Map<String, ReleaseCondition> byId = new LinkedHashMap<>();
    private final String defaultId;

    ReleaseConditions(JsonNode file) {
        defaultId = file.path("default").stringValue();
        for (JsonNode entry : file.path("release_conditions")) {
            ReleaseCondition condition = condition(entry);
            if (byId.put(condition.id(), condition) != null) {
                throw new IllegalStateException("release-conditions.json: " + condition.id() + " stands there twice");
            }
        }
        if (!byId.containsKey(defaultId)) {
            throw new IllegalStateException(
                    "release-conditions.json: the default " + defaultId + " is not one of them");
        }
    }

    /** The condition of that name; empty for an unregistered one. */
    public Optional<ReleaseCondition> find(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** The condition that holds where terms name none. */
    public ReleaseCondition byDefault() {
        return find(defaultId).orElseThrow();
    }

    /** All conditions, in the file's order. */
    public List<ReleaseCondition> all() {
        return List.copyOf(byId.values());
    }

    private static ReleaseCondition condition(JsonNode entry) {
        return new ReleaseCondition(
                entry.path("id").stringValue(),
                entry.path("label").stringValue(),
                entry.path("checkpoint").stringValue(),
                entry.path("days").intValue(0));
    }
}
