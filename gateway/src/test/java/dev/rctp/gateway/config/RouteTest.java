package dev.rctp.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RouteTest {

    @ParameterizedTest
    @DisplayName("PRX-4: a path that could be read in two ways is no route")
    @ValueSource(
            strings = {
                "GET /a",
                "POST a",
                "POST /",
                "POST /a/",
                "POST /a//b",
                "POST /a/./b",
                "POST /../a",
                "POST /a%2Fb",
                "POST /a;x=1",
                "POST /a?b",
                "POST /a{b}",
                "POST /{B}",
                "POST  /a",
                "post /a",
                "POST /a\n"
            })
    void refuses(String text) {
        assertThat(Route.parse(text)).isEmpty();
    }

    @ParameterizedTest(name = "{0}, {1}: {2}")
    @DisplayName("PRX-4: routes overlap when some call fits both, whatever the letters' case")
    @CsvSource({
        "POST /a/b, POST /a/b, true",
        "POST /a/b, POST /A/B, true",
        "POST /a/{x}, POST /a/b, true",
        "POST /{x}/b, POST /a/{y}, true",
        "POST /a/b, PUT /a/b, false",
        "POST /a/b, POST /a/c, false",
        "POST /a/b, POST /a, false"
    })
    void overlaps(String one, String other, boolean expected) {
        Route first = Route.parse(one).orElseThrow();
        Route second = Route.parse(other).orElseThrow();
        assertThat(first.overlaps(second)).isEqualTo(expected);
        assertThat(second.overlaps(first)).isEqualTo(expected);
    }
}
