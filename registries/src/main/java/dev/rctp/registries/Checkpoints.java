package dev.rctp.registries;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The registry {@code checkpoints.json} (EVT-2, EVT-3), in the file's order. */
public final class Checkpoints {

    private final Map<String, Checkpoint> byType = new LinkedHashMap<>();
    private final List<Checkpoint.Writer> informativeWriters;

    Checkpoints(JsonNode file) {
        for (JsonNode entry : file.path("checkpoints")) {
            Checkpoint checkpoint = Checkpoint.of(entry);
            if (byType.put(checkpoint.type(), checkpoint) != null) {
                throw new IllegalStateException("checkpoints.json: " + checkpoint.type() + " stands there twice");
            }
        }
        informativeWriters = Checkpoint.Writer.all(file.path("informative").path("writers"));
    }

    /** The registered type of that name; empty for any other, which is informative if its name is a reverse domain. */
    public Optional<Checkpoint> find(String type) {
        return Optional.ofNullable(byType.get(type));
    }

    /** All registered types, in the file's order. */
    public List<Checkpoint> all() {
        return List.copyOf(byType.values());
    }

    /** Who may write an event whose reverse-domain type is not registered: it is recorded and changes nothing. */
    public List<Checkpoint.Writer> informativeWriters() {
        return informativeWriters;
    }
}
