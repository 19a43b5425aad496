package dev.rctp.gateway.cli;

import dev.rctp.msgsig.SignatureAlgorithm;
import dev.rctp.msgsig.agent.AgentKey;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code rctp keygen}: a key for an operator's agent. */
@Command(
        name = "keygen",
        description = {
            "Makes a key for an agent: a private JWK in a new file that only you may read.",
            "Prints its thumbprint: the keyid of signatures, the jkt of grants. The private key is never printed.",
            "Exit code: 0 made, 1 the file exists or can't be written."
        },
        mixinStandardHelpOptions = true,
        usageHelpWidth = 120,
        footer = {"", "Example:", "  rctp keygen --out agent.jwk"})
public final class Keygen implements Callable<Integer> {

    @Option(
            names = "--out",
            paramLabel = "FILE",
            defaultValue = "agent.jwk",
            description = "The new file (default: ${DEFAULT-VALUE}).")
    private Path file = Path.of("agent.jwk");

    @Option(
            names = "--alg",
            paramLabel = "ALG",
            defaultValue = "ES256",
            description = "ES256, ES384 or EdDSA (default: ${DEFAULT-VALUE}, which every gateway takes).")
    private String algorithm = "ES256";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Override
    public Integer call() {
        AgentKey key = AgentKey.generate(wanted());
        try {
            key.write(file);
        } catch (FileAlreadyExistsException e) {
            return failed(file + " exists; a key is never overwritten.");
        } catch (IOException e) {
            return failed("no key is written: " + FaultText.of(e));
        }
        spec.commandLine().getErr().println("rctp: " + file + " has the private key: keep it secret, and keep it.");
        spec.commandLine().getOut().println(key.thumbprint());
        return 0;
    }

    private SignatureAlgorithm wanted() {
        return Arrays.stream(SignatureAlgorithm.values())
                .filter(known -> known.joseName().equals(algorithm))
                .findFirst()
                .orElseThrow(
                        () -> new ParameterException(spec.commandLine(), "--alg is one of ES256, ES384 and EdDSA"));
    }

    private int failed(String sentence) {
        spec.commandLine().getErr().println("rctp: " + sentence);
        return 1;
    }
}
