package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.msgsig.HttpFields;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/** DEC-1: of two things that are wrong with a call, the one that is checked first decides. */
@ExtendWith(Sandboxed.class)
class CheckOrderTest {

    /** What can be wrong, in the order of DEC-1, with the reason it is refused for. */
    enum Fault {
        SIGNATURE("signature_invalid"),
        OPERATOR("operator_unknown"),
        IDEMPOTENCY_KEY("request_invalid"),
        GRANT("grant_invalid"),
        REPLAY("idempotency_conflict"),
        BODY("request_invalid"),
        SUBJECT("not_in_scope"),
        TIER("action_forbidden");

        final String reason;

        Fault(String reason) {
            this.reason = reason;
        }
    }

    @TestFactory
    @DisplayName("DEC-1: the first failing check decides")
    Stream<DynamicTest> pairs(World world) {
        List<DynamicTest> tests = new ArrayList<>();
        for (Fault first : Fault.values()) {
            for (Fault second : Fault.values()) {
                if (first.compareTo(second) <= 0) {
                    String name = first + " before " + second + ": " + first.reason;
                    tests.add(DynamicTest.dynamicTest(name, () -> {
                        Answer answer = send(world, EnumSet.of(first, second));
                        assertThat(answer.decision())
                                .isEqualTo("forbid;action=\"listing.answer_buyer\";reason=" + first.reason);
                    }));
                }
            }
        }
        return tests.stream();
    }

    @Test
    @DisplayName("DEC-1: the same call with nothing wrong is auto (the control of the pairs)")
    void control(World world) throws Exception {
        assertThat(send(world, EnumSet.noneOf(Fault.class)).decision()).isEqualTo("auto");
    }

    private static Answer send(World world, EnumSet<Fault> faults) throws IOException, InterruptedException {
        String tier = faults.contains(Fault.TIER) ? "forbid" : "auto";
        Stage stage = Stage.of(world, Map.of(Stage.SCOPE, tier));
        Agent agent = faults.contains(Fault.OPERATOR)
                ? world.stranger("https://stranger.example/.well-known/ucp")
                : stage.agent;
        String key = Agent.newKey();
        if (faults.contains(Fault.REPLAY)) {
            stage.answer("{\"text\":\"an earlier call\"}", key);
        }
        String target = faults.contains(Fault.SUBJECT) ? "/listings/a$b/answers" : stage.answers();
        String text = faults.contains(Fault.BODY) ? "{\"text\":\"It is.\",\"unknown\":1}" : Stage.TEXT;
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        String token = faults.contains(Fault.GRANT) ? null : stage.grant.token();

        HttpFields.Builder own = HttpFields.of("content-type", "application/json").toBuilder();
        if (token != null) {
            own.add("authorization", "Bearer " + token);
        }
        if (!faults.contains(Fault.IDEMPOTENCY_KEY)) {
            own.add("idempotency-key", key);
        }
        HttpFields fields = agent.sign("POST", target, own.build(), body);
        return agent.send("POST", target, faults.contains(Fault.SIGNATURE) ? unsigned(fields) : fields, body);
    }

    private static HttpFields unsigned(HttpFields fields) {
        return fields.toBuilder().remove("signature").remove("signature-input").build();
    }
}
