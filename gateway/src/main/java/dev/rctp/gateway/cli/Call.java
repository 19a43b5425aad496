package dev.rctp.gateway.cli;

import dev.rctp.msgsig.MessageSigner;
import dev.rctp.msgsig.RequestSigner;
import dev.rctp.msgsig.agent.AgentKey;
import dev.rctp.msgsig.agent.AnswerVerdict;
import dev.rctp.msgsig.agent.AnswerVerifier;
import dev.rctp.msgsig.agent.ProvenAnswer;
import dev.rctp.msgsig.profile.GatewayProfile;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code rctp call}: one signed call, like curl (SIG-2, IDM-1, RSP-1). */
@Command(
        name = "call",
        description = {
            "Signs one call as an agent, sends it, and prints the body of the answer.",
            "An Idempotency-Key is made where one is needed and none given. Nothing printed has the token or the key in it."
                    + " On a terminal its control characters are shown, not obeyed.",
            "Exit code: 0 the status is 2xx, 1 it is another, 2 nothing was sent or no whole answer of 16 MiB at most came,"
                    + " 3 the answer is not proven to be the gateway's, with --verify."
        },
        mixinStandardHelpOptions = true,
        usageHelpWidth = 120,
        footer = {
            "",
            "Example:",
            "  rctp call -v --key agent.jwk --profile https://a.example/ucp --token @token POST https://g.example/offers/off_1/accept -d {}"
        })
public final class Call implements Callable<Integer> {

    private static final int NOT_SENT = 2;
    private static final int NOT_PROVEN = 3;

    /** Set by the launcher where standard output is a terminal. */
    private static final String TERMINAL = "rctp.terminal";

    @Option(
            names = "--key",
            required = true,
            paramLabel = "FILE",
            description = "The agent's private JWK (rctp keygen).")
    private Path key = Path.of("");

    @Option(
            names = "--profile",
            required = true,
            paramLabel = "URL",
            description = "The operator's profile, exactly as it is onboarded.")
    private String profile = "";

    @Option(
            names = "--token",
            paramLabel = "TOKEN|@FILE",
            description = "The access token of the seller's grant; @FILE keeps it out of the process list.")
    private @Nullable String token;

    @Option(
            names = {"-d", "--data"},
            paramLabel = "BODY|@FILE",
            description = "The body, sent byte by byte as it is; @- is standard input.")
    private @Nullable String data;

    @Option(
            names = {"-H", "--header"},
            paramLabel = "NAME:VALUE",
            description = "One more header; may be repeated. Content-Type is application/json if there is none.")
    private List<String> headers = new ArrayList<>();

    @Option(
            names = {"-v", "--verbose"},
            description =
                    "Print, on standard error, what was signed, what was decided, and whose signature the answer has.")
    private boolean verbose;

    @Option(names = "--verify", description = "Exit with 3 unless the answer is proven to be the gateway's (RSP-1).")
    private boolean verify;

