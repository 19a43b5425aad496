package dev.rctp.registries;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One entry of {@code checkpoints.json} (EVT-2): a type of deal event that means something to the gateway.
 *
 * @param type its name in an event's {@code type}
 * @param kind where the type comes from
 * @param amount whether such an event carries an {@code amount}
 * @param reasons the reasons of which such an event names one; empty where it names none
 * @param writers who may write it (EVT-3)
 */
public record Checkpoint(String type, Kind kind, boolean amount, List<String> reasons, List<Writer> writers) {

    /** Keeps its own copies of the lists. */
    public Checkpoint {
        reasons = List.copyOf(reasons);
        writers = List.copyOf(writers);
    }

    /** Where a type of event comes from (EVT-2): RCTP, UCP's fulfillment events or adjustments, or a reverse-domain name. */
    public enum Kind {
        RCTP,
        FULFILLMENT,
        ADJUSTMENT,
        EXTENSION
    }

    /** What a writer of events is to the deal (EVT-3); {@code HOLDER} is the holder of funds. */
    public enum Role {
        BUYER,
        SELLER,
        HOLDER,
        CARRIER,
        MARKETPLACE
    }

    /** How a writer knows (EVT-3): it saw it itself, or it relays what {@code reported_by} said. */
    public enum Relation {
        FIRST_HAND,
        RELAYED
    }

    /**
     * Who may write an event (EVT-3).
     *
     * @param role what the writer is to the deal
     * @param relation the {@code relation} its event must state; null where it states none
     */
    public record Writer(Role role, @Nullable Relation relation) {

        static List<Writer> all(JsonNode writers) {
            return writers.valueStream().map(Writer::of).toList();
        }

        private static Writer of(JsonNode writer) {
            return new Writer(
                    Tokens.read(Role.class, writer.path("role")),
                    writer.has("relation") ? Tokens.read(Relation.class, writer.path("relation")) : null);
        }
    }

    static Checkpoint of(JsonNode entry) {
        return new Checkpoint(
                entry.path("type").stringValue(),
                Tokens.read(Kind.class, entry.path("kind")),
                entry.path("amount").booleanValue(false),
                entry.path("reasons").valueStream().map(JsonNode::stringValue).toList(),
                Writer.all(entry.path("writers")));
    }
}
