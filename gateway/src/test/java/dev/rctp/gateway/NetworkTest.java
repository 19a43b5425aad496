package dev.rctp.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rctp.gateway.config.ConfigReader;
import dev.rctp.gateway.config.ConfigReading;
import dev.rctp.gateway.config.GatewayConfig;
import dev.rctp.gateway.http.tls.PemFiles;
import dev.rctp.gateway.observe.Metrics;
import dev.rctp.gateway.observe.trace.Tracing;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.SignatureAlgorithm;
import dev.rctp.registries.IdSource;
import dev.rctp.registries.Registries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NetworkTest {

    private static final Map<String, String> ENVIRONMENT = Map.of(
            "RCTP_MANAGEMENT_BEARER", "management-secret-1",
            "RCTP_CLIENT_SECRET", "client-secret",
            "RCTP_TERMS_KEY", "A".repeat(43));

    @TempDir
    Path folder;

    private GatewayConfig encrypted(PemFiles pem) throws IOException {
        Files.createDirectories(folder.resolve("keys"));
        Files.writeString(
                folder.resolve("keys/gateway.jwk"),
                Cryptography.select().generateJwk(SignatureAlgorithm.ES256).toString());
        String tls = "listen:\n  tls: {certificate: %s, key: %s}\n".formatted(pem.certificate(), pem.key());
        Path file = Files.writeString(
                folder.resolve("gateway.yaml"),
                Files.readString(Path.of("../docs/gateway.example.yaml")).replace("listen:\n", tls));
        return switch (new ConfigReader(Registries.load(), ENVIRONMENT).read(file)) {
            case ConfigReading.Good good -> good.config();
            case ConfigReading.Faulty faulty ->
                throw new IOException(faulty.faults().toString());
        };
    }

    /** What event loops hold, whether or not their threads run yet. */
    private static long pollers() throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.filter(NetworkTest::polls).count();
        }
    }

    private static boolean polls(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().contains("eventpoll");
        } catch (IOException closed) {
            return false;
        }
    }

    private static Network open(GatewayConfig config) throws IOException {
        return Network.open(
                config, IdSource.random(new SecureRandom()), InstantSource.system(), new Metrics(), Tracing.off());
    }

    @Test
    @DisplayName("a TLS file that went bad after the check leaves no event loops open")
    void unusable() throws Exception {
        PemFiles pem = PemFiles.ec(folder);
        GatewayConfig config = encrypted(pem);
        long before = pollers();
        try (Network network = open(config)) {
            assertThat(network).isNotNull();
            assertThat(pollers()).isGreaterThan(before);
        }
        assertThat(pollers()).isEqualTo(before);
        Files.writeString(pem.key(), "no key");
        assertThatThrownBy(() -> open(config)).isInstanceOf(IOException.class);
        assertThat(pollers()).isEqualTo(before);
    }
}
