package dev.rctp.gateway.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.e2e.Sandboxed;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the hosted pages say where the gateway took what was sent and its answer got lost (APR-7, APR-9, INV-2). */
@Tag("long")
@ExtendWith(Sandboxed.class)
class LostAnswerTest {

    private static final String RESPONSE = "/response";
    private static final String ENROL = "/enroll";

    /** Loses what is posted to such addresses, so often, with what else follows; the number of those that the gateway got is kept. */
    private static final String LOSE = """
            const [end, how, times] = arguments;
            const real = window.fetch;
            let left = times;
            let away = false;
            window.fetch = async (address, options) => {
              if (away) throw new TypeError('away');
              if (options.method !== 'POST' || !String(address).endsWith(end) || left === 0) return real(address, options);
              left--;
              if (how === 'before') throw new TypeError('lost');
              const answer = await real(address, options);
              window.taken = answer.status;
              if (how === 'status') return new Response('', { status: 502 });
              away = how === 'away';
              throw new TypeError('lost');
            };
            """;

    private AskedSeller seller;

    @BeforeEach
    void open(World world, Path state) throws Exception {
        this.seller = AskedSeller.vouchedFor(world, state);
    }

    @AfterEach
    void close() {
        seller.close();
    }

    private static void lose(Chromium browser, String end, String how, int times) {
        browser.driver().executeScript(LOSE, end, how, times);
    }

    @ParameterizedTest
    @ValueSource(strings = {"after", "status"})
    @DisplayName("APR-7: where only the gateway's answer was lost, the page shows that the seller's counts")
    void taken(String how) throws Exception {
        Answer asked = seller.accept();
        seller.open(asked);
        lose(seller.browser, RESPONSE, how, 1);
        seller.button("approve").click();

        seller.await("approved");
        assertThat(seller.browser.text()).contains("You approved").doesNotContain("another window");
    }

    @Test
    @DisplayName("INV-2: where the seller's answer did not arrive, the page says that it is open, and they try again")
    void notArrived() throws Exception {
        Answer asked = seller.accept();
        seller.open(asked);
        lose(seller.browser, RESPONSE, "before", 1);
        seller.button("decline").click();
        seller.awaitStatus("The request is still open");
        seller.isPending(asked);
        seller.button("decline").click();

        seller.await("declined");
    }

    @Test
    @DisplayName("APR-7: where nothing can be read afterwards either, the page claims nothing; loaded again it knows")
    void unknown() throws Exception {
        Answer asked = seller.accept();
        seller.open(asked);
        lose(seller.browser, RESPONSE, "away", 1);
        seller.button("approve").click();
        seller.awaitStatus("It is not known whether your answer arrived");
        assertThat(seller.browser.text()).doesNotContain("othing was decided");
        assertThat(seller.browser.number("document.getElementById('status').getBoundingClientRect().bottom"))
                .as("in view")
                .isLessThanOrEqualTo(seller.browser.number("window.innerHeight"));
        seller.open(asked);

        seller.await("approved");
    }

    @ParameterizedTest
    @ValueSource(strings = {"after", "before", "status"})
    @DisplayName("APR-9: a new passkey whose answer, or which itself, was lost is sent again, and is the seller's once")
    void enrolled(String how, World world) throws Exception {
        try (SellersDevice fresh = new SellersDevice().invited(world)) {
            lose(fresh.browser, ENROL, how, 1);
            fresh.browser.id("create").click();
            fresh.browser.awaitText("Your passkey is ready");

            AskedSeller enrolled = AskedSeller.at(world, fresh);
            enrolled.open(enrolled.accept());
            enrolled.button("approve").click();
            enrolled.await("approved");
        }
    }

    @Test
    @DisplayName(
            "APR-9: where nobody knows whether a new passkey arrived, the next press asks the gateway, not the device")
    void enrolledPerhaps(World world) throws Exception {
        try (SellersDevice fresh = new SellersDevice().invited(world)) {
            lose(fresh.browser, ENROL, "after", 2);
            fresh.browser.id("create").click();
            fresh.browser.awaitText("It is not known yet whether your passkey arrived");
            assertThat(fresh.browser.number("window.taken")).isEqualTo(201);
            fresh.browser.id("create").click();

            fresh.browser.awaitText("Your passkey is ready");
        }
    }

    @Test
    @DisplayName("APR-9: a device that can't tell who touches it sets up nothing, and the page speaks of no decision")
    void notEnrolled(World world) throws Exception {
        try (SellersDevice fresh = new SellersDevice().invited(world)) {
            fresh.recognises(false);
            fresh.browser.id("create").click();

            fresh.browser.awaitText("No passkey was set up");
            assertThat(fresh.browser.text()).doesNotContain("decided");
        }
    }
}
