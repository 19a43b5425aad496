package dev.rctp.gateway.cli;

import dev.rctp.gateway.config.ConfigReader;
import dev.rctp.gateway.config.ConfigReading;
import dev.rctp.gateway.config.GatewayConfig;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;

/** What a command does with a configuration that has no fault. */
@FunctionalInterface
interface Configured {

    /** Does it; gives the exit code. */
    int with(GatewayConfig config) throws Exception;

    /** Reads the file and does it; tells all faults instead, with exit code 1, where there is one. */
    static int by(CommandSpec spec, Path file, ConfigReader reader, Configured use) throws Exception {
        if (Files.notExists(file)) {
            throw new NoSuchFileException(file.toString());
        }
        return switch (reader.read(file)) {
            case ConfigReading.Faulty faulty -> {
                faulty.faults().forEach(fault -> spec.commandLine().getErr().println("rctp: " + file + ": " + fault));
                yield 1;
            }
            case ConfigReading.Good good -> use.with(good.config());
        };
    }
}
