package dev.rctp.approval.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.registries.Money;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class TongueTest {

    private final Tongues tongues = new Tongues();

    @ParameterizedTest
    @DisplayName("B99: amounts stand in the currency's own digits, with its code")
    @CsvSource(
            delimiter = '|',
            value = {
                "en | 41000 | EUR | €410.00 EUR",
                "de | 41000 | EUR | 410,00 € EUR",
                "de-CH | 4100000 | CHF | 41’000.00 CHF",
                "en | 1000 | JPY | ¥1,000 JPY",
                "de | 1000 | JPY | 1.000 ¥ JPY",
                "en | 1234 | BHD | 1.234 BHD",
                "en | 5 | USD | $0.05 USD",
                "en | 9007199254740991 | EUR | €90,071,992,547,409.91 EUR",
                "en | 1000 | QQQ | 1,000 minor units of QQQ",
                "en | 1000 | XAU | 1,000 minor units of XAU"
            })
    void money(String language, long amount, String currency, String written) {
        assertThat(tongues.of(language).money(new Money(amount, currency)).replace('\u00a0', ' '))
                .isEqualTo(written);
    }

    @Test
    void typedAmountsHaveTheLanguagesMarkAndNoOther() {
        assertThat(tongues.of("de").typed(new Money(123456789, "EUR"))).isEqualTo("1234567,89");
        assertThat(tongues.of("en").typed(new Money(123456789, "JPY"))).isEqualTo("123456789");
    }

    @Test
    void timesAreInTheLanguageAndSayTheirZone() {
        Instant at = Instant.parse("2026-12-01T18:30:00Z");

        assertThat(tongues.of("de").time(at)).isEqualTo("1. Dezember 2026, 18:30 UTC");
        assertThat(tongues.of("en-GB").time(at)).isEqualTo("1 December 2026, 18:30 UTC");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "de | de",
                "fr, de;q=0.5 | de",
                "fr, en;q=0.8, de;q=0.5 | en",
                "de-AT, en;q=0.5 | de-AT",
                "de;q=0, en | en",
                "en-u-nu-arab | en",
                "*, de;q=0.1 | en",
                "fr | en",
                "!!! | en"
            })
    void acceptLanguage(String field, String tag) {
        assertThat(tongues.of(field).locale().toLanguageTag()).isEqualTo(tag);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", ";;;", "\u0000"})
    void unreadableFieldsCountAsNone(String field) {
        assertThat(tongues.of(field).locale().toLanguageTag()).isEqualTo("en");
    }
}
