package dev.rctp.gateway.cli;

import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.MalformedKeyException;
import dev.rctp.msgsig.profile.OperatorProfile;
import dev.rctp.msgsig.profile.ProfileReport;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.node.ObjectNode;

/** {@code rctp profile new}: a profile document, to be hosted by its operator (OPR-3, OPR-4). */
@Command(
        name = "new",
        description = {
            "Writes a UCP profile that says who runs the agents and has their public keys.",
            "Host it at an https URL: that URL is the operator's name.",
            "Exit code: 0 written, 1 not: what is wrong is told."
        },
        mixinStandardHelpOptions = true,
        usageHelpWidth = 120,
        footer = {
            "",
            "Example:",
            "  rctp profile new --key agent.jwk --legal-entity Agents --jurisdiction DE --incident-contact mailto:i@a.example"
        })
final class ProfileNew implements Callable<Integer> {

    @Option(names = "--legal-entity", required = true, paramLabel = "NAME", description = "The company.")
    private String legalEntity = "";

    @Option(
            names = "--jurisdiction",
            required = true,
            paramLabel = "CODE",
            description = "Where it is, by ISO 3166: DE, US-CA.")
    private String jurisdiction = "";

    @Option(
            names = "--incident-contact",
            required = true,
            paramLabel = "URL",
            description = "Where to report an incident, such as a mailto: URL.")
    private String incidentContact = "";

    @Option(
            names = "--incident-sla-hours",
            paramLabel = "HOURS",
            defaultValue = "24",
            description = "How fast it answers one (default: ${DEFAULT-VALUE}).")
    private int incidentSlaHours;

    @Option(
            names = "--key",
            required = true,
            paramLabel = "FILE",
            description = "An agent's key as rctp keygen wrote it; may be repeated. Only its public part is used.")
    private List<Path> keys = new ArrayList<>();

    @Option(names = "--webhook-url", paramLabel = "URL", description = "Where to send webhooks.")
    private @Nullable URI webhookUrl;

    @Option(names = "--certification", paramLabel = "NAME", description = "What it is certified for; may be repeated.")
    private List<String> certifications = new ArrayList<>();

    @Option(names = "--out", paramLabel = "FILE", description = "A new file; without it, standard output.")
    private @Nullable Path file;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Override
    public Integer call() {
        try {
            OperatorProfile profile = profile();
            ProfileReport report = profile.check(true);
            if (!report.passed()) {
                ProfileReportText.lines(report).forEach(spec.commandLine().getErr()::println);
                return 1;
            }
            write(profile.bytes());
            return 0;
        } catch (FileAlreadyExistsException e) {
            return failed(e.getFile() + " exists; add keys to it by hand, or write another file.");
        } catch (IOException e) {
            return failed(FaultText.of(e));
        }
    }

    private OperatorProfile profile() throws IOException {
        OperatorProfile.Builder builder =
                OperatorProfile.of(legalEntity, jurisdiction, incidentContact, incidentSlaHours);
        for (Path key : keys) {
            builder.key(publicJwk(key));
        }
        certifications.forEach(builder::certification);
        if (webhookUrl != null) {
            builder.webhookUrl(webhookUrl);
        }
        return builder.build();
    }

    private static ObjectNode publicJwk(Path file) throws IOException {
        try {
            ObjectNode jwk = StrictJson.parseObject(Files.readAllBytes(file));
            return Cryptography.select().publicPart(jwk).publicJwk();
        } catch (InvalidJsonException e) {
            // the parser's message might quote a private key
            throw new IOException(file + " is no JSON object.");
        } catch (MalformedKeyException e) {
            throw new IOException(file + " is no JWK of type P-256, P-384 or Ed25519: " + e.getMessage() + ".", e);
        }
    }

    private void write(byte[] document) throws IOException {
        if (file == null) {
            spec.commandLine().getOut().print(new String(document, StandardCharsets.UTF_8));
            spec.commandLine().getOut().flush();
        } else {
            Files.write(file, document, StandardOpenOption.CREATE_NEW);
        }
    }

    private int failed(String sentence) {
        spec.commandLine().getErr().println("rctp: " + sentence);
        return 1;
    }
}
