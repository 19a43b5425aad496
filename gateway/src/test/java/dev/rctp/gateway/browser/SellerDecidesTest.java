package dev.rctp.gateway.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.e2e.Sandboxed;
import dev.rctp.registries.Money;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.By;
import org.openqa.selenium.WindowType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The whole way on the real gateway: an agent asks, its seller decides in a browser, the held call is carried out. */
@Tag("long")
@ExtendWith(Sandboxed.class)
class SellerDecidesTest {

    private static final String CREATE = "dev.rctp.listing:create";
    private static final String ACCEPT = "dev.rctp.deal:offer_accept";

    private static final String OFFER = """
            {"deal_terms": {"price": {"amount": 45050, "currency": "EUR"}, "fulfillment": {"option": "shipping"},
             "payment": {"option": "escrow"}}}""";

    private World world;
    private Agent agent;
    private SellersDevice seller;
    private String token;

    @BeforeEach
    void open(World world, Path state) throws Exception {
        this.world = world;
        this.agent = world.agent("seller-ops", 0);
        this.seller = new SellersDevice().vouchedFor(world, state);
        this.token = granted();
    }

    private String granted() throws Exception {
        return world.grant(seller.sub, agent, List.of(CREATE, ACCEPT), Map.of(CREATE, "ask", ACCEPT, "ask"))
                .token();
    }

    @AfterEach
    void close() {
        seller.close();
    }

    @Test
    @DisplayName("LST-3, APR-3, APR-6: list an item, set the floor, approve; then decline an offer for it")
    void wholeWay() throws Exception {
        Answer asked = agent.call("POST", "/listings", token, """
                {"title": "A lamp \\u202e of glass", "list_price": {"amount": 50000, "currency": "EUR"},
                 "term_set": "goods.small/1", "proposed_terms": {"deliver_within_days": 5,
                 "available_until": "%s", "fulfillment_options": ["shipping"], "payment_terms": ["escrow"]}}""".formatted(
                        world.clock().instant().plus(Duration.ofDays(20)).truncatedTo(ChronoUnit.MINUTES)));
        open(asked);
        assertThat(seller.browser.text())
                .contains("Put this item up for sale?", "A lamp U+202E of glass", "€500.00", "Seller Ops GmbH");
        seller.browser.id("t-floor").sendKeys("600");
        seller.browser.id("approve").click();
        seller.browser.awaitText("Write an amount from €0.00");
        seller.browser.id("t-floor").clear();
        seller.browser.id("t-floor").sendKeys("400");
        seller.browser.id("approve").click();
        await("approved");
        seller.browser.awaitText("It is done.");

        JsonNode result = status(asked).path("result");
        assertThat(result.path("status").intValue()).isEqualTo(201);
        declineAnOffer(result.path("body").path("listing_id").stringValue());
    }

    private void declineAnOffer(String listing) throws Exception {
        Agent buyer = world.agent("buyer-ops-a", 1);
        String offer = buyer.call("POST", "/listings/" + listing + "/offers", null, OFFER)
                .json()
                .path("offer_id")
                .stringValue();
        Answer asked = agent.call("POST", "/offers/" + offer + "/accept", token, "{}");
        open(asked);
        assertThat(seller.browser.text()).contains("Accept this offer?", "€450.50");
        seller.browser.id("decline").click();
        await("declined");

        assertThat(status(asked).path("status").stringValue()).isEqualTo("declined");
        assertThat(buyer.read("/offers/" + offer, null).json().path("state").stringValue())
                .isEqualTo("declined");
    }

    /** An agent's wish to accept a fresh offer. */
    private Answer accept() throws Exception {
        String listing = world.list(seller.sub, "A lamp", new Money(50_000, "EUR"), new Money(40_000, "EUR"));
        String offer = world.agent("buyer-ops-a", 1)
                .call("POST", "/listings/" + listing + "/offers", null, OFFER)
                .json()
                .path("offer_id")
                .stringValue();
        return agent.call("POST", "/offers/" + offer + "/accept", token, "{}");
    }

    @Test
    @DisplayName("APR-4: after its time not even the passkey's yes counts, and the page says that silence was no")
    void silence() throws Exception {
        Answer asked = accept();
        open(asked);
        world.advance(Duration.ofMinutes(15));
        seller.browser.id("approve").click();

        await("expired");
        assertThat(seller.browser.text()).contains("counts as no");
        assertThat(status(asked).path("status").stringValue()).isEqualTo("expired");
    }

    @Test
    @DisplayName("APR-7: the window that answers second changes nothing and shows what counts; nor does going back")
    void twoWindows() throws Exception {
        Answer asked = accept();
        open(asked);
        String first = seller.browser.driver().getWindowHandle();
        seller.browser.driver().switchTo().newWindow(WindowType.TAB);
        open(asked);
        String second = seller.browser.driver().getWindowHandle();
        seller.browser.driver().switchTo().window(first);
        seller.browser.id("approve").click();
        await("approved");
        seller.browser.driver().switchTo().window(second);
        seller.browser.id("decline").click();

        await("approved");
        assertThat(seller.browser.text()).contains("another window", "You approved");
        seller.browser.driver().get("about:blank");
        seller.browser.driver().navigate().back();
        await("approved");
        assertThat(status(asked).path("result").path("status").intValue()).isEqualTo(200);
    }

    @Test
    @DisplayName("INV-4: who has the address but another's passkey decides nothing")
    void stranger(World world, Path state) throws Exception {
        Answer asked = accept();
        try (SellersDevice stranger = new SellersDevice().vouchedFor(world, state)) {
            stranger.browser.driver().get(asked.json().path("approval_url").stringValue());
            stranger.browser.id("approve").click();
            stranger.browser.awaitText("Nothing was decided");
        }
        assertThat(status(asked).path("status").stringValue()).isEqualTo("pending");
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

            close();
            seller = fresh;
            token = granted();
            Answer asked = accept();
            open(asked);
            fresh.browser.id("approve").click();
            await("approved");
            assertThat(status(asked).path("status").stringValue()).isEqualTo("approved");
        }
    }

    private void open(Answer asked) {
        assertThat(asked.status()).as(asked.json().toString()).isEqualTo(202);
        seller.browser.driver().get(asked.json().path("approval_url").stringValue());
    }

    private JsonNode status(Answer asked) throws Exception {
        String id = asked.json().path("approval_id").stringValue();
        return JsonMapper.shared().readTree(agent.read("/approvals/" + id, null).body());
    }

    private void await(String state) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .ignoreExceptions()
                .until(() -> state.equals(
                        seller.browser.driver().findElement(By.tagName("main")).getDomAttribute("data-state")));
    }
}
