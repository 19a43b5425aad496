package dev.rctp.gateway.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.Main;
import dev.rctp.registries.StrictJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The launcher, on the machines that people have. */
class LauncherIT {

    private static final Path LAUNCHER = Checkout.ROOT.resolve("rctp");
    private static final Pattern APPROVALS = Pattern.compile("approvals: (\\d+ checked)");

    @TempDir
    private Path folder;

    private Path elsewhere = Path.of("");
    private Path output = Path.of("");

    @BeforeEach
    void folders() throws IOException {
        elsewhere = Files.createDirectories(folder.resolve("some where"));
        output = Files.createDirectories(folder.resolve("output"));
    }

    private Shell shell() {
        return Shell.in(elsewhere, output);
    }

    private Shell.Ended rctp(String... arguments) throws Exception {
        return rctp(shell(), arguments);
    }

    private static Shell.Ended rctp(Shell shell, String... arguments) throws Exception {
        return shell.run(Stream.concat(Stream.of(LAUNCHER.toString()), Arrays.stream(arguments))
                .toList());
    }

    private static JsonNode step(String line) {
        try {
            return StrictJson.parseObject(line.getBytes(StandardCharsets.UTF_8));
        } catch (dev.rctp.registries.InvalidJsonException e) {
            throw new AssertionError("not a JSON object: " + line, e);
        }
    }

    /** A folder that passes for an old JDK, until its java is run. */
    private Path jdk17() throws IOException {
        Path bin = Files.createDirectories(folder.resolve("jdk-17/bin"));
        Files.writeString(bin.resolveSibling("release"), "JAVA_VERSION=\"17.0.15\"\n");
        var executable = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x"));
        for (String program : List.of("java", "javac")) {
            Files.writeString(Files.createFile(bin.resolve(program), executable), "#!/bin/sh\nexit 99\n");
        }
        return folder.resolve("jdk-17");
    }

    @Test
    @DisplayName("rctp --help lists every command of the program and of the launcher")
    void help() throws Exception {
        Shell.Ended help = rctp("--help");

        assertThat(help.exit()).isZero();
        for (CommandLine command : Main.commandLine().getSubcommands().values()) {
            assertThat(help.out()).contains("  " + command.getCommandName() + " ");
            for (String second : command.getSubcommands().keySet()) {
                assertThat(help.out())
                        .containsPattern("  " + command.getCommandName() + " (\\w+ \\| )*" + second + " ");
            }
        }
        assertThat(help.out()).contains("  test ");
    }

    @Test
    @DisplayName("demo: from another folder, through a symbolic link, without a HOME, every step is ok")
    void demo() throws Exception {
        Path link = Files.createSymbolicLink(elsewhere.resolve("my rctp"), LAUNCHER);
        Shell.Ended demo = shell().without("HOME").run(List.of(link.toString(), "demo"));

        assertThat(demo.exit()).as(demo.out() + demo.err()).isZero();
        List<String> steps =
                demo.out().lines().filter(line -> !line.startsWith(" ")).toList();
        assertThat(steps).hasSizeGreaterThan(9).last().asString().isEqualTo("Every step did what it should.");
        assertThat(steps.subList(0, steps.size() - 1)).allMatch(line -> line.startsWith("ok   "));
    }

    @Test
    @DisplayName(
            "demo --json: where JAVA_HOME and PATH have a JDK 17, the 25 beside it is found; each line is one step")
    void demoAsJson() throws Exception {
        Path home = folder.resolve("home");
        Files.createDirectories(home.resolve(".jdks"));
        Files.createSymbolicLink(home.resolve(".jdks/25"), Path.of(System.getProperty("java.home")));
        Path old = jdk17();
        Shell shell = shell().with("HOME", home.toString())
                .with("JAVA_HOME", old.toString())
                .with("PATH", old.resolve("bin") + ":" + System.getenv("PATH"));
        Shell.Ended demo = rctp(shell, "demo", "--json");

        assertThat(demo.exit()).as(demo.out() + demo.err()).isZero();
        List<JsonNode> steps = demo.out().lines().map(LauncherIT::step).toList();
        assertThat(steps).hasSizeGreaterThan(9);
        for (JsonNode step : steps) {
            assertThat(step.propertyNames()).containsExactlyInAnyOrder("title", "expected", "got", "passed");
            assertThat(step.path("title").isString() && step.path("passed").asBoolean())
                    .as(step.toString())
                    .isTrue();
        }
        List<String> of =
                List.of("0 checked", "0 checked", "0 checked", "1 checked", "2 checked", "0 checked", "0 checked");
        assertThat(steps.stream().flatMap(LauncherIT::approvals))
                .as("of a listing, a negotiation, a deal; of a listing and a negotiation whose seller was asked;"
                        + " of a negotiation and a deal that was refunded; and of all of them again")
                .containsExactlyElementsOf(Collections.nCopies(2, of).stream()
                        .flatMap(List::stream)
                        .toList());
        assertThat(steps.stream()
                        .map(step -> step.path("got").asString())
                        .filter(got -> got.contains(" and 1 signed head, up to seq ")))
                .hasSize(of.size());
        assertThat(steps.stream().map(step -> step.path("title").asString()))
                .containsSubsequence("The deal is released", "The deal is refunded");
    }

