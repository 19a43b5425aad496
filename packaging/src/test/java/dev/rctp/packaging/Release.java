package dev.rctp.packaging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The built archive, and the page that tells how to run it. */
final class Release {

    /** The folder of this module. */
    static final Path MODULE =
            Path.of(System.getProperty("basedir", ".")).toAbsolutePath().normalize();

    private static final Pattern BLOCK = Pattern.compile("(?ms)^```sh\\n(.*?)^```$");

    private Release() {}

    /** The archive; a build without the profile {@code release} has none. */
    static Path archive() throws IOException {
        try (Stream<Path> built = Files.list(MODULE.resolve("target"))) {
            return built.filter(file -> file.toString().endsWith(".tar.gz"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no archive is built: mvn -Prelease package"));
        }
    }

    /** Unpacks the archive into the folder, and gives the one folder that is in it. */
    static Path unpack(Path folder) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Program.in(folder).run(List.of("tar", "-xzf", archive().toString())).succeeded();
        try (Stream<Path> unpacked = Files.list(folder)) {
            return unpacked.filter(Files::isDirectory).findFirst().orElseThrow();
        }
    }

    /** The blocks of {@code docs/operations.md} that are for typing here; the others are for the reader's own systems. */
    static List<String> blocks() throws IOException {
        return BLOCK.matcher(Files.readString(MODULE.resolveSibling("docs/operations.md")))
                .results()
                .map(block -> block.group(1))
                .toList();
    }
}
