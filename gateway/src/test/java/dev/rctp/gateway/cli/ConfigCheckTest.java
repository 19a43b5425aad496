package dev.rctp.gateway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.Main;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.SignatureAlgorithm;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigCheckTest {

    private static final String KEY = "A".repeat(43);

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int check(String text, String... more) throws IOException {
        Path file = Files.writeString(folder.resolve("gateway.yaml"), text);
        out.getBuffer().setLength(0);
        String[] arguments = new String[3 + more.length];
        System.arraycopy(new String[] {"config", "check", file.toString()}, 0, arguments, 0, 3);
        System.arraycopy(more, 0, arguments, 3, more.length);
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    private static String example() throws IOException {
        return Files.readString(Path.of("../docs/gateway.example.yaml"));
    }

    private void key() throws IOException {
        Files.createDirectories(folder.resolve("keys"));
        Files.writeString(
                folder.resolve("keys/gateway.jwk"),
                Cryptography.select().generateJwk(SignatureAlgorithm.ES256).toString());
    }

    private static String filled(String text) {
        return text.replace("${RCTP_MANAGEMENT_BEARER}", "management-secret-1")
                .replace("${RCTP_CLIENT_SECRET}", "client-secret")
                .replace("${RCTP_TERMS_KEY}", KEY);
    }

    @Test
    @DisplayName("a good configuration is exit code 0")
    void good() throws IOException {
        key();
        assertThat(check(filled(example()))).isZero();
        assertThat(out.toString().lines()).containsExactly(folder.resolve("gateway.yaml") + " is good.");
    }

    @Test
    @DisplayName("every fault is told with line and path, and the exit code is 1; no value is quoted")
    void faulty() throws IOException {
        key();
        String text = filled(example())
                .replace("public_authorities: [agents.shop.example]", "public_authorities: []")
                .replace("base_url: http://127.0.0.1:8080", "base_url: ftp://secret-host")
                .replace("gateway_id: gw-1", "gateway_id: gw-1\nunknown: 1");
        assertThat(check(text)).isEqualTo(1);

        List<String> lines = out.toString().lines().toList();
        assertThat(lines)
                .anyMatch(line -> line.contains("gateway.yaml: line 3: /unknown: "))
                .anyMatch(line -> line.matches(".*: line \\d+: /listen/public_authorities: .*"))
                .anyMatch(line -> line.matches(".*: line \\d+: /upstream/base_url: .*"));
        assertThat(lines.getLast()).endsWith(" has " + (lines.size() - 1) + " faults.");
        assertThat(out.toString()).doesNotContain("secret-host", "management-secret-1");
    }

    @Test
    @DisplayName(
            "--without-secrets: variables that are not set and keys that are not there are no faults, all others are")
    void withoutSecrets() throws IOException {
        assertThat(check(example())).isEqualTo(1);
        assertThat(out.toString()).contains("RCTP_TERMS_KEY, which is not set", "/profile/signing_key");

        assertThat(check(example(), "--without-secrets")).as(out.toString()).isZero();
        assertThat(check(example().replace("gw-1", "${RCTP-NO}"), "--without-secrets"))
                .isEqualTo(1);
        assertThat(check(example().replace("response_timeout: 10s", "response_timeout: soon"), "--without-secrets"))
                .isEqualTo(1);
        assertThat(out.toString().lines()).hasSize(2);
        key();
        Files.writeString(folder.resolve("keys/gateway.jwk"), "{}");
        assertThat(check(example(), "--without-secrets")).isEqualTo(1);
    }

    @Test
    @DisplayName("a file that is not there is exit code 2; one that can't be read as YAML is a fault")
    void unreadable() throws IOException {
        int exit = Main.commandLine()
                .setErr(new PrintWriter(err, true))
                .execute("config", "check", folder.resolve("none.yaml").toString());
        assertThat(exit).isEqualTo(2);
        assertThat(err.toString().lines()).containsExactly("rctp: " + folder.resolve("none.yaml") + " does not exist.");
        assertThat(check("a: [")).isEqualTo(1);
        assertThat(check("")).isEqualTo(1);
    }
}
