package dev.rctp.gateway.docs;

import dev.rctp.registries.StrictJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** npm {@code @shopify/ucp-cli}, UCP's reference command line, run by node; without node or npm it fails and says so. */
public final class UcpCommand {

    private static final Path LOCKED = Checkout.ROOT.resolve("gateway/src/test/ucp-cli");
    private static final Path INSTALLED = Checkout.ROOT.resolve("gateway/target/ucp-cli");

    private final Path home;

    private UcpCommand(Path home) {
        this.home = home;
    }

    /** Installed if need be; what it keeps is kept in this folder. */
    public static UcpCommand in(Path home) throws IOException, InterruptedException {
        Files.createDirectories(INSTALLED);
        for (String name : List.of("package.json", "package-lock.json")) {
            Files.copy(LOCKED.resolve(name), INSTALLED.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        }
        if (!Files.isDirectory(INSTALLED.resolve("node_modules/@shopify/ucp-cli"))) {
            execute(
                    Shell.in(INSTALLED, INSTALLED),
                    List.of("npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts"));
        }
        return new UcpCommand(home);
    }

    /** Whether it takes the document as an agent's profile: its {@code doctor} loads it, before it looks where it is hosted. */
    public boolean accepts(JsonNode document) throws Exception {
        Path profile = Files.createDirectories(home.resolve("profiles/case"));
        Files.writeString(profile.resolve("profile.json"), document.toString(), StandardCharsets.UTF_8);
        Files.writeString(
                profile.resolve("meta.json"), "{\"profile_url\":\"http://localhost:9/ucp\",\"kind\":\"diy\"}");
        Shell shell = Shell.in(INSTALLED, INSTALLED)
                .with("UCP_HOME", home.toString())
                .with("UCP_PROFILE", "case")
                .with("UCP_TEST_ALLOW_INSECURE_LOCALHOST", "true");
        Shell.Ended ended = execute(
                shell, List.of("node", "node_modules/@shopify/ucp-cli/dist/bin.js", "doctor", "--format", "json"));
        for (JsonNode check :
                StrictJson.parse(ended.out().getBytes(StandardCharsets.UTF_8)).path("checks")) {
            if (check.path("id").asString().equals("active-profile")) {
                return check.path("status").asString().equals("ok");
            }
        }
        throw new AssertionError("ucp doctor has no check active-profile: " + ended.out() + ended.err());
    }

    private static Shell.Ended execute(Shell shell, List<String> command) throws IOException, InterruptedException {
        try {
            return shell.run(command);
        } catch (IOException e) {
            throw new AssertionError(
                    command.getFirst() + " is missing: the tests need the Debian packages nodejs and npm", e);
        }
    }
}
