package dev.rctp.registries;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** The registries as they would be with one more file among their term sets. */
public final class MoreTermSets {

    private MoreTermSets() {}

    /** Loads them with this file, which lies in the folder of the term sets as it were. */
    public static Registries with(Path file) throws IOException, InvalidJsonException {
        Map<String, JsonNode> files = new TreeMap<>(RegistryFolder.packed());
        files.put("term-sets/" + file.getFileName(), StrictJson.parse(Files.readAllBytes(file)));
        return Registries.of(files);
    }
}
