package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.Main;
import dev.rctp.gateway.cli.demo.World;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** {@code rctp explain} with the keys of the profile that the request itself names. */
@ExtendWith(OnTime.class)
class ExplainProfileTest {

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int explain(String capture, String... more) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(
                "explain",
                Files.writeString(folder.resolve("request.txt"), capture).toString()));
        arguments.addAll(List.of(more));
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments.toArray(String[]::new));
    }

    private static String capture(Stage stage) throws Exception {
        StringBuilder text = new StringBuilder("GET /records/listing/l_1 HTTP/1.1\nHost: "
                + stage.world.address("gateway").getAuthority() + "\n");
        stage.agent
                .sign("GET", "/records/listing/l_1", stage.grant.token(), new byte[0], "a".repeat(22))
                .lines()
                .forEach(line -> text.append(line.name())
                        .append(": ")
                        .append(line.value())
                        .append('\n'));
        return text + "\n";
    }

    @Test
    @DisplayName("OPR-2: the profile is fetched from where UCP-Agent says, from this machine only if that is allowed")
    void fetched(World world) throws Exception {
        String good = capture(Stage.of(world));
        assertThat(explain(good, "--allow-loopback")).as(out + "" + err).isZero();

        String wrong = good.replace("GET /records", "GET /record");
        assertThat(explain(wrong, "--allow-loopback")).isEqualTo(1);

        assertThat(explain(good)).isEqualTo(2);
        assertThat(err.toString()).contains("--allow-loopback");
    }
}
