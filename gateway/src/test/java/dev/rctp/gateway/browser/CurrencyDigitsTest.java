package dev.rctp.gateway.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.e2e.Sandboxed;
import dev.rctp.registries.Money;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Amounts at the real gateway as people write them: what the page shows, and what a typed floor comes to. */
@Tag("long")
@ExtendWith(Sandboxed.class)
class CurrencyDigitsTest {

    @ParameterizedTest(name = "{0} in {1}")
    @DisplayName(
            "B99, APR-5: amounts are shown and read in the currency's own digits, and the floor is the one that was typed")
    @CsvSource(
            delimiter = '|',
            value = {
                "EUR | en | €500.00     | 400.5   | 40050",
                "EUR | de | 500,00 €    | 400,5   | 40050",
                "JPY | en | ¥50,000     | 40 001  | 40001",
                "JPY | de | 50.000 ¥    | 40001   | 40001",
                "KWD | en | 50.000 KWD  | 40.0015 | 0",
                "KWD | de | 50,000 KWD  | 40,001  | 40001"
            })
    void digits(String currency, String language, String shown, String typed, long floor, World world, Path state)
            throws Exception {
        try (AskedSeller seller = AskedSeller.vouchedFor(world, state)) {
            seller.browser.as(language, false);
            Answer asked = seller.list("A lamp", new Money(50_000, currency));
            seller.open(asked);
            assertThat(seller.browser.text().replace('\u00a0', ' ')).contains(shown);
            seller.write("t-floor", typed);
            seller.button("approve").click();
            if (floor == 0) {
                seller.browser.awaitText("Nothing was sent yet");
                seller.isPending(asked);
                return;
            }
            seller.await("approved");
            String listing = seller.status(asked)
                    .path("result")
                    .path("body")
                    .path("listing_id")
                    .stringValue();
            assertThat(seller.offer(listing, new Money(floor, currency)).status())
                    .isEqualTo(201);
            assertThat(seller.offer(listing, new Money(floor - 1, currency)).decision())
                    .contains("reason=below_floor");
        }
    }
}
