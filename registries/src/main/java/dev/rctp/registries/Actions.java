package dev.rctp.registries;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The open registry of actions, {@code actions.json} (protocol section 4), in the file's order. */
public final class Actions {

    private final Map<String, Action> byName = new LinkedHashMap<>();

    Actions(JsonNode file) {
        for (JsonNode entry : file.path("actions")) {
            Action action = action(entry);
            if (byName.put(action.name(), action) != null) {
                throw new IllegalStateException("actions.json: " + action.name() + " stands there twice");
            }
        }
    }

    /** The action of that name; throws {@link IllegalArgumentException} for an unregistered one. */
    public Action get(String name) {
        return find(name).orElseThrow(() -> new IllegalArgumentException("not a registered action: " + name));
    }

    /** The action of that name; empty for an unregistered one. */
    public Optional<Action> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** All actions, in the file's order. */
    public List<Action> all() {
        return List.copyOf(byName.values());
    }

    private static Action action(JsonNode entry) {
        return new Action(
                entry.path("name").stringValue(),
                Tokens.read(Side.class, entry.path("side")),
                entry.path("scope").stringValue(null),
                entry.path("route").path("method").stringValue(null),
                entry.path("route").path("path").stringValue(null),
                defaultTier(entry),
                Tokens.readAll(Tier.class, entry.path("allowed_tiers")),
                entry.path("fixed").booleanValue(false));
    }

    private static @Nullable Tier defaultTier(JsonNode entry) {
        return entry.has("default_tier") ? Tokens.read(Tier.class, entry.path("default_tier")) : null;
    }
}
