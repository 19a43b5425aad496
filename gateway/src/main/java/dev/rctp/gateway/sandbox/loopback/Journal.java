package dev.rctp.gateway.sandbox.loopback;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** TEST ONLY: what a server of the sandbox must still know after a restart, one JSON object in a line. */
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
        return new Journal(Files.createDirectories(folder).resolve(file));
    }

    /** Hands over the entries of earlier processes in order; a last line that a crash cut short is dropped. */
    public void replay(Consumer<ObjectNode> reader) throws IOException {
        if (file == null || !Files.exists(file)) {
            return;
        }
        String text = Files.readString(file);
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
            Files.write(
                    file,
                    (entry + "\n").getBytes(StandardCharsets.UTF_8),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
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
