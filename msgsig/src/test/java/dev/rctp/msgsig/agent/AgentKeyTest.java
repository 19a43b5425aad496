package dev.rctp.msgsig.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rctp.msgsig.SignatureAlgorithm;
import dev.rctp.registries.StrictJson;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class AgentKeyTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(SignatureAlgorithm.class)
    @DisplayName(
            "SIG-1, B-1: a key is the same after writing and reading, its kid its thumbprint, its file its owner's alone")
    void roundTrip(SignatureAlgorithm algorithm) throws Exception {
        AgentKey made = AgentKey.generate(algorithm);
        Path file = folder.resolve("agent.jwk");
        made.write(file);
        AgentKey read = AgentKey.read(file);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(read.publicJwk()).isEqualTo(made.publicJwk());
        assertThat(made.publicJwk().path("kid").asString()).isEqualTo(made.thumbprint());
        assertThat(made.publicJwk().has("d")).isFalse();
        assertThat(read.signingKey().algorithm()).isEqualTo(algorithm);
    }

    @Test
    @DisplayName("a key file is never overwritten")
    void noOverwriting() throws Exception {
        Path file = Files.writeString(folder.resolve("agent.jwk"), "precious");
        assertThatThrownBy(() -> AgentKey.generate(SignatureAlgorithm.ES256).write(file))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(file).hasContent("precious");
    }

    @Test
    @DisplayName("secrets: neither the text form nor a reading error shows the private member")
    void noSecrets() throws Exception {
        AgentKey key = AgentKey.generate(SignatureAlgorithm.ES256);
        Path file = folder.resolve("agent.jwk");
        key.write(file);
        String secret =
                StrictJson.parseObject(Files.readAllBytes(file)).path("d").stringValue();

        assertThat(key.toString()).contains(key.thumbprint()).doesNotContain(secret);
        for (String broken :
                new String[] {Files.readString(file).replace("P-256", "P-999"), "{\"d\":\"" + secret + "\",", secret}) {
            Path other = Files.writeString(folder.resolve("broken.jwk"), broken);
            assertThatThrownBy(() -> AgentKey.read(other))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith(other.toString())
                    .hasMessageNotContaining(secret)
                    .satisfies(fault ->
                            assertThat(String.valueOf(fault.getCause())).doesNotContain(secret));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{}", "{\"kty\":\"RSA\",\"n\":\"AQAB\",\"e\":\"AQAB\"}", "null"})
    @DisplayName("what is no private JWK of SIG-1 is told in one sentence")
    void noKey(String content) throws Exception {
        Path file = Files.writeString(folder.resolve("agent.jwk"), content);
        assertThatThrownBy(() -> AgentKey.read(file))
                .isInstanceOf(IOException.class)
                .message()
                .endsWith(".");
    }
}