    @Option(
            names = "--gateway-profile",
            paramLabel = "URL",
            description = "Where the gateway's keys are (default: /.well-known/ucp of the called host).")
    private @Nullable URI gatewayProfile;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description = "How long to wait for the whole answer (default: ${DEFAULT-VALUE}).")
    private int timeout;

    @Option(
            names = "--at",
            paramLabel = "TIME",
            description =
                    "Sign, and judge the answer, as at this time, such as 2026-11-30T12:00:00Z, for a sandbox whose"
                            + " clock was moved (default: now).")
    private @Nullable String at;

    @Parameters(index = "0", paramLabel = "METHOD", description = "GET, POST, ...")
    private String method = "";

    @Parameters(index = "1", paramLabel = "URL", description = "What to call.")
    private String url = "";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        try {
            return exchange();
        } catch (IOException e) {
            return failed(FaultText.of(e, url));
        }
    }

    private int exchange() throws IOException, InterruptedException {
        HttpRequest request = signed(AgentKey.read(key), request());
        CallTrace trace = new CallTrace(spec.commandLine().getErr());
        if (verbose) {
            trace.request(request);
        }
        HttpResponse<byte[]> answer = CallExchange.send(request, Duration.ofSeconds(timeout));
        if (verbose) {
            trace.answer(answer);
        }
        boolean proven = !(verbose || verify) || isProven(answer, trace);
        printBody(answer.body());
        if (verify && !proven) {
            return NOT_PROVEN;
        }
        return answer.statusCode() / 100 == 2 ? 0 : 1;
    }

    private HttpRequest.Builder request() throws IOException {
        if (timeout < 1) {
            throw new ParameterException(spec.commandLine(), "--timeout is 1 second at least");
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(target());
        byte[] body = data == null ? new byte[0] : content(data);
        try {
            request.method(method, HttpRequest.BodyPublishers.ofByteArray(body));
            boolean typed = false;
            for (String header : headers) {
                int colon = header.indexOf(':');
                if (colon < 1) {
                    throw new IllegalArgumentException("a header is written as Name: value");
                }
                String name = header.substring(0, colon).strip();
                typed |= name.equalsIgnoreCase("content-type");
                request.header(name, header.substring(colon + 1).strip());
            }
            if (body.length > 0 && !typed) {
                request.header("content-type", "application/json");
            }
            if (token != null) {
                request.header("authorization", "Bearer " + text(token));
            }
        } catch (IllegalArgumentException e) {
            // the message might quote the header with the token
            throw new ParameterException(spec.commandLine(), "the method or a header is not valid");
        }
        return request;
    }

    private HttpRequest signed(AgentKey agent, HttpRequest.Builder request) {
        try {
            return new RequestSigner(new MessageSigner(agent.signingKey(), clock()), profile).sign(request.build());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
        }
    }

    private InstantSource clock() {
        if (at == null) {
            return InstantSource.system();
        }
        try {
            return InstantSource.fixed(Instant.parse(at));
        } catch (DateTimeParseException e) {
            throw new ParameterException(spec.commandLine(), "--at is a time such as 2026-11-30T12:00:00Z", e);
        }
    }

    private URI target() {
        try {
            URI target = URI.create(url);
            if (target.getHost() != null && List.of("http", "https").contains(target.getScheme())) {
                return target;
            }
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "not a URL: " + e.getMessage());
        }
        throw new ParameterException(spec.commandLine(), "not an absolute http or https URL: " + url);
    }

    private static byte[] content(String argument) throws IOException {
        if (argument.equals("@-")) {
            return System.in.readAllBytes();
        }
        return argument.startsWith("@")
                ? Files.readAllBytes(Path.of(argument.substring(1)))
                : argument.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(String argument) throws IOException {
        return new String(content(argument), StandardCharsets.UTF_8).strip();
    }

    private boolean isProven(HttpResponse<byte[]> answer, CallTrace trace) throws InterruptedException {
        URI profileUrl = gatewayProfile == null ? target().resolve("/.well-known/ucp") : gatewayProfile;
        try {
            return switch (new AnswerVerifier(GatewayProfile.fetch(profileUrl), clock()).verify(answer)) {
                case ProvenAnswer proven -> {
                    trace.say("The answer is the gateway's, to this very request (key " + proven.keyId() + ").");
                    yield true;
                }
                case AnswerVerdict.Unproven unproven -> {
                    trace.say("The answer is NOT proven to be the gateway's: " + unproven.sentence());
                    yield false;
                }
            };
        } catch (IOException e) {
            trace.say("The answer can't be proven to be the gateway's, for want of its keys: "
                    + FaultText.of(e, profileUrl));
            return false;
        }
    }

    /** As raw as it came, but not to a terminal, which would obey it. */
    private void printBody(byte[] body) {
        if (Boolean.getBoolean(TERMINAL)) {
            PrintWriter out = spec.commandLine().getOut();
            out.print(new String(body, StandardCharsets.UTF_8));
            out.flush();
            return;
        }
        PrintStream out = System.out;
        out.writeBytes(body);
        out.flush();
    }

    private int failed(String sentence) {
        spec.commandLine().getErr().println("rctp: " + sentence);
        return NOT_SENT;
    }
}
