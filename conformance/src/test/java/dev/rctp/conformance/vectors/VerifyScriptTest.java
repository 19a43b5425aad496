package dev.rctp.conformance.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A second implementation, a script for node, judges the vectors as they expect, and notices when one is wrong. */
class VerifyScriptTest {

    private record Verdict(int exit, String output) {}

    @Test
    void judgesEachVectorAsExpected() throws Exception {
        Verdict verdict = verify(Published.FOLDER);
        assertThat(verdict.output()).endsWith(" 0 judged otherwise\n");
        assertThat(verdict.exit()).isZero();
    }

    @Test
    void namesTheOneVectorThatIsWrong(@TempDir Path folder) throws Exception {
        copy(folder);
        Path file = folder.resolve("checkouts.json");
        String text = Files.readString(file);
        Files.writeString(file, text.replace("\"fault\" : \"expired\"", "\"fault\" : \"issuer\""));
        Verdict verdict = verify(folder);
        assertThat(verdict.output()).contains("checkouts/expired (CHK-1)").contains(" 1 judged otherwise");
        assertThat(verdict.exit()).isOne();
    }

    @Test
    void noticesInEachFileACaseWhoseValidityIsWrong(@TempDir Path folder) throws Exception {
        Map<String, String> files = Published.files();
        for (Map.Entry<String, String> file : files.entrySet()) {
            ObjectNode json = Texts.read(file.getValue());
            ObjectNode first = (ObjectNode) ((ArrayNode) json.path("cases")).get(0);
            first.put("valid", !first.path("valid").booleanValue());
            Files.writeString(folder.resolve(file.getKey()), json.toString());
        }
        Verdict verdict = verify(folder);
        assertThat(verdict.output()).contains(" " + files.size() + " judged otherwise");
        assertThat(verdict.exit()).isOne();
    }

    private static void copy(Path folder) throws IOException {
        for (Map.Entry<String, String> file : Published.files().entrySet()) {
            Files.writeString(folder.resolve(file.getKey()), file.getValue());
        }
    }

    private static Verdict verify(Path folder) throws IOException, InterruptedException {
        String script = Published.FOLDER.resolve("verify.mjs").toString();
        Process node = start(List.of("node", script, folder.toString()));
        try {
            node.getOutputStream().close();
            String output = new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(node.waitFor(60, TimeUnit.SECONDS)).as(output).isTrue();
            return new Verdict(node.exitValue(), output);
        } finally {
            node.destroy();
        }
    }

    private static Process start(List<String> command) {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            throw new IllegalStateException("node is missing: the tests need the Debian package nodejs", e);
        }
    }
}
