package dev.rctp.terms;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListingIdTest {

    @ParameterizedTest
    @DisplayName("section 1: a listing id is 1 to 128 of A-Za-z0-9._~-")
    @ValueSource(strings = {"", "a b", "a/b", "a%2Fb", "a;b", "é", "a\n", "a\u0000"})
    void refusesOtherText(String text) {
        assertThat(ListingId.parse(text, ListingIdFolding.EXACT)).isEmpty();
    }

    @Test
    @DisplayName("section 1: 128 characters are taken, 129 are not")
    void keepsTheLength() {
        assertThat(ListingId.parse("x".repeat(128), ListingIdFolding.EXACT)).isPresent();
        assertThat(ListingId.parse("x".repeat(129), ListingIdFolding.EXACT)).isEmpty();
    }

    @Test
    @DisplayName("section 1: ids compare by octets, folded first where so configured")
    void foldsByConfiguration() {
        assertThat(ListingId.parse("Lst~A.1_-", ListingIdFolding.EXACT)).contains(new ListingId("Lst~A.1_-"));
        assertThat(ListingId.parse("Lst~A.1_-", ListingIdFolding.LOWERCASE)).contains(new ListingId("lst~a.1_-"));
    }
}
