package dev.rctp.gateway.config;

import dev.rctp.registries.Registries;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
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
        Tree tree = tree(file, true);
        return tree.root() != null && tree.faults().isEmpty()
                ? new ConfigReading.Good(new ConfigTree(registries, tree.root(), folder(file)).config())
                : new ConfigReading.Faulty(tree.faults());
    }

    /** All faults of the file, in its order; empty where there are none. */
    public List<ConfigFault> faults(Path file) {
        return tree(file, true).faults();
    }

    /** The same where environment variables that are not set, and key files that are not there, are taken for good. */
    public List<ConfigFault> faultsBesideSecrets(Path file) {
        return tree(file, false).faults();
    }

    /** A file's values with the environment's in them, null where it can't be read, and what is wrong with it. */
    private record Tree(@Nullable JsonNode root, List<ConfigFault> faults) {}

    private Tree tree(Path file, boolean withSecrets) {
        try {
            if (Files.size(file) > MAX_BYTES) {
                return unreadable("The file is larger than 1 MiB.");
            }
            return tree(Files.readString(file), folder(file), withSecrets);
        } catch (IOException e) {
            return unreadable(sentence(e));
        }
    }

    static String sentence(IOException e) {
        return switch (e) {
            case NoSuchFileException _ -> "The file does not exist.";
            case AccessDeniedException _ -> "The file can't be read by this user: permission is denied.";
            case CharacterCodingException _ -> "The file can't be read as UTF-8 text.";
            default -> "The file can't be read.";
        };
    }

    private static Path folder(Path file) {
        return file.toAbsolutePath().resolveSibling("");
    }

    private static Tree unreadable(String sentence) {
        return new Tree(null, List.of(new ConfigFault("", null, sentence)));
    }

    private Tree tree(String text, Path folder, boolean withSecrets) {
        YamlFile yaml = YamlFile.parse(text);
        FaultList faults = new FaultList(yaml.lines());
        JsonNode root = new EnvironmentValues(environment, withSecrets, faults).fill(yaml.root(), "");
        if (yaml.root().isMissingNode()) {
            return new Tree(
                    null, yaml.faults().isEmpty() ? List.of(new ConfigFault("", null, "is empty")) : yaml.faults());
        }
        yaml.faults().forEach(fault -> faults.add(fault.path(), fault.message()));
        registries.schemas().validate("gateway-config", root).forEach(f -> faults.add(f.path(), f.message()));
        new CrossChecks(registries, root, folder, withSecrets, faults).run();
        return new Tree(root, faults.sorted());
    }
}
