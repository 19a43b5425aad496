package dev.rctp.gateway.http.framing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PercentEncodingTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a+b|a+b",
                "a%2Bb|a+b",
                "a%2bb|a+b",
                "a%20b|a b",
                "a%2Fb|a/b",
                "a%252Bb|a%2Bb",
                "%C3%A9|é",
                "a=b|a=b"
            })
    @DisplayName("RFC 3986 2.1: a triplet is its octet, once; a plus sign is a plus sign")
    void decoded(String text, String meant) {
        assertThat(PercentEncoding.decode(text)).contains(meant);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%",
                "a%",
                "a%2",
                "%2G",
                "%+1",
                "%-1",
                "% 2",
                "%\u0130\u0130",
                "%FF",
                "%C3",
                "%C0%AF",
                "%ED%A0%80",
                "é"
            })
    @DisplayName("RFC 3986 2.1: a malformed triplet, malformed UTF-8 and characters outside of ASCII stand for nothing")
    void malformed(String text) {
        assertThat(PercentEncoding.decode(text)).isEmpty();
    }
}
