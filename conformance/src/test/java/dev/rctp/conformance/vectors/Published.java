package dev.rctp.conformance.vectors;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The folder {@code registries/vectors} as it is checked in. */
final class Published {

    static final Path FOLDER = Path.of(System.getProperty("basedir", "."))
            .toAbsolutePath()
            .resolve("../registries/vectors")
            .normalize();

    static final String SCHEMA = "schema.json";

    private Published() {}

    /** The vectors' text by file name. */
    static SortedMap<String, String> files() throws IOException {
        SortedMap<String, String> files = new TreeMap<>();
        try (Stream<Path> paths = Files.list(FOLDER)) {
            for (Path path : paths.toList()) {
                String name = path.getFileName().toString();
                if (name.endsWith(".json") && !name.equals(SCHEMA)) {
                    files.put(name, Files.readString(path));
                }
            }
        }
        return files;
    }
}
