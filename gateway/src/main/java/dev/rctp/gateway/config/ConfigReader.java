package dev.rctp.gateway.config;

import dev.rctp.registries.Registries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Reads a configuration file: YAML, environment variables, the schema {@code gateway-config}, then what a schema can't say. */
public final class ConfigReader {

    private static final long MAX_BYTES = 1 << 20;

    private final Registries registries;
    private final Map<String, String> environment;

    /** Takes the registries it checks against and the environment that <code>${NAME}</code> names. */
    public ConfigReader(Registries registries, Map<String, String> environment) {
        this.registries = registries;
        this.environment = Map.copyOf(environment);
    }

    /** Reads the file; all faults are reported at once. */
    public ConfigReading read(Path file) {
        try {
            if (Files.size(file) > MAX_BYTES) {
                return unreadable("The file is larger than 1 MiB.");
            }
            return read(Files.readString(file), file.toAbsolutePath().resolveSibling(""));
        } catch (IOException e) {
            return unreadable("The file can't be read as UTF-8 text.");
        }
    }

    private static ConfigReading unreadable(String sentence) {
        return new ConfigReading.Faulty(List.of(new ConfigFault("", null, sentence)));
    }

    private ConfigReading read(String text, Path folder) {
        YamlFile yaml = YamlFile.parse(text);
        FaultList faults = new FaultList(yaml.lines());
        JsonNode root = new EnvironmentValues(environment, faults).fill(yaml.root(), "");
        if (yaml.root().isMissingNode()) {
            return new ConfigReading.Faulty(
                    yaml.faults().isEmpty() ? List.of(new ConfigFault("", null, "is empty")) : yaml.faults());
        }
        yaml.faults().forEach(fault -> faults.add(fault.path(), fault.message()));
        registries.schemas().validate("gateway-config", root).forEach(f -> faults.add(f.path(), f.message()));
        new CrossChecks(registries, root, folder, faults).run();
        List<ConfigFault> found = faults.sorted();
        return found.isEmpty()
                ? new ConfigReading.Good(new ConfigTree(registries, root, folder).config())
                : new ConfigReading.Faulty(found);
    }
}
