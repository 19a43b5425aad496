package dev.rctp.conformance.s15bodies;

import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Json;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The same call with another body (section 15). */
final class Bodies {

    private Bodies() {}

    /** With a changed body. */
    static Call with(Call call, UnaryOperator<ObjectNode> change) {
        byte[] body = call.body();
        ObjectNode json =
                body == null ? Json.object() : (ObjectNode) JsonMapper.shared().readTree(body);
        return call.json(change.apply(json));
    }

    /** With one member more. */
    static Call with(Call call, String member, JsonNode value) {
        return with(call, body -> body.set(member, value));
    }

    /** An unknown member makes it 400; then, as control, the call as it is has this status. */
    static void unknownMember(Trial t, Call call, int status) {
        invalid(t, call, status, List.of(body -> body.put("unknown_member", 1)));
    }

    /** Without any of these members it is 400; then, as control, the call as it is has this status. */
    static void missing(Trial t, Call call, int status, String... members) {
        invalid(t, call, status, Stream.of(members).map(Bodies::without).toList());
    }

    static UnaryOperator<ObjectNode> without(String member) {
        return body -> {
            body.remove(member);
            return body;
        };
    }

    /** Each change makes it 400; then, as control, the call as it is has this status. */
    static void invalid(Trial t, Call call, int status, List<UnaryOperator<ObjectNode>> changes) {
        for (UnaryOperator<ObjectNode> change : changes) {
            t.refused(t.send(with(call, change)), 400, "request_invalid");
        }
        t.control(call, status);
    }
}
