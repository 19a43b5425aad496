package dev.rctp.gateway.enforce;

import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Schemas;
import dev.rctp.registries.StrictJson;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Judges request bodies by their verb's closed schema (protocol section 15). */
public final class Bodies {

    /** What a body is. */
    sealed interface Judged {

        /** The body; empty where there is none to judge the call by. */
        default Optional<ObjectNode> body() {
            return Optional.empty();
        }

        /** Fits the verb's schema. */
        record Valid(ObjectNode json) implements Judged {
            @Override
            public Optional<ObjectNode> body() {
                return Optional.of(json);
            }
        }

        /**
         * Doesn't.
         *
         * @param sentence why
         * @param detail what is wrong, by the JSON pointer (RFC 6901) of where; empty where it is no one place
         */
        record Invalid(String sentence, Map<String, String> detail) implements Judged {}

        /** Nobody looks at it: the verb has no schema here. */
        record Unread() implements Judged {}
    }

    private static final Map<String, String> SCHEMAS = Map.of(
            "listing.create", "listing-create-request",
            "listing.set_terms", "listing-terms-request",
            "listing.answer_buyer", "listing-answer-request",
            "listing.reprice", "listing-reprice-request",
            "offer.create", "offer-create-request",
            "offer.counter", "offer-counter-request",
            "offer.accept", "offer-accept-request",
            "deal.open", "deal-open-request",
            "deal.commit_to_ship", "deal-commit-request",
            "deal.event", "deal-event-post-request");

    /** A member's name is the caller's own and may be long; the sentence is not (schema {@code error}). */
    private static final int LONGEST_PATH = 80;

    private final Schemas schemas;

    Bodies(Schemas schemas) {
        this.schemas = schemas;
    }

    /** The name of the schema that a verb's body has to fit; empty for a verb whose body nobody reads. */
    public static Optional<String> schemaOf(String action) {
        return Optional.ofNullable(SCHEMAS.get(action));
    }

    Judged judge(String action, Payload payload) {
        if (!SCHEMAS.containsKey(action)) {
            return new Judged.Unread();
        }
        return switch (payload) {
            case Payload.Unreadable unreadable -> new Judged.Invalid(unreadable.sentence(), Map.of());
            case Payload.Json json -> judge(action, json.bytes());
        };
    }

    private Judged judge(String action, byte[] bytes) {
        ObjectNode body;
        try {
            body = StrictJson.parseObject(bytes);
        } catch (InvalidJsonException e) {
            return new Judged.Invalid(
                    "The body is not a JSON object this protocol accepts: " + e.getMessage(), Map.of());
        }
        String schema = Objects.requireNonNull(SCHEMAS.get(action), action);
        List<Schemas.Fault> faults = schemas.validate(schema, body);
        return faults.isEmpty() ? new Judged.Valid(body) : invalid(faults.getFirst());
    }

    private static Judged invalid(Schemas.Fault fault) {
        if (fault.path().isEmpty()) {
            return new Judged.Invalid("The body does not fit its schema: it " + fault.message() + ".", Map.of());
        }
        String path = fault.path().length() <= LONGEST_PATH
                ? fault.path()
                : fault.path().substring(0, LONGEST_PATH) + "…";
        return new Judged.Invalid(
                "The body does not fit its schema: " + path + " " + fault.message() + ".",
                Map.of(path, fault.message()));
    }
}