    /** What a step says of the sellers' answers in a record that it verifies. */
    private static Stream<String> approvals(JsonNode step) {
        return APPROVALS.matcher(step.path("got").asString()).results().map(found -> found.group(1));
    }

    static Stream<String> commands() {
        return named("", Main.commandLine());
    }

    private static Stream<String> named(String before, CommandLine command) {
        return command.getSubcommands().entrySet().stream().flatMap(sub -> {
            String name = before + sub.getKey();
            return Stream.concat(Stream.of(name), named(name + " ", sub.getValue()));
        });
    }

    @ParameterizedTest
    @MethodSource("commands")
    @DisplayName("--help of each command has an example, and the example's options are real")
    void example(String command) throws Exception {
        String[] words = (command + " --help").split(" ", -1);
        Shell.Ended help = rctp(words);

        assertThat(help.exit()).isZero();
        assertThat(help.out()).contains("Example:");
        String example = help.out()
                .lines()
                .dropWhile(line -> !line.equals("Example:"))
                .skip(1)
                .findFirst()
                .orElseThrow()
                .strip();
        assertThat(example).startsWith("rctp " + command.split(" ", -1)[0]);
        Main.commandLine().parseArgs(example.substring("rctp ".length()).split(" ", -1));
    }

    @Test
    @DisplayName("rctp test --help tells its option without building; another option is wrong usage")
    void testHelp() throws Exception {
        assertThat(rctp("test", "--help").out()).contains("--all", "example: ./rctp test --all");
        assertThat(rctp("test", "--al").exit()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "sevre",
                "sevre --help",
                "serve",
                "demo --jsn",
                "record",
                "record nosuch --help",
                "record verify"
            })
    @DisplayName("wrong usage exits with 2 and is told in a few lines, never as a stack trace")
    void wrongUsage(String line) throws Exception {
        Shell.Ended ended = line.isEmpty() ? rctp() : rctp(line.split(" ", -1));

        assertThat(ended.exit()).as(ended.err()).isEqualTo(2);
        assertThat(ended.out() + ended.err())
                .containsPattern("(?i)usage: rctp|did you mean|possible solutions")
                .doesNotContain("\tat ");
    }

    @Test
    @DisplayName("a word that is no command is told before anything is built")
    void noCommand() throws Exception {
        Path fresh = Files.createDirectories(folder.resolve("fresh/packaging/archive/bin"));
        Files.copy(Checkout.ROOT.resolve("packaging/archive/bin/find-jdk.sh"), fresh.resolve("find-jdk.sh"));
        Path copy = Files.copy(LAUNCHER, folder.resolve("fresh/rctp"), StandardCopyOption.COPY_ATTRIBUTES);
        Shell.Ended ended = shell().without("RCTP_TESTING").run(List.of(copy.toString(), "build"));

        assertThat(ended.exit()).isEqualTo(2);
        assertThat(ended.err())
                .contains("there is no command build", "usage: rctp")
                .doesNotContain("building");
        assertThat(folder.resolve("fresh/target")).doesNotExist();
    }

    @Test
    @DisplayName("serve: a configuration that is not there is told in one line")
    void noConfiguration() throws Exception {
        Shell.Ended ended = rctp("serve", "--config", "missing.yaml");

        assertThat(ended.exit()).isEqualTo(1);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err().lines()).containsExactly("rctp: missing.yaml does not exist.");
    }

    @Test
    @DisplayName(
            "REC-4: record verify is 0 for a good record, 1 for one with a changed byte, 2 where it can't be checked")
    void recordVerify() throws Exception {
        byte[] good = Files.readAllBytes(Checkout.ROOT.resolve("attest/src/test/resources/records/version-1.json"));
        ObjectNode keyless = StrictJson.parseObject(good);
        JsonNode keys = keyless.remove("keys");
        Map<String, String> files = Map.of(
                "good.json",
                new String(good, StandardCharsets.UTF_8),
                "changed.json",
                new String(good, StandardCharsets.UTF_8).replaceFirst("\"amount\": 1|\"a\": 1", "$0" + "1"),
                "keyless.json",
                keyless.toString(),
                "profile.json",
                "{\"keys\":" + keys + "}",
                "text.json",
                "no JSON");
        for (var file : files.entrySet()) {
            Files.writeString(elsewhere.resolve(file.getKey()), file.getValue());
        }

        assertThat(files.get("changed.json")).isNotEqualTo(files.get("good.json"));
        assertThat(rctp("record", "verify", "good.json").exit()).isZero();
        assertThat(rctp("record", "verify", "changed.json").exit()).isEqualTo(1);
        assertThat(rctp("record", "verify", "keyless.json").exit()).isEqualTo(2);
        assertThat(rctp("record", "verify", "keyless.json", "--keys", "profile.json")
                        .exit())
                .isZero();
        for (String unreadable : List.of("text.json", "none.json")) {
            Shell.Ended ended = rctp("record", "verify", unreadable);
            assertThat(ended.exit()).isEqualTo(2);
            assertThat(ended.err().lines()).hasSize(1);
        }
    }
}
