package dev.rctp.msgsig.fields;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("B17: the base64 of a Byte Sequence (RFC 9651 4.2.7)")
class Base64DecisionTest {

    @ParameterizedTest
    @DisplayName("missing padding and non-zero pad bits are read, and written canonically")
    @CsvSource({":aGVsbG8:,:aGVsbG8=:", ":iZ==:,:iQ==:", ":iZ:,:iQ==:"})
    void lenientWhereTheRfcAsks(String sent, String canonical) throws MalformedFieldException {
        assertThat(Item.parse(sent).serialize()).isEqualTo(canonical);
    }

    @ParameterizedTest
    @DisplayName("the URL-safe alphabet, mixes, whitespace, surplus padding and loose ends are refused")
    @ValueSource(
            strings = {
                ":iROVe9SP-_8:",
                ":iROVe9SP-_8=:",
                ":+-aa:",
                ":-+aa:",
                ":a_/a:",
                ":aGVs bG8=:",
                ":aGVsbG8==:",
                ":a:",
                ":aGVsbG8=",
                "aGVsbG8=:",
                ":aGVs\u00e9bG8=:",
                ":aGVs\u0100bG8=:",
                ":====:",
                ":aGVsbG8=aaaa:"
            })
    void strictElsewhere(String sent) {
        assertThatThrownBy(() -> Item.parse(sent)).isInstanceOf(MalformedFieldException.class);
    }
}
