package dev.rctp.gateway.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** Runs a page's JavaScript with node and the npm package that it imports; without node or npm it fails and says so. */
final class NodeSnippet {

    private static final Path LOCKED = Checkout.ROOT.resolve("msgsig/src/test/node");
    private static final Path INSTALLED = Checkout.ROOT.resolve("gateway/target/node");

    private NodeSnippet() {}

    /** What the module prints. */
    static String run(String module) throws IOException, InterruptedException {
        install();
        Path script = Files.writeString(INSTALLED.resolve("snippet.mjs"), module);
        return execute("node", script.toString());
    }

    /** Lets scripts in this folder import the package. */
    static void makeAvailableIn(Path folder) throws IOException, InterruptedException {
        install();
        Files.createSymbolicLink(folder.resolve("node_modules"), INSTALLED.resolve("node_modules"));
    }

    private static void install() throws IOException, InterruptedException {
        Files.createDirectories(INSTALLED);
        Path lock = INSTALLED.resolve("package-lock.json");
        boolean current = Files.isDirectory(INSTALLED.resolve("node_modules/http-message-signatures"))
                && Files.exists(lock)
                && Files.mismatch(lock, LOCKED.resolve("package-lock.json")) == -1;
        if (!current) {
            for (String name : List.of("package.json", "package-lock.json")) {
                Files.copy(LOCKED.resolve(name), INSTALLED.resolve(name), StandardCopyOption.REPLACE_EXISTING);
            }
            execute("npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts");
        }
    }

    private static String execute(String... command) throws IOException, InterruptedException {
        Shell.Ended ended;
        try {
            ended = Shell.in(INSTALLED, INSTALLED).run(List.of(command));
        } catch (IOException e) {
            throw new AssertionError(command[0] + " is missing: the tests need the Debian packages nodejs and npm", e);
        }
        if (ended.exit() != 0) {
            throw new AssertionError(String.join(" ", command) + " failed: " + ended.err());
        }
        return ended.out();
    }
}
