package dev.rctp.gateway.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.e2e.Sandboxed;
import dev.rctp.registries.Money;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.WindowType;
import tools.jackson.databind.JsonNode;

/** The whole way on the real gateway: an agent asks, its seller decides in a browser, the held call is carried out. */
@Tag("long")
@ExtendWith(Sandboxed.class)
class SellerDecidesTest {

    private World world;
    private AskedSeller seller;

    @BeforeEach
    void open(World world, Path state) throws Exception {
        this.world = world;
        this.seller = AskedSeller.vouchedFor(world, state);
    }

    @AfterEach
    void close() {
        seller.close();
    }

    @Test
    @DisplayName("LST-3, APR-3, APR-6: list an item, set the floor, approve; then decline an offer for it")
    void wholeWay() throws Exception {
        Answer asked = seller.list("A lamp \u202e of glass", new Money(50_000, "EUR"));
        seller.open(asked);
        assertThat(seller.browser.text())
                .contains("Put this item up for sale?", "A lamp U+202E of glass", "€500.00", "Seller Ops GmbH");
        seller.write("t-floor", "600");
        seller.button("approve").click();
        seller.browser.awaitText("Write an amount from €0.00");
        seller.isPending(asked);
        seller.write("t-floor", "400");
        seller.button("approve").click();
        seller.await("approved");
        seller.browser.awaitText("It is done.");
        seller.noComplaints();

        JsonNode result = seller.status(asked).path("result");
        assertThat(result.path("status").intValue()).isEqualTo(201);
        declineAnOffer(result.path("body").path("listing_id").stringValue());
    }

    private void declineAnOffer(String listing) throws Exception {
        String offer = seller.offered(listing, new Money(45_050, "EUR"));
        Answer asked = seller.accept(offer);
        seller.open(asked);
        assertThat(seller.browser.text()).contains("Accept this offer?", "€450.50");
        seller.button("decline").click();
        seller.await("declined");

        assertThat(seller.status(asked).path("status").stringValue()).isEqualTo("declined");
        assertThat(state(offer)).isEqualTo("declined");
    }

    private String state(String offer) throws Exception {
        return seller.buyer()
                .read("/offers/" + offer, null)
                .json()
                .path("state")
                .stringValue();
    }

    @Test
    @DisplayName("APR-4: the page counts down to the gateway's own end, then says that silence was no")
    void countedDown() throws Exception {
        String listing = world.list(seller.device.sub, "A lamp", new Money(50_000, "EUR"), new Money(40_000, "EUR"));
        String offer = seller.offered(listing, new Money(45_050, "EUR"));
        Answer asked = seller.accept(offer);
        world.advance(Duration.ofMinutes(15).minusSeconds(6));
        seller.open(asked);
        assertThat(seller.browser.id("left").getText()).matches("0:0[1-6]");

        seller.await("expired");
        assertThat(seller.browser.text()).contains("The time is over", "counts as no");
        assertThat(seller.browser.number("document.querySelectorAll('button').length"))
                .isZero();
        assertThat(seller.status(asked).path("status").stringValue()).isEqualTo("expired");
        assertThat(state(offer)).isEqualTo("declined");
    }

    @Test
    @DisplayName("APR-4: after its time not even the passkey's yes counts, and the page says that silence was no")
    void silence() throws Exception {
        Answer asked = seller.accept();
        seller.open(asked);
        world.advance(Duration.ofMinutes(15));
        seller.button("approve").click();

        seller.await("expired");
        assertThat(seller.browser.text()).contains("counts as no");
        assertThat(seller.status(asked).path("status").stringValue()).isEqualTo("expired");
    }

