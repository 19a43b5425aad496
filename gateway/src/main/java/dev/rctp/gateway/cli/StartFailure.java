package dev.rctp.gateway.cli;

import dev.rctp.gateway.store.DatabaseUnavailableException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;

/** Tells the person at the terminal in one sentence why something can't be started; what nobody foresaw keeps its stack trace. */
final class StartFailure {

    private static final int FAILED = 1;

    private StartFailure() {}

    /** The command's exit code: 1, after its sentence on standard error, for a database, file or address that can't be used. */
    static int told(CommandSpec spec, Callable<Integer> command) throws Exception {
        try {
            return command.call();
        } catch (IOException | DatabaseUnavailableException e) {
            return tell(spec, e);
        } catch (IllegalStateException e) {
            if (e.getCause() instanceof IOException) { // an address that is in use
                return tell(spec, e);
            }
            throw e;
        }
    }

    private static int tell(CommandSpec spec, Exception e) {
        spec.commandLine().getErr().println("rctp: " + sentence(e));
        return FAILED;
    }

    /** What is made here are folders. */
    private static String sentence(Exception e) {
        return e instanceof FileAlreadyExistsException other ? other.getFile() + " is not a folder." : FaultText.of(e);
    }
}
