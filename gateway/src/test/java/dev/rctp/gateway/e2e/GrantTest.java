package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.msgsig.HttpFields;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Sandboxed.class)
class GrantTest {

    private static String challenge(Answer answer) {
        return answer.fields().combined("www-authenticate").orElse("");
    }

    @Test
    @DisplayName("GRA-3: without a token 401 grant_invalid, with a challenge that names no error")
    void noToken(World world) throws Exception {
        Stage stage = Stage.of(world);
        Answer answer = stage.agent.call("POST", stage.answers(), null, Stage.TEXT);

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.decision()).endsWith("reason=grant_invalid");
        assertThat(challenge(answer))
                .startsWith("Bearer realm=\"" + world.address("authorization_server") + "\"")
                .contains("resource_metadata=\"" + world.gateway() + "/.well-known/oauth-protected-resource\"")
                .doesNotContain("error");
    }

    @Test
    @DisplayName("GRA-3: an unknown token is grant_invalid with error=\"invalid_token\"")
    void unknownToken(World world) throws Exception {
        Stage stage = Stage.of(world);
        Answer answer = stage.agent.call("POST", stage.answers(), "nobody-issued-this", Stage.TEXT);

        assertThat(answer.decision()).endsWith("reason=grant_invalid");
        assertThat(challenge(answer)).contains("error=\"invalid_token\"");
    }

    @Test
    @DisplayName("GRA-3: a token bound to another key is grant_invalid")
    void otherKey(World world) throws Exception {
        Stage stage = Stage.of(world);
        Answer answer = world.agent("buyer-ops-a", 0).call("POST", stage.answers(), stage.grant.token(), Stage.TEXT);

        assertThat(answer.decision()).endsWith("reason=grant_invalid");
    }

    @Test
    @DisplayName("SIG-2, GRA-3: a token that the signature does not cover is 401 grant_invalid")
    void uncoveredToken(World world) throws Exception {
        Stage stage = Stage.of(world);
        byte[] body = Stage.TEXT.getBytes(StandardCharsets.UTF_8);
        HttpFields signed = stage.agent.sign("POST", stage.answers(), null, body, Agent.newKey());
        HttpFields withToken = signed.toBuilder()
                .add("authorization", "Bearer " + stage.grant.token())
                .build();
        Answer answer = stage.agent.send("POST", stage.answers(), withToken, body);

        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.decision()).endsWith("reason=grant_invalid");
    }

    @Test
    @DisplayName(
            "GRA-3: a scope that was not granted is 403 action_forbidden with error=\"insufficient_scope\" and the scope")
    void otherScope(World world) throws Exception {
        Stage stage = Stage.of(world);
        String reprice = "dev.rctp.listing:reprice";
        World.Granted other = world.grant(stage.sub, stage.agent, List.of(reprice), Map.of());
        Answer answer = stage.agent.call("POST", stage.answers(), other.token(), Stage.TEXT);

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.decision()).endsWith("reason=action_forbidden");
        assertThat(challenge(answer)).contains("error=\"insufficient_scope\"", "scope=\"" + Stage.SCOPE + "\"");
    }

    @Test
    @DisplayName("GRA-1, GRA-5, INV-7, B43: the next call after a revocation is 403 grant_revoked")
    void revoked(World world) throws Exception {
        Stage stage = Stage.of(world);
        assertThat(stage.answer().decision()).isEqualTo("auto");
        world.revoke(stage.grant);
        Answer next = stage.answer();

        assertThat(next.status()).isEqualTo(403);
        assertThat(next.decision()).endsWith("reason=grant_revoked");
        assertThat(challenge(next)).isEmpty();
    }

    @Test
    @DisplayName("LST-8: a listing of another seller is not_in_scope, like one that does not exist")
    void otherSeller(World world) throws Exception {
        Stage stage = Stage.of(world);
        World.Granted other =
                world.grant("another-seller", stage.agent, List.of(Stage.SCOPE), Map.of(Stage.SCOPE, "auto"));
        Answer theirs = stage.agent.call("POST", stage.answers(), other.token(), Stage.TEXT);
        Answer nobodys = stage.agent.call("POST", "/listings/nobodys/answers", other.token(), Stage.TEXT);

        assertThat(theirs.decision()).endsWith("reason=not_in_scope");
        assertThat(theirs.body()).isEqualTo(nobodys.body());
        assertThat(theirs.receipt()).isEmpty();
        assertThat(nobodys.receipt()).isEmpty();
    }

    @Test
    @DisplayName("DEC-4: a granted forbid holds, and the refusal stands in the listing's chain")
    void grantedForbid(World world) throws Exception {
        Answer answer = Stage.of(world, Map.of(Stage.SCOPE, "forbid")).answer();

        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.decision()).endsWith("reason=action_forbidden");
        assertThat(challenge(answer)).isEmpty();
        assertThat(answer.receipt()).startsWith("\"listing/");
    }

    @Test
    @DisplayName("DEC-4: without a tier in the grant the scope's default holds")
    void defaultTier(World world) throws Exception {
        assertThat(Stage.of(world, Map.of()).answer().decision()).isEqualTo("auto");
    }
}
