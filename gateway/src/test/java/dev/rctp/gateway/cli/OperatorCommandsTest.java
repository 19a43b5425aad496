package dev.rctp.gateway.cli;

import static dev.rctp.gateway.cli.Typed.rctp;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.msgsig.agent.AgentKey;
import dev.rctp.registries.Registries;
import dev.rctp.registries.StrictJson;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code rctp keygen} and {@code rctp profile}. */
class OperatorCommandsTest {

    @TempDir
    private Path folder;

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    private String key() {
        assertThat(rctp("keygen", "--out", file("agent.jwk")).exit()).isZero();
        return file("agent.jwk");
    }

    private Typed profile(String... more) {
        String[] words = {
            "profile",
            "new",
            "--legal-entity",
            "Agents",
            "--jurisdiction",
            "DE",
            "--incident-contact",
            "mailto:a@a.example"
        };
        String[] all = Arrays.copyOf(words, words.length + more.length);
        System.arraycopy(more, 0, all, words.length, more.length);
        return rctp(all);
    }

    private static JsonNode json(String text) throws Exception {
        return StrictJson.parse(text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource({"ES256,P-256", "ES384,P-384", "EdDSA,Ed25519"})
    @DisplayName("keygen: a private JWK for its owner alone, its thumbprint printed, the private key never")
    void keygen(String algorithm, String curve) throws Exception {
        Typed made = rctp("keygen", "--alg", algorithm, "--out", file("agent.jwk"));
        Path file = folder.resolve("agent.jwk");
        JsonNode jwk = json(Files.readString(file));

        assertThat(made.exit()).isZero();
        assertThat(made.out().strip()).isEqualTo(AgentKey.read(file).thumbprint());
        assertThat(jwk.path("crv").stringValue()).isEqualTo(curve);
        assertThat(made.all()).doesNotContain(jwk.path("d").stringValue());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");

        byte[] before = Files.readAllBytes(file);
        assertThat(rctp("keygen", "--out", file("agent.jwk")).exit()).isEqualTo(1);
        assertThat(file).hasBinaryContent(before);
        assertThat(rctp("keygen", "--alg", "RS256", "--out", file("other.jwk")).exit())
                .isEqualTo(2);
        assertThat(rctp("keygen", "--out", file("no/such/folder")).exit()).isEqualTo(1);
    }

    @Test
    @DisplayName("OPR-3, OPR-4: profile new writes a profile by our schema without the private key, which check passes")
    void profileNew() throws Exception {
        String key = key();
        String secret = json(Files.readString(Path.of(key))).path("d").stringValue();
        Typed printed =
                profile("--key", key, "--webhook-url", "https://a.example/hooks", "--certification", "iso27001");
        assertThat(printed.exit()).as(printed.err()).isZero();
        assertThat(printed.all()).doesNotContain(secret);
        assertThat(Registries.load().schemas().validate("ucp-profile", json(printed.out())))
                .isEmpty();

        assertThat(profile("--key", key, "--out", file("ucp.json")).exit()).isZero();
        Typed checked = rctp("profile", "check", file("ucp.json"));
        assertThat(checked.exit()).as(checked.all()).isZero();
        assertThat(checked.out()).startsWith("Nothing is wrong with it. Keys for signatures: ");
        assertThat(profile("--key", key, "--out", file("ucp.json")).exit()).isEqualTo(1);
    }

    @Test
    @DisplayName("profile new: what is wrong is told in words, and nothing is written")
    void profileNewFaults() throws Exception {
        String key = key();
        Typed country = profile("--key", key, "--jurisdiction", "Germany", "--out", file("ucp.json"));
        Typed repeated = rctp(
                "profile",
                "new",
                "--legal-entity",
                "A",
                "--jurisdiction",
                "Germany",
                "--incident-contact",
                "a",
                "--key",
                key);
        assertThat(country.exit()).isNotZero();
        assertThat(repeated.exit()).isEqualTo(1);
        assertThat(repeated.err()).contains("OPR-4", "/config/jurisdiction", "ISO 3166", "such as DE");
        assertThat(folder.resolve("ucp.json")).doesNotExist();

        String secret = json(Files.readString(Path.of(key))).path("d").stringValue();
        Files.writeString(folder.resolve("broken.jwk"), "{\"d\":\"" + secret + "\",");
        Typed broken = profile("--key", file("broken.jwk"));
        assertThat(broken.exit()).isEqualTo(1);
        assertThat(broken.err()).hasLineCount(1).doesNotContain(secret);
        assertThat(profile("--key", file("missing.jwk")).err())
                .contains("does not exist")
                .hasLineCount(1);
    }

    @Test
    @DisplayName("profile check: names of a profile begin no line and command no terminal")
    void profileCheckOfNames() throws Exception {
        ObjectNode document = ProfileCases.good();
        ((ObjectNode) document.path("ucp").path("capabilities")).put("k\u001b[31m\u202e\nNothing is wrong with it.", 1);
        document.withArray("keys").addObject().put("kty", "EC").put("crv", "P-256\u009b31m");
        Files.writeString(folder.resolve("ucp.json"), document.toString());

        Typed words = rctp("profile", "check", file("ucp.json"));
        assertThat(words.exit()).isEqualTo(1);
        assertThat(words.out())
                .contains("/ucp/capabilities/k\\u001b[31m\\u202e\\u000aNothing is wrong with it.: ")
                .doesNotContainPattern("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u202e]")
                .doesNotContainPattern("(?m)^Nothing is wrong");
        assertThat(json(rctp("profile", "check", "--json", file("ucp.json")).out())
                        .path("faults")
                        .findValuesAsString("path"))
                .contains("/ucp/capabilities/k\u001b[31m\u202e\nNothing is wrong with it.");
    }

    @Test
    @DisplayName(
            "profile check: each fault with clause, place and mending, in words and as JSON; exit 1, and 2 for no profile")
    void profileCheck() throws Exception {
        Files.writeString(
                folder.resolve("ucp.json"),
                ProfileCases.good().toString().replace("\"DE\"", "\"Germany\"").replace("\"kid\":\"", "\"kid\":\"x"));
        Typed words = rctp("profile", "check", file("ucp.json"));
        assertThat(words.exit()).isEqualTo(1);
        assertThat(words.out())
                .contains(
                        "refused (OPR-4) at /ucp/capabilities/dev.rctp.operator/0/config/jurisdiction: dev.rctp.operator has")
                .contains("key skipped (OPR-3) at /keys/0: ")
                .contains("Set kid to ")
                .endsWith("(operator_unknown).\n");

        JsonNode report =
                json(rctp("profile", "check", "--json", file("ucp.json")).out());
        assertThat(report.path("accepted").asBoolean(true)).isFalse();
        assertThat(report.path("passed").asBoolean(true)).isFalse();
        for (JsonNode fault : report.path("faults")) {
            assertThat(fault.propertyNames()).containsExactlyInAnyOrder("effect", "clause", "path", "sentence", "mend");
        }

        assertThat(rctp("profile", "check", "http://a.example/ucp").out()).contains("--allow-loopback");
        for (String none :
                new String[] {file("missing.json"), "http://localhost:1/ucp", "https://no-such-host.invalid/ucp"}) {
            Typed unchecked = rctp("profile", "check", "--allow-loopback", none);
            assertThat(unchecked.exit()).as(none).isEqualTo(2);
            assertThat(unchecked.err()).hasLineCount(1);
        }
    }
}
