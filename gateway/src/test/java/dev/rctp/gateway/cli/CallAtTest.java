package dev.rctp.gateway.cli;

import static dev.rctp.gateway.cli.Typed.rctp;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.e2e.Sandboxed;
import dev.rctp.registries.StrictJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code rctp call} against a sandbox whose clock was moved. */
@ExtendWith(Sandboxed.class)
class CallAtTest {

    @TempDir
    private Path folder;

    @Test
    @DisplayName(
            "SIG-4, RSP-1: --at signs and verifies by the time it names; without it a moved clock's gateway refuses")
    void moved(World world, Path state) throws Exception {
        JsonNode file = StrictJson.parse(Files.readAllBytes(state.resolve("sandbox.json")));
        JsonNode operator = file.path("operators").get(0);
        Path key = Files.writeString(
                folder.resolve("agent.jwk"),
                operator.path("agents").get(0).path("jwk").toString());
        String terms = world.gateway() + "/listings/"
                + world.listings().getFirst().path("listing_id").asString() + "/terms";
        String[] plain = {
            "call",
            "--verify",
            "--key",
            key.toString(),
            "--profile",
            operator.path("profile").asString(),
            "GET",
            terms
        };
        world.advance(Duration.ofHours(1));

        assertThat(rctp(plain).exit()).isNotZero();
        String now = world.get(world.test("clock")).path("now").asString();
        Typed typed = rctp(with(plain, "--at", now));
        assertThat(typed.exit()).as(typed.err()).isZero();
        assertThat(rctp(with(plain, "--at", "tomorrow")))
                .satisfies(wrong -> assertThat(wrong.exit()).isEqualTo(2))
                .satisfies(wrong -> assertThat(wrong.err()).contains("--at is a time such as"));
    }

    private static String[] with(String[] words, String... more) {
        return Stream.concat(Arrays.stream(words), Arrays.stream(more)).toArray(String[]::new);
    }
}
