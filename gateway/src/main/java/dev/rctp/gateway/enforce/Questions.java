package dev.rctp.gateway.enforce;

import dev.rctp.approval.Question;
import dev.rctp.attest.Subject;
import dev.rctp.registries.Sha256;
import java.time.Instant;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Makes the question of a call (APR-1, APR-3); it names the operator as the marketplace does, not as it calls itself (APR-5). */
final class Questions {

    private Questions() {}

    static Question of(
            GrantedCall call, VerbCase.Asked asked, Subject chain, String id, Instant until, String operatorName) {
        Operation operation = call.operation();
        return new Question(
                id,
                operation.action().name(),
                new Question.Asking(
                        call.grant().agentId(),
                        call.caller().key(),
                        call.caller().group()),
                call.grant().sub(),
                asked.about(),
                new Question.Chain(chain.type(), chain.id()),
                Sha256.text(operation.upstream().body()),
                display(call, asked, operatorName),
                until);
    }

    private static ObjectNode display(GrantedCall call, VerbCase.Asked asked, String operatorName) {
        ObjectNode display = JsonNodeFactory.instance.objectNode();
        display.put("action", call.operation().action().name());
        display.setAll(asked.display());
        display.put("agent_id", call.grant().agentId());
        display.put("agent_jkt", call.caller().key());
        return display.put("operator", operatorName)
                .put("profile", call.caller().group());
    }
}
