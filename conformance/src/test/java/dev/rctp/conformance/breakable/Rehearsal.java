package dev.rctp.conformance.breakable;

import dev.rctp.conformance.cli.Main;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Runs cases against a breakable gateway: {@code FOLDER PORT FAULT,…|none} and the options of {@code run}. */
public final class Rehearsal {

    private Rehearsal() {}

    /** Exits with the runner's code. */
    public static void main(String[] arguments) throws Exception {
        Set<Fault> faults = EnumSet.noneOf(Fault.class);
        if (!arguments[2].equals("none")) {
            Arrays.stream(arguments[2].split(",")).map(Fault::valueOf).forEach(faults::add);
        }
        int code;
        try (Site site = Site.start(Path.of(arguments[0]), Integer.parseInt(arguments[1]), faults)) {
            List<String> run = new ArrayList<>(List.of("run", "--plan", site.plan().toString()));
            run.addAll(Arrays.asList(arguments).subList(3, arguments.length));
            code = Main.commandLine().execute(run.toArray(String[]::new));
        }
        System.exit(code);
    }
}
