package dev.rctp.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.rctp.gateway.http.outbound.TestAuthority;
import dev.rctp.gateway.http.tls.TlsIdentityFiles;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.SignatureAlgorithm;
import dev.rctp.registries.Registries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** PRX-5, PRX-6: what a configuration may say of TLS to the marketplace. */
class UpstreamTlsTest {

    private static final Map<String, String> ENVIRONMENT = Map.of(
            "RCTP_MANAGEMENT_BEARER", "management-secret-1",
            "RCTP_CLIENT_SECRET", "client-secret",
            "RCTP_TERMS_KEY", "A".repeat(43));
    private static final String PLAIN = "base_url: http://127.0.0.1:8080";

    @TempDir
    Path folder;

    private TlsIdentityFiles gateway;

    @BeforeEach
    void files() throws Exception {
        Files.createDirectories(folder.resolve("keys"));
        Files.writeString(
                folder.resolve("keys/gateway.jwk"),
                Cryptography.select().generateJwk(SignatureAlgorithm.ES256).toString());
        TestAuthority authority = new TestAuthority(folder, "authority");
        gateway = authority.issue("gateway.example").files();
        authority.issue("another.example");
        Files.writeString(folder.resolve("empty.pem"), "");
    }

    private ConfigReading read(String upstream) throws IOException {
        String text = Files.readString(Path.of("../docs/gateway.example.yaml")).replace(PLAIN, upstream);
        Path file = Files.writeString(folder.resolve("gateway.yaml"), text);
        return new ConfigReader(Registries.load(), ENVIRONMENT).read(file);
    }

    @Test
    @DisplayName("PRX-6: mTLS with a trust of its own, and every time and limit")
    void good() throws IOException {
        ConfigReading reading = read("""
                base_url: https://api.example
                  tls: {trust: authority.pem, certificate: authority-0.pem, key: authority-0.key}
                  authenticate: mtls
                  http2: never
                  max_waiting: 7
                  between_bytes_timeout: 3s""");
        assertThat(reading).isInstanceOf(ConfigReading.Good.class);
        UpstreamConfig upstream = ((ConfigReading.Good) reading).config().upstream();
        assertThat(upstream.tls()).isEqualTo(new UpstreamTls(folder.resolve("authority.pem"), gateway));
        assertThat(upstream.authenticate()).isEqualTo(UpstreamAuthentication.MTLS);
        assertThat(upstream.http2()).isFalse();
        assertThat(upstream.maxWaiting()).isEqualTo(7);
        assertThat(upstream.timeouts().betweenBytes()).isEqualTo(Duration.ofSeconds(3));
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("PRX-5, PRX-6: a TLS file that can't be used is a fault at its path and line")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            https | {trust: none.pem} | /upstream/tls/trust | must name a file that can be read
            https | {trust: empty.pem} | /upstream/tls/trust | must name a file that holds certificates in PEM
            https | {certificate: authority-0.pem, key: authority-1.key} | /upstream/tls/key | must hold the key that the certificate is for
            https | {certificate: none.pem, key: authority-0.key} | /upstream/tls/certificate | must name a file that can be read
            https | {certificate: authority-0.pem} | /upstream/tls/key | is required: certificate and key go together
            https | {key: authority-0.key} | /upstream/tls/certificate | is required: certificate and key go together
            https | {verify: false} | /upstream/tls/verify | is not a known member
            http | {trust: authority.pem} | /upstream/tls | needs a base_url that begins with https://
            """)
    void faulty(String scheme, String tls, String path, String message) throws IOException {
        ConfigReading reading = read("base_url: " + scheme + "://api.example\n  tls: " + tls);
        assertThat(reading).isInstanceOf(ConfigReading.Faulty.class);
        List<ConfigFault> faults = ((ConfigReading.Faulty) reading).faults();
        assertThat(faults).extracting(ConfigFault::path, ConfigFault::message).containsExactly(tuple(path, message));
        assertThat(faults.getFirst().line()).isNotNull();
    }
}
