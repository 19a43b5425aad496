package dev.rctp.msgsig.fields;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("RFC 9651 4.2.2 keeps the last duplicate; where a signature depends on it, duplicates are errors (B8)")
class UniqueKeysTest {

    @Test
    void theLenientReaderKeepsTheLast() throws MalformedFieldException {
        assertThat(Dictionary.parse("a=1, b=2, a=3").serialize()).isEqualTo("a=3, b=2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a=1, b=2, a=3", "a, a", "a=1;x=1;x=2", "a=(b;x;x)", "a=(b);x;x=?0"})
    void theStrictReaderReportsThem(String field) {
        assertThatThrownBy(() -> Dictionary.parseUnique(field))
                .isInstanceOf(MalformedFieldException.class)
                .hasMessageContaining("duplicate key");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a=1, b=2", "a=(b;x c;x);x, d;x", ""})
    void theStrictReaderTakesAllElse(String field) throws MalformedFieldException {
        assertThat(Dictionary.parseUnique(field)).isEqualTo(Dictionary.parse(field));
    }

    @Test
    @DisplayName("Parameters are equal in any order, as component identifiers must be (RFC 9421 2)")
    void parameterOrderDoesNotMatterForEquality() throws MalformedFieldException {
        assertThat(Item.parse("a;x;y=1").parameters())
                .isEqualTo(Item.parse("a;y=1;x").parameters());
    }
}
