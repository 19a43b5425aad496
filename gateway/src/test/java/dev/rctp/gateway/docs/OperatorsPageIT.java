package dev.rctp.gateway.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.e2e.TestPorts;
import dev.rctp.gateway.sandbox.SandboxPorts;
import dev.rctp.msgsig.Cryptography;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code docs/operators.md}, followed block by block by somebody who has this project's folder and one of their own. */
class OperatorsPageIT {

    private static final String BEGIN = "umask 077";
    private static final String NPM = "npm install --prefix . http-message-signatures@";
    private static final String SANDBOX = "./rctp sandbox --state sandbox --operator ucp.json";

    @TempDir
    private Path folder;

    private Path output = Path.of("");
    private SandboxPorts ports = new SandboxPorts(4000);

    @BeforeEach
    void folders() throws IOException {
        output = Files.createDirectories(folder.resolve("output"));
        ports = TestPorts.from(27_500);
    }

    /** The page with the folder of this test and the ports of its sandbox. */
    private Page page() throws IOException {
        Page page = Checkout.page("docs/operators.md");
        String text = page.text().replace("~/first-call", folder.toString());
        for (int i = 0; i < 5; i++) {
            text = text.replace("localhost:" + (4000 + i), "localhost:" + (ports.first() + i));
        }
        return new Page(page.name(), text);
    }

    private Shell shell() {
        return Shell.in(folder, output);
    }

    /** The first block, typed in the project's folder, makes the other one ready. */
    private void begin(String block) throws Exception {
        assertThat(block).startsWith(BEGIN);
        Shell.Ended ended = Shell.in(Checkout.ROOT, output).run("set -eu\n" + block + "\npwd");
        assertThat(ended.exit()).as(ended.err()).isZero();
        assertThat(ended.out().strip()).isEqualTo(folder.toString());
    }

    /** Instead of what comes from the registry on that day: the same version as a lock file has it. */
    private void install(String block) throws Exception {
        String locked = Files.readString(Checkout.ROOT.resolve("msgsig/src/test/node/package-lock.json"));
        assertThat(block).startsWith(NPM);
        assertThat(locked).contains("\"http-message-signatures\": \"" + block.substring(NPM.length()) + "\"");
        NodeSnippet.makeAvailableIn(folder);
    }

    @Test
    @DisplayName("every block of the page does what it says, from a key to accepted calls of rctp, Java and Node.js")
    void wholePage() throws Exception {
        Page page = page();
        List<String> blocks = new ArrayList<>(page.blocks("sh"));
        assertThat(blocks).hasSize(9);
        begin(blocks.removeFirst());
        int npmAt = blocks.size() - 2;
        install(blocks.remove(npmAt));
        int sandboxAt = blocks.indexOf(SANDBOX);
        assertThat(sandboxAt).isEqualTo(1);
        Files.writeString(folder.resolve("FirstCall.java"), page.block("java", "void main"));
        Files.writeString(folder.resolve("first-call.mjs"), page.block("js", "signMessage"));

        Shell.Ended before = run(blocks.subList(0, sandboxAt), "");
        String jkt = Files.readString(folder.resolve("jkt")).strip();
        assertThat(before.out()).contains("Nothing is wrong with it. Keys for signatures: " + jkt);

        Path file = folder.resolve("sandbox/sandbox.json");
        try (Shell.Running sandbox = shell().start(SANDBOX + " --port " + ports.first())) {
            await().atMost(Duration.ofSeconds(90)).until(() -> Files.exists(file) || !sandbox.alive());
            assertThat(file).as(sandbox.said()).exists();
            String name = "your operator http://localhost:" + (ports.first() + 4) + "/own/.well-known/ucp";
            await().atMost(Duration.ofSeconds(10)).until(() -> sandbox.said().contains(name));

            Shell.Ended after = run(blocks.subList(sandboxAt + 1, blocks.size()), jkt);

            assertThat(after.out())
                    .contains("\"@method\": POST")
                    .contains("* Decision: auto, carried out.")
                    .contains("* The answer is the gateway's, to this very request")
                    .contains("completeness: complete against 1 receipt")
                    .contains("200 Auto[] Receipt[subjectType=listing")
                    .containsPattern("200 auto \"listing/\\S+\";seq=");
            World world = new World(file, Cryptography.select());
            for (String text : List.of("Yes, with the box.", "Yes, says Java.", "Yes, says Node.")) {
                assertThat(world.forwarded())
                        .filteredOn(request -> request.path("body").asString().contains(text))
                        .hasSize(1);
            }
            String token = Files.readString(folder.resolve("token.txt")).strip();
            assertThat(token).isNotEmpty();
            assertThat(before.out() + before.err() + after.out() + after.err()).doesNotContain(token);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("token.txt"))))
                    .isEqualTo("rw-------");
        }
    }

    /** Runs blocks as one terminal would, its variables kept; {@code jkt} goes from the first part to the second. */
    private Shell.Ended run(List<String> blocks, String jkt) throws Exception {
        String script = "set -eu\n" + BEGIN + "\njkt='" + jkt + "'\n" + String.join("\n", blocks)
                + "\nprintf '%s' \"$jkt\" > jkt\n";
        Shell.Ended ended = shell().run(List.of("sh", "-c", script));
        assertThat(ended.exit()).as(ended.out() + ended.err()).isZero();
        return ended;
    }
}
