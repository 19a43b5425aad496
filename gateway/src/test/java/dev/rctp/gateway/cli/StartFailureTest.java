package dev.rctp.gateway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.Main;
import dev.rctp.gateway.store.DatabaseUnavailableException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class StartFailureTest {

    @TempDir
    Path folder;

    private final StringWriter errors = new StringWriter();

    @Test
    @DisplayName(
            "a file, a database or an address that can't be used is one sentence on standard error and exit code 1")
    void oneSentence() throws Exception {
        CommandLine command = command();
        List<Exception> failures = List.of(
                new IOException("The key file is no key."),
                new DatabaseUnavailableException("The database can't be reached.", new IOException("deep inside")),
                new IllegalStateException("cannot listen on 127.0.0.1:4000", new BindException("in use")));
        for (Exception failure : failures) {
            errors.getBuffer().setLength(0);
            int exit = StartFailure.told(command.getCommandSpec(), () -> {
                throw failure;
            });
            assertThat(exit).isEqualTo(1);
            assertThat(errors.toString()).isEqualTo("rctp: " + failure.getMessage() + System.lineSeparator());
        }
    }

    @Test
    @DisplayName("a sandbox whose folder can't be made is told in one sentence, without a stack trace")
    void sandboxFolder() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "");
        int exit = command().execute("sandbox", "--state", file.resolve("state").toString());
        assertThat(exit).isEqualTo(1);
        assertThat(errors.toString()).startsWith("rctp: ").hasLineCount(1);
    }

    private CommandLine command() {
        return Main.commandLine().setErr(new PrintWriter(errors, true));
    }
}
