package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What nobody may do is forbidden (INV-3). */
@ExtendWith(Sandboxed.class)
class FixedForbidsTest {

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
