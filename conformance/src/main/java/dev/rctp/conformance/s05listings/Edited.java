package dev.rctp.conformance.s05listings;

import dev.rctp.conformance.wire.Call;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.util.Objects;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/** A call with one change of its JSON body. */
public final class Edited {

    private Edited() {}

    /** The call with its body changed. */
    public static Call body(Call call, UnaryOperator<ObjectNode> change) {
        return call.json(change.apply(body(call)));
    }

    /** The call's body. */
    public static ObjectNode body(Call call) {
        try {
            return StrictJson.parseObject(Objects.requireNonNull(call.body()));
        } catch (InvalidJsonException e) {
            throw new IllegalStateException("a call's body was to be a JSON object", e);
        }
    }
}
