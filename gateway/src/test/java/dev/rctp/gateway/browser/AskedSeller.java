package dev.rctp.gateway.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.registries.Money;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.awaitility.Awaitility;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.logging.LogType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A seller before a browser with a passkey, and the agent that has to ask them, at the sandbox's gateway. */
final class AskedSeller implements AutoCloseable {

    private static final List<String> SCOPES =
            List.of("dev.rctp.listing:create", "dev.rctp.listing:set_terms", "dev.rctp.deal:offer_accept");

    final World world;
    final Agent agent;
    final SellersDevice device;
    final Chromium browser;

    private final String token;

    private AskedSeller(World world, SellersDevice device) throws Exception {
        this.world = world;
        this.agent = world.agent("seller-ops", 0);
        this.device = device;
        this.browser = device.browser;
        this.token = world.grant(
                        device.sub,
                        agent,
                        SCOPES,
                        Map.of(SCOPES.get(0), "ask", SCOPES.get(1), "ask", SCOPES.get(2), "ask"))
                .token();
    }

    /** A new seller whose passkey the marketplace vouches for. */
    static AskedSeller vouchedFor(World world, Path state) throws Exception {
        return new AskedSeller(world, new SellersDevice().vouchedFor(world, state));
    }

    /** The seller whose device this is. */
    static AskedSeller at(World world, SellersDevice device) throws Exception {
        return new AskedSeller(world, device);
    }

    static ObjectNode deal(Money price) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        ObjectNode terms = body.putObject("deal_terms");
        terms.putObject("price").put("amount", price.amount()).put("currency", price.currency());
        terms.putObject("fulfillment").put("option", "shipping");
        terms.putObject("payment").put("option", "escrow");
        return body;
    }

    /** The agent wants to list an item at this price; all of its terms but the floor are proposed. */
    Answer list(String title, Money price) throws Exception {
        ObjectNode listing =
                JsonNodeFactory.instance.objectNode().put("title", title).put("term_set", "goods.small/1");
        listing.putObject("list_price").put("amount", price.amount()).put("currency", price.currency());
        ObjectNode proposed = listing.putObject("proposed_terms").put("deliver_within_days", 5);
        proposed.put(
                "available_until",
                world.clock()
                        .instant()
                        .plus(Duration.ofDays(20))
                        .truncatedTo(ChronoUnit.MINUTES)
                        .toString());
        proposed.putArray("fulfillment_options").add("shipping");
        proposed.putArray("payment_terms").add("escrow");
        return call("POST", "/listings", listing);
    }

    /** A buyer's offer; its id. */
    String offered(String listing, Money price) throws Exception {
        return offer(listing, price).json().path("offer_id").stringValue();
    }

    Answer offer(String listing, Money price) throws Exception {
        return buyer().call(
                        "POST",
                        "/listings/" + listing + "/offers",
                        null,
                        deal(price).toString());
    }

    Agent buyer() {
        return world.agent("buyer-ops-a", 1);
    }

    /** The agent wants to accept a fresh offer of 450.50 euro. */
    Answer accept() throws Exception {
        String listing = world.list(device.sub, "A lamp", new Money(50_000, "EUR"), new Money(40_000, "EUR"));
        return accept(offered(listing, new Money(45_050, "EUR")));
    }

    Answer accept(String offer) throws Exception {
        return call("POST", "/offers/" + offer + "/accept", JsonNodeFactory.instance.objectNode());
    }

    Answer call(String method, String target, ObjectNode body) throws Exception {
        return agent.call(method, target, token, body.toString());
    }

    /** The address of the page that asks. */
    static String page(Answer asked) {
        assertThat(asked.status()).as(asked.json().toString()).isEqualTo(202);
        return asked.json().path("approval_url").stringValue();
    }

    void open(Answer asked) {
        browser.driver().get(page(asked));
    }

    void write(String id, String text) {
        browser.id(id).clear();
        browser.id(id).sendKeys(text);
    }

    /** What the agent that asked reads of it. */
    JsonNode status(Answer asked) throws Exception {
        String id = asked.json().path("approval_id").stringValue();
        return JsonMapper.shared().readTree(agent.read("/approvals/" + id, null).body());
    }

    /** Fails unless nobody has decided it. */
    void isPending(Answer asked) throws Exception {
        assertThat(status(asked).path("status").stringValue()).isEqualTo("pending");
    }

    /** Waits until the page is in this state. */
    void await(String state) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .ignoreExceptions()
                .until(() -> state.equals(
                        browser.driver().findElement(By.tagName("main")).getDomAttribute("data-state")));
    }

    /** Waits until the page tells this of the answer. */
    void awaitStatus(String text) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .ignoreExceptions()
                .until(() -> browser.id("status").getText().contains(text));
    }

    WebElement button(String decision) {
        return browser.id(decision);
    }

    /** Nothing was refused by the page's own policy, and no script failed. */
    void noComplaints() {
        assertThat(browser.driver().manage().logs().get(LogType.BROWSER).getAll())
                .filteredOn(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .filteredOn(entry -> !entry.getMessage().contains("status of 4"))
                .isEmpty();
    }

    @Override
    public void close() {
        device.close();
    }
}
