package dev.rctp.conformance.cli;

import dev.rctp.conformance.plan.Plan;
import dev.rctp.conformance.plan.PlanReader;
import dev.rctp.conformance.plan.PlanReading;
import dev.rctp.conformance.requirement.Requirements;
import dev.rctp.registries.Registries;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --plan FILE}. */
final class PlanOption {

    @Option(names = "--plan", required = true, paramLabel = "FILE", description = "The plan; init prints one.")
    private Path file = Path.of("plan.yaml");

    /** Where it is. */
    Path file() {
        return file;
    }

    /** The plan; null where it has faults, which are printed. */
    @Nullable
    Plan read(Requirements requirements, Registries registries, PrintWriter err) {
        PlanReader reader = new PlanReader(requirements, registries.actions(), System.getenv());
        return switch (reader.read(file)) {
            case PlanReading.Good(Plan plan) -> plan;
            case PlanReading.Faulty(var faults) -> {
                faults.forEach(fault -> err.println(file + ": " + fault));
                yield null;
            }
        };
    }
}
