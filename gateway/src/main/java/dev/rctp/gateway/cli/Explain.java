package dev.rctp.gateway.cli;

import dev.rctp.gateway.explain.CaptureReading;
import dev.rctp.gateway.explain.CapturedRequest;
import dev.rctp.gateway.explain.Explainer;
import dev.rctp.gateway.explain.Explanation;
import dev.rctp.gateway.explain.ExplanationText;
import dev.rctp.gateway.explain.Vantage;
import dev.rctp.msgsig.Authority;
import dev.rctp.msgsig.SignaturePolicy;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code rctp explain}: why a request's signature fails (SIG-1 to SIG-6, OPR-1, OPR-3). */
@Command(
        name = "explain",
        description = {
            "Says why the signature of a captured request fails, and how to mend it.",
            "FILE is raw HTTP/1.1 text, or what curl -v or rctp call -v printed; standard input without FILE.",
            "The keys are those of the profile whose URL UCP-Agent names, unless --profile or --key says otherwise;"
                    + " nothing else goes over the network, and nothing of the request leaves this machine.",
            "Exit code: 0 valid, 1 it fails, 2 it can't be read or told."
        },
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  rctp explain request.txt --key agent.jwk --base base.txt"})
public final class Explain implements Callable<Integer> {

    private static final int UNDECIDED = 2;
    private static final int MOST_BYTES = 8 << 20;
    private static final int MOST_BASE_BYTES = 128 << 10;
    private static final int MOST_TRIES = 60_000;

    @Parameters(paramLabel = "FILE", arity = "0..1", description = "The request.")
    private @Nullable Path file;

    @Option(names = "--profile", paramLabel = "URL|FILE", description = "The operator's profile.")
    private @Nullable String profile;

    @Option(
            names = "--key",
            paramLabel = "JWK",
            description = "The agent's key; of a private one only the public part is used. May be repeated.")
    private List<Path> keys = new ArrayList<>();

    @Option(names = "--base", paramLabel = "FILE", description = "The signature base that the signer printed.")
    private @Nullable Path base;

    @Option(names = "--body", paramLabel = "FILE", description = "The body, where the capture has none.")
    private @Nullable Path body;

    @Option(
            names = "--authority",
            paramLabel = "HOST",
            description = "What the gateway is publicly called, where the capture was taken behind a proxy.")
    private @Nullable String authority;

    @Option(
            names = "--scheme",
            paramLabel = "https|http",
            description = "What the URL begins with; https by default, http for loopback hosts.")
    private @Nullable String scheme;

    @Option(
            names = "--at",
            paramLabel = "TIME",
            description = "When the request was sent, such as 2026-11-30T12:00:00Z; by default the Date of the answer"
                    + " in the capture, else now.")
    private @Nullable String at;

    @Option(names = "--require-created", description = "Judges as a gateway that demands created.")
    private boolean requireCreated;

    @Option(names = "--allow-loopback", description = "Fetches profiles from this machine too, by http.")
    private boolean allowLoopback;

    @Option(names = "--json", description = "Prints one JSON object for tools.")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        if (scheme != null && !scheme.equals("https") && !scheme.equals("http")) {
            throw new ParameterException(spec.commandLine(), "--scheme is https or http");
        }
        try {
            return switch (CapturedRequest.parse(captured())) {
                case CaptureReading.Unreadable(String sentence) -> unreadable(sentence);
                case CapturedRequest request ->
                    explain(body == null ? request : request.withBody(GivenFile.read(body, MOST_BYTES)));
            };
        } catch (IOException e) {
            return unreadable(FaultText.of(e));
        } catch (DateTimeException e) {
            return unreadable("--at is not a time such as 2026-11-30T12:00:00Z.");
        }
    }

    private int explain(CapturedRequest request) throws IOException, InterruptedException {
        Instant when = at != null ? Instant.parse(at) : sent(request);
        ExplainedKeys known = ExplainedKeys.of(request, profile, keys, allowLoopback, InstantSource.fixed(when));
        Vantage vantage = vantage(request);
        Explainer explainer =
                new Explainer(known.directory(), known, SignaturePolicy.of(requireCreated), vantage, MOST_TRIES);
        Optional<Explanation> explained =
                explainer.explain(request, when, base == null ? null : GivenFile.read(base, MOST_BASE_BYTES));
        if (explained.isEmpty()) {
            return unreadable("There is no Host line, so @authority can't be told; give --authority.");
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(ExplanationJson.of(explained.get()));
        } else {
            ExplanationText.lines(explained.get()).forEach(out::println);
        }
        if (known.fault().isPresent()) {
            return unreadable(known.fault().get() + " Give it with --profile, or the key with --key.");
        }
        return switch (explained.get().verdict()) {
            case VALID -> 0;
            case FAULTY, UNEXPLAINED -> 1;
            case UNDECIDED -> UNDECIDED;
        };
    }

    private static Instant sent(CapturedRequest request) {
        Instant answered = request.answeredAt();
        return answered == null ? Instant.now() : answered;
    }

    private Vantage vantage(CapturedRequest request) {
        String host = authority == null ? String.valueOf(request.host()) : authority;
        boolean loopback = host.matches("(?i)(localhost|127\\.[0-9.]+|\\[::1])(:[0-9]+)?");
        String used = scheme != null ? scheme : loopback ? "http" : "https";
        return new Vantage(used, authority == null ? Set.of() : Set.of(Authority.normalize(used, authority)));
    }

    private byte[] captured() throws IOException {
        return file == null
                ? GivenFile.read(System.in, "Standard input", MOST_BYTES)
                : GivenFile.read(file, MOST_BYTES);
    }

    private int unreadable(String sentence) {
        spec.commandLine().getErr().println("rctp: " + sentence);
        return UNDECIDED;
    }
}
