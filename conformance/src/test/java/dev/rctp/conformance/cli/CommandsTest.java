package dev.rctp.conformance.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.conformance.server.HttpHost;
import dev.rctp.conformance.server.Reply;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The commands and their exit codes, against targets that are no gateway. */
class CommandsTest {

    private static final int PORT = 29_600;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private record Ended(int exit, String out, String err) {}

    private static Ended rctp(String... words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        int exit = line.execute(words);
        return new Ended(exit, out.toString(), err.toString());
    }

    private String plan(int port) throws Exception {
        Path file = folder.resolve("plan.yaml");
        Files.writeString(
                file,
                rctp("init", "--base-url", "http://localhost:" + port, "--port", "" + PORT)
                        .out());
        return file.toString();
    }

    private static HttpHost answering(int status, ObjectNode body) {
        return HttpHost.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), null, _ -> Reply.json(status, body));
    }

    private static ObjectNode json() {
        return JsonMapper.shared().createObjectNode();
    }

    @Test
    void initPrintsAPlanAndTheConfigurationThatMatchesIt() throws Exception {
        Ended config = rctp("init", "--gateway-config", plan(4103));

        assertThat(config.exit()).isZero();
        assertThat(config.out()).contains("issuer: http://localhost:29600", "address: 127.0.0.1:4103");
    }

    @Test
    void aTargetThatIsDownIsUnreachable() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        String plan = plan(free);

        assertThat(rctp("run", "--plan", plan))
                .satisfies(run -> assertThat(run.exit()).isEqualTo(3))
                .satisfies(run -> assertThat(run.err()).contains("http://localhost:" + free + " can't be reached"));
        assertThat(rctp("check", "--plan", plan).exit()).isEqualTo(3);
    }

    @Test
    void aTargetThatAnswers200ToEverythingFails() throws Exception {
        try (HttpHost target = answering(200, json())) {
            Ended run = rctp("run", "--plan", plan(target.port()), "--only", "SIG", "--only", "GRA-3");

            assertThat(run.exit()).as(run.out()).isEqualTo(1);
            assertThat(run.out()).contains("Not conformant.");
            assertThat(run.out()).doesNotContain(" passed,");
        }
    }

    @Test
    void aTargetThatRefusesEverythingFailsToo() throws Exception {
        try (HttpHost target = answering(403, json().put("code", "action_forbidden"))) {
            Ended run = rctp("run", "--plan", plan(target.port()), "--only", "SIG", "--only", "GRA-3");

            assertThat(run.exit()).as(run.out()).isIn(1, 4);
            assertThat(run.out()).contains(" blocked");
        }
    }

    @Test
    void checkSaysWhatToLookAt() throws Exception {
        try (HttpHost target = answering(200, json())) {
            Ended check = rctp("check", "--plan", plan(target.port()));

            assertThat(check.exit()).isEqualTo(3);
            assertThat(check.out()).contains("NO  ", "Look at target.base_url");
        }
    }

    @Test
    void nothingIsRunWhereThePlanDoesNotSaySandbox() throws Exception {
        Path file = Path.of(plan(4103));
        Files.writeString(file, Files.readString(file).replace("side_effects: sandbox", "side_effects: none"));

        Ended run = rctp("run", "--plan", file.toString());

        assertThat(run.exit()).isEqualTo(2);
        assertThat(run.err()).contains("side_effects: sandbox");
    }

    @Test
    void aDryRunOnlySaysWhatWouldBeRun() throws Exception {
        Ended run = rctp("run", "--plan", plan(4103), "--dry-run", "--only", "RCTP-GRA-3");

        assertThat(run.exit()).isZero();
        assertThat(run.out().lines().filter(line -> line.startsWith("RCTP-")))
                .allMatch(line -> line.startsWith("RCTP-GRA-3."));
    }

    @ParameterizedTest
    @ValueSource(strings = {"RCTP-GRA-99", "GRAA", "RCTP-GRA-3.999"})
    void anUnknownNameIsWrongUsage(String name) throws Exception {
        assertThat(rctp("run", "--plan", plan(4103), "--only", name).exit()).isEqualTo(2);
    }

    @Test
    void aPlanWithFaultsIsWrongUsageAndAllFaultsAreTold() throws Exception {
        Path file = folder.resolve("bad.yaml");
        Files.writeString(file, "target: {}\nextra: 1\n");

        Ended run = rctp("run", "--plan", file.toString());

        assertThat(run.exit()).isEqualTo(2);
        assertThat(run.err()).contains("target.base_url is missing", "extra is no member");
    }

    @Test
    void listTellsWhatIsNotTestedAndWhy() {
        Ended list = rctp("list", "--untested");

        assertThat(list.exit()).isZero();
        assertThat(list.out().lines().filter(line -> line.startsWith("RCTP-")))
                .allMatch(line -> line.contains("Not tested: "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"init", "check", "list", "run"})
    void everyCommandHasAnExample(String command) {
        Ended help = rctp(command, "--help");

        assertThat(help.exit()).isZero();
        assertThat(help.out()).contains("Example:", "rctp conformance " + command);
    }
}
