package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.registries.Action;
import dev.rctp.registries.Registries;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What this version does not decide is refused, never passed on (DEC-5); what nobody may do is forbidden (INV-3). */
@ExtendWith(Sandboxed.class)
class NotYetTest {

    private static final Set<String> DECIDED = Set.of(
            "listing.create",
            "listing.set_terms",
            "listing.answer_buyer",
            "listing.reprice",
            "offer.create",
            "offer.counter",
            "offer.accept",
            "deal.open",
            "deal.sign_contract",
            "account.update");

    @TestFactory
    @DisplayName("DEC-5: a verb that can't be decided yet is 503 and reaches nobody")
    Stream<DynamicTest> verbs(World world) {
        return Registries.load().actions().all().stream()
                .filter(action -> action.path() != null && !DECIDED.contains(action.name()))
                .map(action -> DynamicTest.dynamicTest(action.name(), () -> refused(world, action)));
    }

    private static void refused(World world, Action action) throws Exception {
        Stage stage = Stage.of(world);
        String token = null;
        if (action.scope() != null) {
            token = world.grant(stage.sub, stage.agent, List.of(action.scope()), Map.of(action.scope(), "auto"))
                    .token();
        }
        String method = String.valueOf(action.method());
        String target = String.valueOf(action.path())
                .replace("{listing_id}", stage.listing)
                .replaceAll("\\{[a-z_]+}", "x1");
        Answer answer = stage.agent.call(method, target, token, "{}");

        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.decision())
                .isEqualTo("forbid;action=\"" + action.name() + "\";reason=enforcement_unavailable");
        assertThat(answer.fields().combined("retry-after")).isPresent();
        assertThat(world.forwarded())
                .noneMatch(request -> request.path("method").asString().equals(method)
                        && request.path("path").asString().equals(target));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/deals/x1", "/deals/x1/events"})
    @DisplayName("DEC-5: a read that can't be answered yet is 503 for a known agent, 401 for a stranger")
    void reads(String target, World world) throws Exception {
        assertThat(world.agent("buyer-ops-a", 0).read(target, null).decision())
                .isEqualTo("forbid;reason=enforcement_unavailable");
        assertThat(world.stranger("https://stranger.example/.well-known/ucp")
                        .read(target, null)
                        .decision())
                .isEqualTo("forbid;reason=operator_unknown");
    }

    @Test
    @DisplayName("DEC-4, INV-3: the fixed forbids are 403 action_forbidden, body and subject unread")
    void fixedForbids(World world) throws Exception {
        Stage stage = Stage.of(world);
        Agent agent = stage.agent;
        Answer account = agent.call("PATCH", "/account", stage.grant.token(), "not even JSON");
        Answer contract = agent.call("POST", "/deals/none/sign-contract", stage.grant.token(), "{}");

        assertThat(account.decision()).isEqualTo("forbid;action=\"account.update\";reason=action_forbidden");
        assertThat(contract.decision()).isEqualTo("forbid;action=\"deal.sign_contract\";reason=action_forbidden");
        assertThat(account.status()).isEqualTo(403);
        assertThat(account.fields().contains("www-authenticate")).isFalse();
        assertThat(agent.call("PATCH", "/account", null, "{}").decision())
                .isEqualTo("forbid;action=\"account.update\";reason=grant_invalid");
    }
}
