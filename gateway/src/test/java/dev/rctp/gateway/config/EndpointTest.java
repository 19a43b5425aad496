package dev.rctp.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointTest {

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"localhost:0", "127.0.0.1:8081", "[::1]:65535", "[fd00::1:2]:80", "a-b.example:1"})
    @DisplayName("an endpoint is written as it is read")
    void roundTrip(String text) {
        assertThat(Endpoint.parse(text)).map(Endpoint::text).contains(text);
    }
}
