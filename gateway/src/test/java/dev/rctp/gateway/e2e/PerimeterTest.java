package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Sandboxed.class)
class PerimeterTest {

    @Test
    @DisplayName("REC-1: a stranger's refusal has no receipt and stands in the perimeter's chain soon after")
    void strangers(World world, Path state) throws Exception {
        // what other tests were refused in this minute may have used up this address's notes
        world.advance(Duration.ofMinutes(2));
        Stage stage = Stage.of(world);
        Answer stranger = world.stranger("https://stranger.example/.well-known/ucp")
                .call("POST", stage.answers(), stage.grant.token(), Stage.TEXT);
        Answer unlisted = stage.agent.call("DELETE", "/listings/some", null, "");

        assertThat(stranger.receipt()).isEmpty();
        assertThat(unlisted.receipt()).isEmpty();
        for (Answer answer : new Answer[] {stranger, unlisted}) {
            String id = answer.fields().combined("request-id").orElseThrow();
            await().untilAsserted(() -> assertThat(Tables.of(state).perimeter()).contains(id));
        }
    }
}
