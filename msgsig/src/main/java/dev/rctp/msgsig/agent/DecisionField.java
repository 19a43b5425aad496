package dev.rctp.msgsig.agent;

import dev.rctp.msgsig.fields.BareItem;
import dev.rctp.msgsig.fields.IntegerItem;
import dev.rctp.msgsig.fields.Item;
import dev.rctp.msgsig.fields.MalformedFieldException;
import dev.rctp.msgsig.fields.Parameters;
import dev.rctp.msgsig.fields.StringItem;
import dev.rctp.msgsig.fields.TokenItem;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the gateway decided, as the {@code RCTP-Decision} field says it (DEC-2). */
public sealed interface DecisionField {

    /** Carried out. */
    record Auto() implements DecisionField {}

    /**
     * The seller is asked; nothing has happened yet.
     *
     * @param approvalId what to wait for at {@code GET /approvals/{id}}
     * @param expiresIn how long the seller has; after that it is a no (INV-2)
     */
    record Ask(String approvalId, Duration expiresIn) implements DecisionField {}

    /**
     * Refused.
     *
     * @param action the verb; empty text where the gateway names none
     * @param reason one of the registered reasons
     */
    record Forbid(String action, String reason) implements DecisionField {}

    /** The decision in the field's value; empty for a text that is none. */
    static Optional<DecisionField> parse(String field) {
        try {
            Item item = Item.parse(field);
            return item.value() instanceof TokenItem(String decision)
                    ? of(decision, item.parameters())
                    : Optional.empty();
        } catch (MalformedFieldException e) {
            return Optional.empty();
        }
    }

    private static Optional<DecisionField> of(String decision, Parameters parameters) {
        return switch (decision) {
            case "auto" -> Optional.of(new Auto());
            case "ask" ->
                parameters.get("approval_id") instanceof StringItem(String id)
                                && parameters.get("expires_in") instanceof IntegerItem(long seconds)
                        ? Optional.of(new Ask(id, Duration.ofSeconds(seconds)))
                        : Optional.empty();
            case "forbid" -> forbid(text(parameters.get("action")), text(parameters.get("reason")));
            default -> Optional.empty();
        };
    }

    private static Optional<DecisionField> forbid(String action, String reason) {
        return reason.isEmpty() ? Optional.empty() : Optional.of(new Forbid(action, reason));
    }

    private static String text(@Nullable BareItem item) {
        return switch (item) {
            case TokenItem(String text) -> text;
            case StringItem(String text) -> text;
            case null, default -> "";
        };
    }
}
