package dev.rctp.gateway.http.edge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.http.edge.IncomingFields.Clean;
import dev.rctp.gateway.http.edge.IncomingFields.Refused;
import dev.rctp.msgsig.HttpFields;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IncomingFieldsTest {

    private static IncomingFields clean(String name, String value) {
        return IncomingFields.clean(List.of(Map.entry("Accept", "*/*"), Map.entry(name, value)));
    }

    private static List<String> names(IncomingFields fields) {
        return ((Clean) fields)
                .fields().lines().stream().map(HttpFields.Field::name).toList();
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "RCTP-Seller",
                "rctp-seller",
                "RCTP_Seller",
                "RCTP.Seller",
                "rctp_",
                "RCTP-",
                "R-C-T-P-Seller",
                "_RCTP_Seller"
            })
    @DisplayName("PRX-7, B40: a name that folds to one of the gateway's is removed")
    void foldsToOurs(String name) {
        assertThat(names(clean(name, "s1"))).containsExactly("accept");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"Keep-Alive", "TE", "Trailer", "Upgrade", "Proxy-Authorization", "HTTP2-Settings"})
    @DisplayName("PRX-5: hop-by-hop fields end here")
    void hopByHop(String name) {
        assertThat(names(clean(name, "x"))).containsExactly("accept");
    }

    @Test
    @DisplayName("PRX-5: what Connection names ends here")
    void namedByConnection() {
        assertThat(names(IncomingFields.clean(
                        List.of(Map.entry("X-A", "1"), Map.entry("Connection", "close, x-a"), Map.entry("X-B", "2")))))
                .containsExactly("x-b");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "Authorization",
                "signature",
                "Signature-Input",
                "IDEMPOTENCY-KEY",
                "ucp-agent",
                "ucp_agent",
                "host",
                "content-digest",
                "Content-Length",
                "rctp-decision",
                "request-id",
                "cookie",
                "x-forwarded-for"
            })
    @DisplayName("PRX-7: Connection cannot name one of ours away")
    void cannotNameAway(String name) {
        assertThat(clean("Connection", "close, " + name)).isInstanceOf(Refused.class);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "X-HTTP-Method-Override",
                "x-http-method",
                "X_Method_Override",
                "X.HTTP.Method.Override",
                "X-Original-URL",
                "X-HTTP-MethodOverride",
                "XHTTPMethodOverride",
                "X-Method",
                "X-Original-Path",
                "X-Envoy-Original-Path",
                "X-Rewrite-Uri",
                "X_HTTP_Path.Override",
                "UCP_Agent",
                "Idempotency.Key",
                "Content_Length",
                "Transfer_Encoding",
                "Content_Digest",
                "X_Forwarded_For",
                "Signature_Input",
                "Keep_Alive"
            })
    @DisplayName("PRX-4, B40: fields that override or imitate are refused")
    void refused(String name) {
        assertThat(clean(name, "x")).isInstanceOf(Refused.class);
    }

    @Test
    @DisplayName("other names with underscores or dots are nobody's business")
    void others() {
        assertThat(names(clean("X_Custom.Name", "1"))).containsExactly("accept", "x_custom.name");
    }
}
