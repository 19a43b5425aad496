package dev.rctp.gateway.config;

import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** The files with keys that a configuration names. */
final class JwkFiles {

    private final Path folder;
    private final boolean keysAreThere;
    private final FaultList faults;

    /** Files that are not there are faults only where {@code keysAreThere}. */
    JwkFiles(Path folder, boolean keysAreThere, FaultList faults) {
        this.folder = folder;
        this.keysAreThere = keysAreThere;
        this.faults = faults;
    }

    /** What the file holds; empty where that is a fault of the member at this path, or it is not there. */
    Optional<ObjectNode> read(String path, String name) {
        Path file = folder.resolve(name);
        try {
            if (Files.isRegularFile(file)) {
                return Optional.of(StrictJson.parseObject(Files.readAllBytes(file)));
            }
            if (keysAreThere || Files.exists(file)) {
                faults.add(path, "must name a file that can be read");
            }
        } catch (IOException e) {
            faults.add(path, "must name a file that can be read");
        } catch (InvalidJsonException e) {
            faults.add(path, "must name a file that holds a JWK");
        }
        return Optional.empty();
    }
}
