package dev.rctp.registries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Section 1: the few types that all modules speak")
class VocabularyTest {

    @Test
    @DisplayName("B64: money is 0 to 2^53-1 minor units of an ISO 4217 code")
    void money() {
        assertThat(new Money(0, "JPY").amount()).isZero();
        assertThat(new Money(Money.MAX_AMOUNT, "EUR").amount()).isEqualTo(9_007_199_254_740_991L);
        assertThatThrownBy(() -> new Money(-1, "EUR")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Money(Money.MAX_AMOUNT + 1, "EUR")).isInstanceOf(IllegalArgumentException.class);
        for (String currency : new String[] {"", "eur", "EU", "EURO", "EUR\n", "ЕUR"}) {
            assertThatThrownBy(() -> new Money(1, currency)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    @DisplayName("Identifiers are a prefix and 26 characters of lower-case base32")
    void ids() {
        IdSource ids = IdSource.random(new SecureRandom());
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            String id = ids.next("apr_");
            assertThat(id).matches("apr_[a-z2-7]{26}");
            assertThat(seen.add(id)).isTrue();
        }
    }

    @Test
    @DisplayName("Digests are sha-256: and lower-case hexadecimal (FIPS 180-4 example)")
    void digests() {
        assertThat(Sha256.text("abc".getBytes(StandardCharsets.US_ASCII)))
                .isEqualTo("sha-256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    @Test
    @DisplayName("DEC-2: tiers are written in lower case, and nothing else is one")
    void tiers() {
        for (Tier tier : Tier.values()) {
            assertThat(Tier.ofToken(tier.token())).contains(tier);
        }
        for (String token : new String[] {"", "AUTO", "Ask", "deny", "auto "}) {
            assertThat(Tier.ofToken(token)).isEmpty();
        }
    }

    @Test
    void reasons() {
        assertThat(Reason.ofCode("below_floor")).contains(Reason.BELOW_FLOOR);
        assertThat(Reason.ofCode("BELOW_FLOOR")).isEmpty();
        assertThat(Reason.BELOW_FLOOR.status()).isEqualTo(403);
    }
}
