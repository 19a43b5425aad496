package dev.rctp.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.registries.StrictJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The description of the image: linted, and its commands run from the archive that is its context. */
@Tag("long")
class ContainerfileIT {

    private static final Path LOCKED = Release.MODULE.resolve("src/test/containerfile");
    private static final Path INSTALLED = Release.MODULE.resolve("target/containerfile");

    @TempDir
    Path folder;

    private Path release = Path.of("");
    private Path file = Path.of("");

    @BeforeEach
    void unpack() throws Exception {
        release = Release.unpack(folder);
        file = release.resolve("container/Containerfile");
    }

    /** The instructions, each on one line, without comments. */
    private List<String> instructions() throws IOException {
        return Files.readString(file)
                .replaceAll("(?m)^#.*\n", "")
                .replaceAll("\\\\\n\\s*", "")
                .lines()
                .filter(line -> !line.isBlank())
                .toList();
    }

    private String instruction(String name) throws IOException {
        return instructions().stream()
                .filter(line -> line.startsWith(name + " "))
                .reduce((first, last) -> last)
                .orElseThrow();
    }

    /** A command in exec form, with the archive's libraries in the place of the image's. */
    private List<String> command(String instruction) throws Exception {
        String array = instruction.substring(instruction.indexOf('['));
        List<String> words = new ArrayList<>();
        for (JsonNode word : StrictJson.parse(array.getBytes(StandardCharsets.UTF_8))) {
            words.add(word.asString().replace("/opt/rctp/", release + "/"));
        }
        words.set(0, System.getProperty("java.home") + "/bin/" + words.getFirst());
        return words;
    }

    @Test
    @DisplayName("dockerfile-utils finds nothing in the Containerfile, and something in a bad one")
    void linted() throws Exception {
        Files.createDirectories(INSTALLED);
        for (String name : List.of("package.json", "package-lock.json")) {
            Files.copy(LOCKED.resolve(name), INSTALLED.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        }
        Program.in(INSTALLED)
                .run(List.of("npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts"))
                .succeeded();
        Path bad = Files.writeString(
                folder.resolve("Containerfile"), Files.readString(file).replace("USER ", "USR "));

        Program.Ended linted = lint(file);
        assertThat(linted.exit()).as(linted.out() + linted.err()).isZero();
        assertThat(linted.out() + linted.err()).isEmpty();
        assertThat(lint(bad).exit()).isEqualTo(1);
    }

    private static Program.Ended lint(Path file) throws Exception {
        return Program.in(INSTALLED).run(List.of("node_modules/.bin/dockerfile-utils", "lint", file.toString()));
    }

    @Test
    @DisplayName("the image runs as a user with a number, copies what the archive has, and needs no shell")
    void described() throws Exception {
        assertThat(instruction("USER")).matches("USER [1-9][0-9]+:[1-9][0-9]+");
        assertThat(instruction("ARG")).matches("ARG JAVA_IMAGE=[a-z.]+/[a-z/-]+:25-jre");
        assertThat(instructions()).noneMatch(line -> line.startsWith("RUN ") || line.startsWith("ADD "));
        for (String line : instructions()) {
            if (line.startsWith("COPY ")) {
                List<String> words = List.of(line.split(" ", -1));
                assertThat(words.subList(1, words.size() - 1))
                        .allSatisfy(
                                source -> assertThat(release.resolve(source)).exists());
            }
        }
        assertThat(instruction("ENTRYPOINT")).contains("\"-XX:+ExitOnOutOfMemoryError\"");
        assertThat(instruction("CMD")).startsWith("CMD [");
        assertThat(instruction("HEALTHCHECK")).contains("CMD [");
    }

    @Test
    @DisplayName("the image's entry point starts the program, and its health check finds that nobody answers")
    void runs() throws Exception {
        List<String> version = command(instruction("ENTRYPOINT"));
        version.add("--version");
        assertThat(Program.in(folder).run(version).succeeded().out()).startsWith("rctp ");

        List<String> check = command(instruction("HEALTHCHECK"));
        check.addAll(List.of("--management", "http://127.0.0.1:1"));
        Program.Ended checked = Program.in(folder).run(check);
        assertThat(checked.exit()).isEqualTo(1);
        assertThat(checked.err()).isEqualTo("rctp: nobody answers at http://127.0.0.1:1.\n");
    }
}
