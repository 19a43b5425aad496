package dev.rctp.gateway.http.outbound;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rctp.gateway.http.RecordingUpstream;
import dev.rctp.gateway.http.Transport;
import dev.rctp.grant.AuthorizationServerTransport.Answer;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.profile.FetchedProfile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GuardedFetchingTest {

    private static final Duration DEADLINE = Duration.ofSeconds(5);
    private static final NameLookup ALL_LOOPBACK = host -> new InetAddress[] {InetAddress.getLoopbackAddress()};
    private static TestCertificate certificate;

    private final Transport transport = Transport.open(1);
    private final Queue<String> received = new ConcurrentLinkedQueue<>();

    @BeforeAll
    static void makeCertificate(@TempDir Path folder) throws Exception {
        certificate = TestCertificate.make(folder);
    }

    @AfterEach
    void stop() {
        transport.close();
    }

    private RecordingUpstream.Script profile() {
        return wire -> {
            for (String head = wire.head(); !head.isEmpty(); head = wire.head()) {
                received.add(head);
                wire.sendHead(
                                "HTTP/1.1 200 OK",
                                "Cache-Control: max-age=60",
                                "Cache-Control: public",
                                "Content-Length: 2")
                        .send("{}");
            }
        };
    }

    private GuardedProfileSource source(boolean allowLoopback) {
        return new GuardedProfileSource(transport, ALL_LOOPBACK, allowLoopback, DEADLINE, certificate.tls());
    }

    private static URI uri(String scheme, String host, RecordingUpstream upstream) {
        return URI.create(scheme + "://" + host + ":" + upstream.address().getPort() + "/.well-known/ucp?v=1");
    }

    @Test
    @DisplayName("OPR-2: a profile is fetched over TLS whose certificate names the host")
    void overTls() throws Exception {
        try (RecordingUpstream upstream = new RecordingUpstream(certificate.listen(), profile());
                GuardedProfileSource source = source(true)) {
            for (int i = 0; i < 3; i++) {
                FetchedProfile fetched = source.fetch(uri("https", "localhost", upstream));
                assertThat(fetched.status()).isEqualTo(200);
                assertThat(fetched.cacheControl()).isEqualTo("max-age=60, public");
                assertThat(fetched.body()).isEqualTo("{}".getBytes(UTF_8));
            }
            assertThat(upstream.connections()).isEqualTo(1);
            assertThat(received.remove())
                    .startsWith("GET /.well-known/ucp?v=1 HTTP/1.1\r\n")
                    .contains("cache-control: no-cache\r\n");
        }
    }

    @Test
    @DisplayName("OPR-2: another host's certificate, or one nobody trusts, is refused before anything is sent")
    void wrongCertificate() throws Exception {
        try (RecordingUpstream upstream = new RecordingUpstream(certificate.listen(), profile());
                GuardedProfileSource source = source(true);
                GuardedProfileSource trustsOthers =
                        new GuardedProfileSource(transport, ALL_LOOPBACK, true, DEADLINE, null)) {
            assertThatThrownBy(() -> source.fetch(uri("https", "other.test", upstream)))
                    .isInstanceOf(NotSentException.class);
            assertThatThrownBy(() -> trustsOthers.fetch(uri("https", "localhost", upstream)))
                    .isInstanceOf(NotSentException.class);
            assertThat(received).isEmpty();
        }
    }

    @Test
    @DisplayName("OPR-2: loopback and plain HTTP only where the configuration allows them, HTTP to loopback only")
    void loopback() throws Exception {
        NameLookup elsewhere = host -> new InetAddress[] {InetAddress.ofLiteral("9.9.9.9")};
        try (RecordingUpstream upstream = new RecordingUpstream(profile());
                GuardedProfileSource strict = source(false);
                GuardedProfileSource sandbox = source(true);
                GuardedProfileSource outside =
                        new GuardedProfileSource(transport, elsewhere, true, DEADLINE, certificate.tls())) {
            assertThat(sandbox.fetch(uri("http", "localhost", upstream)).status())
                    .isEqualTo(200);
            for (String scheme : new String[] {"http", "https"}) {
                assertThatThrownBy(() -> strict.fetch(uri(scheme, "localhost", upstream)))
                        .isInstanceOf(NotSentException.class);
            }
            assertThatThrownBy(() -> outside.fetch(uri("http", "public.test", upstream)))
                    .isInstanceOf(NotSentException.class)
                    .hasMessageContaining("address");
            assertThat(upstream.connections()).isEqualTo(1);
        }
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "https://10.0.0.5/p",
                "https://169.254.169.254/p",
                "https://[::1]/p",
                "https://[fd00::1]/p",
                "https://[::ffff:10.0.0.5]/p",
                "http://8.8.8.8/p",
                "ftp://a.example/p",
                "https://u:p@a.example/p",
                "/p"
            })
    @DisplayName("OPR-2: special-use addresses, other schemes and user information are refused")
    void refusedTargets(String target) {
        try (GuardedProfileSource source =
                new GuardedProfileSource(transport, NameLookup.platform(), false, DEADLINE, null)) {
            assertThatThrownBy(() -> source.fetch(URI.create(target))).isInstanceOf(NotSentException.class);
        }
    }

    @Test
    @DisplayName(
            "GRA-4: the authorization server gets the form and the client's credentials, and nothing is added to its answer")
    void introspection() throws Exception {
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> {
                    received.add(wire.head() + wire.octets(7));
                    wire.sendHead("HTTP/1.1 401 Unauthorized", "Content-Type: application/json", "Content-Length: 2")
                            .send("{}");
                    received.add(wire.head() + wire.octets(7));
                });
                OutboundClient client =
                        new OutboundClient(transport, OutboundSettings.defaults(), NameLookup.platform())) {
            AuthorizationServerConnection connection =
                    new AuthorizationServerConnection(client, DEADLINE, fields -> fields);
            URI uri = URI.create("http://127.0.0.1:" + upstream.address().getPort() + "/introspect");
            Answer answer = connection.postForm(uri, "Y2xpZW50OnNlY3JldA==", "token=t");
            assertThat(answer.status()).isEqualTo(401);
            assertThat(answer.contentType()).isEqualTo("application/json");
            assertThat(answer.body()).isEqualTo("{}".getBytes(UTF_8));
            assertThat(received.remove())
                    .startsWith("POST /introspect HTTP/1.1\r\n")
                    .contains("authorization: Basic Y2xpZW50OnNlY3JldA==\r\n")
                    .contains("content-type: application/x-www-form-urlencoded\r\n")
                    .endsWith("\r\n\r\ntoken=t");
            assertThat(connection
                            .postForm(uri, "Y2xpZW50OnNlY3JldA==", "token=u")
                            .status())
                    .as("a kept connection that died is replaced once")
                    .isEqualTo(401);
            assertThat(upstream.connections()).isEqualTo(2);
        }
    }

    @Test
    @DisplayName("secrets are in no text of a request")
    void secrets() throws IOException {
        OutboundRequest request = OutboundRequest.post(
                URI.create("https://as.example/introspect"),
                HttpFields.of("authorization", "Basic c2VjcmV0"),
                "token=secret".getBytes(UTF_8),
                DEADLINE,
                10,
                true);
        assertThat(request.toString()).doesNotContain("c2VjcmV0", "secret").contains("as.example");
    }
}
