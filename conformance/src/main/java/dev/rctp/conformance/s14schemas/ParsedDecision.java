package dev.rctp.conformance.s14schemas;

import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.world.Json;
import dev.rctp.msgsig.fields.BareItem;
import dev.rctp.msgsig.fields.IntegerItem;
import dev.rctp.msgsig.fields.Item;
import dev.rctp.msgsig.fields.MalformedFieldException;
import dev.rctp.msgsig.fields.StringItem;
import dev.rctp.msgsig.fields.TokenItem;
import tools.jackson.databind.node.ObjectNode;

/** {@code RCTP-Decision} as the object of schema {@code decision} (DEC-2). */
final class ParsedDecision {

    private ParsedDecision() {}

    /** That of this answer; a field that is missing or no Item is a failure. */
    static ObjectNode of(Trial t, Answer answer) {
        String field = String.join(", ", answer.headers("RCTP-Decision"));
        ObjectNode parsed = Json.object();
        try {
            Item item = Item.parse(field);
            put(parsed, "decision", item.value());
            item.parameters().entries().forEach((name, value) -> put(parsed, name, value));
        } catch (MalformedFieldException e) {
            t.that(false, "`RCTP-Decision` is an RFC 9651 Item; it is \"" + field + "\".");
        }
        return parsed;
    }

    private static void put(ObjectNode parsed, String name, BareItem value) {
        switch (value) {
            case TokenItem(String text) -> parsed.put(name, text);
            case StringItem(String text) -> parsed.put(name, text);
            case IntegerItem(long number) -> parsed.put(name, number);
            default -> parsed.putNull(name);
        }
    }
}
