package dev.rctp.registries;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

@DisplayName("EVT-1, EVT-2: the schema of events asks of each registered type what the registry says of it")
class DealEventSchemaTest {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private static final Registries REGISTRIES = Registries.load();

    /** A value of each claim that only some types have. */
    private static final Map<String, JsonNode> SPECIAL = Map.of(
            "amount", NODES.objectNode().put("amount", 1).put("currency", "EUR"),
            "reason", NODES.stringNode("not_received"),
            "relation", NODES.stringNode("first_hand"),
            "next_jkt", NODES.stringNode("A".repeat(43)));

    static final List<Checkpoint> CHECKPOINTS = REGISTRIES.checkpoints().all();

    @ParameterizedTest
    @FieldSource("CHECKPOINTS")
    void claims(Checkpoint checkpoint) {
        List<String> needed = needed(checkpoint);
        ObjectNode event = event(checkpoint, needed);
        assertThat(paths(event)).isEmpty();
        for (String claim : SPECIAL.keySet()) {
            ObjectNode other = event.deepCopy();
            if (needed.contains(claim)) {
                other.remove(claim);
            } else {
                other.set(claim, SPECIAL.get(claim));
            }
            assertThat(paths(other)).as(claim).contains("/" + claim);
        }
        assertThat(paths(event.deepCopy().set("data", NODES.objectNode()))).contains("/data");
    }

    @ParameterizedTest
    @FieldSource("CHECKPOINTS")
    void reasons(Checkpoint checkpoint) {
        for (String reason : checkpoint.reasons()) {
            assertThat(paths(event(checkpoint, needed(checkpoint)).put("reason", reason)))
                    .isEmpty();
        }
    }

    private static List<String> needed(Checkpoint checkpoint) {
        List<String> needed = new ArrayList<>();
        if (checkpoint.amount()) {
            needed.add("amount");
        }
        if (!checkpoint.reasons().isEmpty()) {
            needed.add("reason");
        }
        if (checkpoint.writers().stream().anyMatch(writer -> writer.relation() != null)) {
            needed.add("relation");
        }
        if (checkpoint.kind() == Checkpoint.Kind.EXTENSION) {
            needed.add("next_jkt");
        }
        return needed;
    }

    private static ObjectNode event(Checkpoint checkpoint, List<String> claims) {
        ObjectNode event = NODES.objectNode()
                .put("iss", "https://a.example/profile")
                .put("deal_id", "dea_abcdefghijklmnopqrstuvwxyz")
                .put("type", checkpoint.type())
                .put("occurred_at", "2026-12-01T10:00:00Z")
                .put("iat", 1)
                .put("jti", "1");
        claims.forEach(claim -> event.set(claim, SPECIAL.get(claim)));
        return event;
    }

    private static List<String> paths(JsonNode event) {
        return REGISTRIES.schemas().validate("deal-event", event).stream()
                .map(Schemas.Fault::path)
                .toList();
    }
}
