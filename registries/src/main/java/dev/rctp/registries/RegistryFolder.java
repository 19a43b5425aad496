package dev.rctp.registries;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The JSON files of the registries, by their path in the folder: {@code actions.json}, {@code schemas/error.schema.json}. */
final class RegistryFolder {

    private RegistryFolder() {}

    /** The files packed beside this class, in a folder or in a jar. */
    static Map<String, JsonNode> packed() {
        URL one = Objects.requireNonNull(
                RegistryFolder.class.getResource("actions.json"), "actions.json is not packed with its classes");
        try {
            if (one.openConnection() instanceof JarURLConnection jar) {
                Path file = Path.of(jar.getJarFileURL().toURI());
                try (FileSystem files = FileSystems.newFileSystem(file)) {
                    return at(Objects.requireNonNull(
                            files.getPath("/", jar.getEntryName()).getParent()));
                }
            }
            return at(Objects.requireNonNull(Path.of(one.toURI()).getParent()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The files of a folder and of the folders in it. */
    static Map<String, JsonNode> at(Path folder) throws IOException {
        Map<String, JsonNode> files = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(folder, 2)) {
            for (Path path : (Iterable<Path>) paths.filter(p -> p.toString().endsWith(".json"))::iterator) {
                String name = folder.relativize(path).toString().replace('\\', '/');
                files.put(name, read(name, Files.readAllBytes(path)));
            }
        }
        return files;
    }

    private static JsonNode read(String name, byte[] json) {
        try {
            return StrictJson.parse(json);
        } catch (InvalidJsonException e) {
            throw new IllegalStateException(name + ": " + e.getMessage(), e);
        }
    }
}
