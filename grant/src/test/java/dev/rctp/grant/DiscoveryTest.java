package dev.rctp.grant;

import static dev.rctp.grant.TestAuthorizationServer.answer;
import static dev.rctp.grant.TestAuthorizationServer.metadataDocument;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DiscoveryTest {

    private final GrantFixture fixture = new GrantFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    private void assertNone(AuthorizationServer server) {
        assertThatExceptionOfType(GrantUndecidedException.class).isThrownBy(server::metadata);
    }

    @ParameterizedTest
    @DisplayName(
            "RFC 8414 3.1: the well-known part stands between host and path; RFC 8414 5: OpenID's stands at the end")
    @CsvSource({
        "https://as.example, https://as.example/.well-known/oauth-authorization-server,"
                + " https://as.example/.well-known/openid-configuration",
        "https://as.example/, https://as.example/.well-known/oauth-authorization-server,"
                + " https://as.example/.well-known/openid-configuration",
        "https://as.example:8443/t1, https://as.example:8443/.well-known/oauth-authorization-server/t1,"
                + " https://as.example:8443/t1/.well-known/openid-configuration",
        "https://as.example/a/b/, https://as.example/.well-known/oauth-authorization-server/a/b,"
                + " https://as.example/a/b/.well-known/openid-configuration"
    })
    void places(String issuer, String oauth, String openid) {
        assertThat(Issuer.of(issuer, false).metadataPlaces()).containsExactly(URI.create(oauth), URI.create(openid));
    }

    @ParameterizedTest
    @DisplayName("RFC 8414 2: an issuer is an https URL without query and fragment; http on loopback where allowed")
    @ValueSource(
            strings = {
                "http://as.example",
                "https://as.example?x",
                "https://as.example#x",
                "https://u@as.example",
                "as.example",
                "http://127.0.0.1.as.example",
                "ftp://127.0.0.1",
                "https:///x",
                ""
            })
    void notAnIssuer(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Issuer.of(text, true));
    }

    @Test
    @DisplayName("RFC 8414 2: http on loopback is no issuer unless allowed")
    void loopbackIssuer() {
        assertThat(Issuer.of("http://[::1]:4000", true).text()).isEqualTo("http://[::1]:4000");
        assertThatIllegalArgumentException().isThrownBy(() -> Issuer.of("http://127.0.0.1:4000", false));
    }

    @Test
    @DisplayName("RFC 8414 3: metadata of an issuer with a path is found")
    void withPath() throws Exception {
        String issuer = fixture.server.issuer() + "/t1";
        fixture.server.publishesAt(
                "/.well-known/oauth-authorization-server/t1", metadataDocument(issuer, issuer + "/introspect"));
        assertThat(fixture.server(issuer).metadata().introspectionEndpoint())
                .isEqualTo(URI.create(issuer + "/introspect"));
    }

    @ParameterizedTest
    @DisplayName("RFC 8414 3.3, B50: metadata of any other issuer is refused, one trailing slash included")
    @CsvSource({"/t1, ''", "'', /", "/t1, /t1/", "/t1, /T1", "'', :443"})
    void otherIssuer(String asked, String said) {
        String issuer = fixture.server.issuer();
        fixture.server.publishes(metadataDocument(issuer + said, issuer + "/introspect"));
        assertNone(fixture.server(issuer + asked));
    }

    @Test
    @DisplayName("RFC 8414 3: the OpenID place is asked after 404 only")
    void fallback() throws Exception {
        String issuer = fixture.server.issuer();
        fixture.server.publishesAt("/.well-known/openid-configuration", fixture.server.metadataDocument());
        assertThat(fixture.server(issuer).metadata().issuer()).isEqualTo(issuer);
        fixture.server.paths.clear();
        fixture.server.publishes(e -> answer(e, 500, "application/json", fixture.server.metadataDocument()));
        assertNone(fixture.server(issuer));
        assertThat(fixture.server.paths).containsExactly("/.well-known/oauth-authorization-server");
    }

    @ParameterizedTest
    @DisplayName("GRA-4: metadata without a usable introspection endpoint is none")
    @ValueSource(
            strings = {
                "\"x\":1",
                "\"introspection_endpoint\":\"http://as.example/introspect\"",
                "\"introspection_endpoint\":\"/introspect\"",
                "\"introspection_endpoint\":\"https://u:p@as.example/introspect\"",
                "\"introspection_endpoint\":\"https://as.example/introspect#f\"",
                "\"introspection_endpoint\":7",
                "\"introspection_endpoint\":\"https://as.example/i\",\"jwks_uri\":\"http://as.example/jwks\"",
                "\"introspection_endpoint\":\"https://as.example/i\","
                        + "\"introspection_endpoint_auth_methods_supported\":[\"private_key_jwt\"]"
            })
    void unusable(String members) {
        String issuer = fixture.server.issuer();
        fixture.server.publishes("{\"issuer\":\"" + issuer + "\"," + members + "}");
        assertNone(fixture.server(issuer));
    }

    @Test
    @DisplayName("GRA-4: metadata is fetched when first needed, then kept until it is due")
    void lazyAndKept() throws Exception {
        AuthorizationServer server = fixture.server(fixture.server.issuer());
        assertThat(fixture.server.paths).isEmpty();
        server.metadata();
        server.metadata();
        assertThat(fixture.server.metadataRequests()).isEqualTo(1);
        fixture.now = fixture.now.plusSeconds(3600);
        server.metadata();
        assertThat(fixture.server.metadataRequests()).isEqualTo(2);
    }

    @Test
    @DisplayName("GRA-4: a failure is remembered for a moment only, and the server is found when it is there")
    void failureIsBrief() throws Exception {
        AuthorizationServer server = fixture.server(fixture.server.issuer());
        fixture.server.publishes(e -> answer(e, 503, "text/plain", "later"));
        assertNone(server);
        assertNone(server);
        assertThat(fixture.server.metadataRequests()).isEqualTo(1);
        fixture.server.publishes(fixture.server.metadataDocument());
        fixture.now = fixture.now.plusSeconds(5);
        assertThat(server.metadata()).isNotNull();
    }

    @Test
    @DisplayName("GRA-4: metadata that can't be renewed stays in use")
    void lastGood() throws Exception {
        AuthorizationServer server = fixture.server(fixture.server.issuer());
        AuthorizationServerMetadata first = server.metadata();
        fixture.server.publishes(e -> answer(e, 503, "text/plain", "later"));
        fixture.now = fixture.now.plusSeconds(3600);
        assertThat(server.metadata()).isEqualTo(first);
    }

    @Test
    @DisplayName("GRA-4: the introspection endpoint may move within its origin, not to another one")
    void movedEndpoint() throws Exception {
        String issuer = fixture.server.issuer();
        AuthorizationServer server = fixture.server(issuer);
        AuthorizationServerMetadata first = server.metadata();
        fixture.server.publishes(metadataDocument(issuer, "https://elsewhere.example/introspect"));
        fixture.now = fixture.now.plusSeconds(3600);
        assertThat(server.metadata()).isEqualTo(first);
        fixture.server.publishes(metadataDocument(issuer, issuer + "/v2/introspect"));
        fixture.now = fixture.now.plusSeconds(3600);
        assertThat(server.metadata().introspectionEndpoint()).isEqualTo(URI.create(issuer + "/v2/introspect"));
    }
}
