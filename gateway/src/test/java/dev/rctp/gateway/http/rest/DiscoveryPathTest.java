package dev.rctp.gateway.http.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiscoveryPathTest {

    @ParameterizedTest
    @CsvSource({
        "https://gw.example, https://gw.example/.well-known/oauth-protected-resource",
        "https://gw.example/, https://gw.example/.well-known/oauth-protected-resource",
        "https://gw.example/m/shop7, https://gw.example/.well-known/oauth-protected-resource/m/shop7",
        "https://gw.example:8443/m, https://gw.example:8443/.well-known/oauth-protected-resource/m"
    })
    @DisplayName(
            "DIS-2, B49: the metadata's path goes before the resource's own, and the resource stands in it byte for byte")
    void inserted(String resource, String metadata) {
        URI uri = URI.create(resource);

        assertThat(Discovery.metadataUrl(uri)).hasToString(metadata);
        assertThat(Discovery.metadataPath(uri)).isEqualTo(URI.create(metadata).getPath());
        assertThat(Discovery.metadata(uri, "https://as.example", List.of())
                        .path("resource")
                        .asString())
                .isEqualTo(resource);
    }
}