    @Test
    @DisplayName("APR-7: the window that answers second changes nothing and shows what counts")
    void twoWindows() throws Exception {
        Answer asked = seller.accept();
        seller.open(asked);
        String first = seller.browser.driver().getWindowHandle();
        seller.browser.driver().switchTo().newWindow(WindowType.TAB);
        seller.open(asked);
        String second = seller.browser.driver().getWindowHandle();
        seller.browser.driver().switchTo().window(first);
        seller.button("approve").click();
        seller.await("approved");
        seller.browser.driver().switchTo().window(second);
        seller.button("decline").click();

        seller.await("approved");
        assertThat(seller.browser.text()).contains("another window", "You approved");
        assertThat(seller.status(asked).path("result").path("status").intValue())
                .isEqualTo(200);
    }

    @Test
    @DisplayName("APR-7: the back button brings no buttons back, neither after the answer nor to a page left before it")
    void back() throws Exception {
        Answer asked = seller.accept();
        String first = seller.browser.driver().getWindowHandle();
        seller.browser.driver().switchTo().newWindow(WindowType.TAB);
        String second = seller.browser.driver().getWindowHandle();
        seller.open(asked);
        leave();
        seller.browser.driver().switchTo().window(first);
        seller.open(asked);
        seller.button("approve").click();
        seller.await("approved");
        leave();
        isEndedAfterBack(asked);
        seller.browser.driver().switchTo().window(second);
        isEndedAfterBack(asked);
    }

    private void leave() {
        seller.browser.driver().get(world.gateway() + "/enroll?ticket=none");
    }

    private void isEndedAfterBack(Answer asked) throws Exception {
        seller.browser.driver().navigate().back();
        seller.await("approved");
        assertThat(seller.browser.number("document.querySelectorAll('button').length"))
                .isZero();
        assertThat(seller.status(asked).path("result").path("status").intValue())
                .isEqualTo(200);
    }

    @Test
    @DisplayName("INV-4: who has the address but another's passkey decides nothing")
    void stranger(World world, Path state) throws Exception {
        Answer asked = seller.accept();
        try (SellersDevice stranger = new SellersDevice().vouchedFor(world, state)) {
            stranger.browser.driver().get(AskedSeller.page(asked));
            stranger.browser.id("approve").click();
            stranger.browser.awaitText("Nothing was decided");
        }
        seller.isPending(asked);
    }

    @Test
    @DisplayName(
            "INV-4, APR-3: a key that nobody vouched for is refused under the passkey's name, and the page stays open")
    void wrongPasskey() throws Exception {
        Answer asked = seller.accept();
        seller.open(asked);
        seller.device.forged(true);
        for (String decision : new String[] {"approve", "decline"}) {
            seller.button(decision).click();
            seller.awaitStatus("not accepted");
            seller.isPending(asked);
            seller.open(asked);
        }
        seller.device.forged(false);
        seller.button("approve").click();

        seller.await("approved");
    }

    @Test
    @DisplayName("APR-3: a device that can't tell who touches it decides nothing")
    void unverified() throws Exception {
        Answer asked = seller.accept();
        seller.open(asked);
        seller.device.recognises(false);
        seller.button("approve").click();

        seller.awaitStatus("Nothing was decided");
        seller.isPending(asked);
    }

    @Test
    @DisplayName("APR-9: a ticket of the authorization server makes a passkey once, and the passkey decides")
    void enrolled(World world) throws Exception {
        try (SellersDevice fresh = new SellersDevice().invited(world)) {
            String ticket = fresh.browser.driver().getCurrentUrl();
            fresh.browser.id("create").click();
            fresh.browser.awaitText("Your passkey is ready");
            fresh.browser.driver().get(ticket);
            assertThat(fresh.browser.text()).contains("This link was used already");

            fresh.invited(world);
            assertThat(fresh.browser.text()).contains("Confirm with the passkey that you have already");
            fresh.browser.id("create").click();
            fresh.browser.awaitText("This device already holds your passkey");

            AskedSeller enrolled = AskedSeller.at(world, fresh);
            Answer asked = enrolled.accept();
            enrolled.open(asked);
            enrolled.button("approve").click();
            enrolled.await("approved");
            assertThat(enrolled.status(asked).path("status").stringValue()).isEqualTo("approved");
        }
    }
}
