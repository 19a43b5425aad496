package dev.rctp.gateway.cli;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rctp ready}: whether a running gateway can decide calls, for what starts and watches it without a shell (MGT-1). */
@Command(
        name = "ready",
        description = {
            "Asks a running gateway's management port whether it is ready (/readyz).",
            "Exit code: 0 it is, 1 it isn't or nobody answers."
        },
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  rctp ready --management http://127.0.0.1:8444"})
public final class Ready implements Callable<Integer> {

    private static final Duration PATIENCE = Duration.ofSeconds(9);

    @Option(
            names = "--management",
            paramLabel = "URL",
            defaultValue = "http://127.0.0.1:8444",
            description = "The management port (default: ${DEFAULT-VALUE}).")
    private URI management = URI.create("http://127.0.0.1:8444");

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        try (HttpClient http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(PATIENCE)
                .build()) {
            HttpRequest request = HttpRequest.newBuilder(management.resolve("/readyz"))
                    .timeout(PATIENCE)
                    .build();
            int status =
                    http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
            return status == 200 ? 0 : told("the gateway is not ready: it answered " + status + ".");
        } catch (IOException e) {
            return told("nobody answers at " + management + ".");
        } catch (IllegalArgumentException e) {
            return told(management + " is no http URL.");
        }
    }

    private int told(String sentence) {
        spec.commandLine().getErr().println("rctp: " + sentence);
        return 1;
    }
}
