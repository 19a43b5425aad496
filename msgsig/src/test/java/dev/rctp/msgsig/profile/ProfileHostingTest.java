package dev.rctp.msgsig.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.SigningKey;
import dev.rctp.msgsig.profile.ProfileFault.Effect;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How profiles are hosted, judged at a real server. */
class ProfileHostingTest {

    private final SigningKey key = Cryptography.select().generate();
    private final CountDownLatch over = new CountDownLatch(1);
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
    }

    @AfterEach
    void stop() {
        over.countDown();
        server.stop(0);
    }

    private String url() {
        return "http://localhost:" + server.getAddress().getPort() + "/ucp";
    }

    private void serve(int status, byte[] body, String... header) {
        server.createContext("/ucp", exchange -> {
            for (int i = 0; i < header.length; i += 2) {
                exchange.getResponseHeaders().set(header[i], header[i + 1]);
            }
            exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(body);
            }
        });
    }

    private ProfileReport check() throws IOException, InterruptedException {
        return OperatorProfile.fetch(url(), true).check(true);
    }

    @Test
    @DisplayName("OPR-2: a profile with 200 and max-age of 60 s has no fault; without caching there is advice")
    void hosted() throws Exception {
        serve(200, Profiles.bytes(Profiles.document(key)), "cache-control", "public, max-age=60");
        assertThat(check().faults()).isEmpty();
        assertThat(check().keys()).containsExactly(key.thumbprint());

        server.removeContext("/ucp");
        serve(200, Profiles.bytes(Profiles.document(key)));
        assertThat(check().faults())
                .singleElement()
                .extracting(ProfileFault::effect)
                .isEqualTo(Effect.ADVICE);
        assertThat(check().passed()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 307, 204, 404, 500})
    @DisplayName("OPR-2, B92: a redirect is not followed, and only 200 is a profile")
    void status(int status) throws Exception {
        serve(status, new byte[0], "location", "/elsewhere");
        ProfileReport report = check();
        assertThat(report.accepted()).isFalse();
        assertThat(report.faults()).singleElement().satisfies(fault -> {
            assertThat(fault.clause()).isEqualTo("OPR-2");
            assertThat(fault.sentence()).contains(Integer.toString(status));
        });
    }

    @Test
    @DisplayName("OPR-2: more than 128 KiB is refused")
    void size() throws Exception {
        serve(200, new byte[128 * 1024 + 1]);
        assertThat(check().faults())
                .singleElement()
                .extracting(ProfileFault::sentence)
                .asString()
                .contains("128 KiB");
    }

    @Test
    @DisplayName("OPR-2: a body that does not end in 3 s can't be judged")
    void slow() {
        server.createContext("/ucp", exchange -> {
            exchange.sendResponseHeaders(200, 100);
            exchange.getResponseBody().write('{');
            exchange.getResponseBody().flush();
            try {
                over.await(30, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        assertThatThrownBy(this::check).isInstanceOf(IOException.class).hasMessageContaining("3 s");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost:1/ucp", "https://127.0.0.1:1/ucp", "https://10.0.0.1/ucp", "https://[fd00::1]/ucp",
                "https://user@agent.example/ucp", "ftp://agent.example/ucp", "https://169.254.169.254/latest", "ucp"
            })
    @DisplayName("OPR-2, B91: what gateways never fetch is not fetched here, and told as a fault")
    void address(String url) throws Exception {
        assertThat(OperatorProfile.fetch(url, false).check(false).faults())
                .singleElement()
                .satisfies(fault -> assertThat(fault.clause()).isEqualTo("OPR-2"));
    }

    @Test
    @DisplayName(
            "DIS-1: the gateway's keys are those of its profile; a document without usable keys is no profile of it")
    void gatewayProfile() throws Exception {
        serve(200, Profiles.bytes(Profiles.document(key)));
        GatewayProfile profile = GatewayProfile.fetch(URI.create(url()));
        assertThat(profile.find(key.thumbprint())).isNotNull();
        assertThat(profile.find("other")).isNull();

        assertThatThrownBy(() -> GatewayProfile.of("{}".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IOException.class);
        server.removeContext("/ucp");
        assertThatThrownBy(() -> GatewayProfile.fetch(URI.create(url()))).hasMessageContaining("404");
    }
}
