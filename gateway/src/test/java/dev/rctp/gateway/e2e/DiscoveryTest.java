package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.World;
import dev.rctp.registries.Registries;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

@ExtendWith(Sandboxed.class)
class DiscoveryTest {

    private static HttpResponse<String> get(URI uri, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri);
        if (headers.length > 0) {
            request.headers(headers);
        }
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        }
    }

    @Test
    @DisplayName("DIS-1: the gateway's profile names its capabilities, scopes and keys, and fits the schema")
    void profile(World world) throws Exception {
        JsonNode profile = world.get(world.address("gateway_profile"));
        JsonNode capabilities = profile.path("ucp").path("capabilities");
        JsonNode deal = capabilities.path("dev.rctp.deal").get(0);
        JsonNode scopes = capabilities
                .path("dev.ucp.common.identity_linking")
                .get(0)
                .path("config")
                .path("scopes");

        assertThat(Registries.load().schemas().validate("ucp-profile", profile)).isEmpty();
        assertThat(profile.path("ucp").path("version").asString()).isEqualTo("2026-08-25");
        assertThat(deal.path("schema").asString()).startsWith("https://rctp.dev/");
        assertThat(deal.path("config")
                        .path("offer_expiry")
                        .path("default_seconds")
                        .asLong())
                .isEqualTo(172_800);
        assertThat(deal.path("config").path("term_sets").valueStream().map(JsonNode::asString))
                .containsExactly("goods.small/1");
        assertThat(scopes.path("dev.rctp.listing:answer_buyer")
                        .path("default_tier")
                        .asString())
                .isEqualTo("auto");
        assertThat(scopes.path("dev.rctp.listing:create")
                        .path("allowed_tiers")
                        .valueStream()
                        .map(JsonNode::asString))
                .containsExactly("ask");
        assertThat(scopes.toString()).doesNotContain("sign_contract", "account");
        assertThat(profile.path("keys").get(0).has("d")).isFalse();
    }

    @Test
    @DisplayName("DIS-1: the profile may be cached, and a known one is not sent again")
    void caching(World world) throws Exception {
        HttpResponse<String> first = get(world.address("gateway_profile"));
        String etag = first.headers().firstValue("etag").orElseThrow();
        HttpResponse<String> second = get(world.address("gateway_profile"), "If-None-Match", etag);

        assertThat(first.headers().firstValue("cache-control").orElse("")).matches("public, max-age=[0-9]+");
        assertThat(second.statusCode()).isEqualTo(304);
        assertThat(second.body()).isEmpty();
        for (String known : new String[] {"*", "W/" + etag, "\"other\", " + etag}) {
            assertThat(get(world.address("gateway_profile"), "If-None-Match", known)
                            .statusCode())
                    .as(known)
                    .isEqualTo(304);
        }
    }

    @Test
    @DisplayName("DIS-2: the protected resource metadata names the resource and its authorization server")
    void metadata(World world) throws Exception {
        JsonNode metadata = world.get(world.gateway().resolve("/.well-known/oauth-protected-resource"));

        assertThat(Registries.load().schemas().validate("protected-resource", metadata))
                .isEmpty();
        assertThat(metadata.path("resource").asString())
                .isEqualTo(world.gateway().toString());
        assertThat(metadata.path("authorization_servers").get(0).asString())
                .isEqualTo(world.address("authorization_server").toString());
        assertThat(metadata.path("bearer_methods_supported").valueStream().map(JsonNode::asString))
                .containsExactly("header");
    }
}
