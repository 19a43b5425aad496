package dev.rctp.gateway.sandbox.loopback;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** TEST ONLY: what a server of the sandbox must still know after a restart, one JSON object in a line, readable by its owner alone. */
public final class Journal {

    private static final JsonMapper MAPPER = new JsonMapper();

    private final @Nullable Path file;

    private Journal(@Nullable Path file) {
        this.file = file;
    }

    /** A journal in this file of the folder, which is made if absent; without a folder nothing outlives the process. */
    public static Journal in(@Nullable Path folder, String file) throws IOException {
        if (folder == null) {
            return new Journal(null);
        }
        Path path = Files.createDirectories(folder).resolve(file);
        if (!Files.exists(path)) {
            Files.createFile(path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        return new Journal(path);
    }

    /** Hands over the entries of earlier processes in order; a last line that a crash cut short is dropped. */
    public void replay(Consumer<ObjectNode> reader) throws IOException {
        if (file == null) {
            return;
        }
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        int whole = text.lastIndexOf('\n') + 1;
        if (whole < text.length()) {
            Files.writeString(file, text.substring(0, whole));
        }
        text.substring(0, whole).lines().forEach(line -> reader.accept(parse(line)));
    }

    /** Adds an entry; callers keep their own order. */
    public void append(ObjectNode entry) {
        if (file == null) {
            return;
        }
        try {
            Files.writeString(file, entry + "\n", StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ObjectNode parse(String line) {
        try {
            return (ObjectNode) MAPPER.readTree(line);
        } catch (JacksonException e) {
            throw new IllegalStateException("a journal of the sandbox holds a line that is not JSON", e);
        }
    }
}
