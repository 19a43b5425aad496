package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.registries.Registries;
import dev.rctp.registries.Schemas;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A seller of their own with one listing, the agent they let bargain, and two companies' buyers; every answer is checked against its schema. */
final class Haggle {

    static final int PRICE = 90_000;
    static final int FLOOR = 70_000;
    static final String CREATE = "offer.create";
    static final String COUNTER = "offer.counter";
    static final String ACCEPT = "offer.accept";
    static final String REPRICE = "listing.reprice";
    static final String OPEN = "deal.open";

    private static final Schemas SCHEMAS = Registries.load().schemas();
    private static final List<String> SCOPES = List.of(
            "dev.rctp.listing:reprice",
            "dev.rctp.listing:answer_buyer",
            "dev.rctp.deal:offer_counter",
            "dev.rctp.deal:offer_accept");

    final World world;
    final Agent seller;
    final Agent buyer;
    final Agent rival;
    final String listing;
    String sub = "seller-" + UUID.randomUUID();
    private String token;

    private Haggle(World world, ObjectNode listing) throws IOException, InterruptedException {
        this.world = world;
        this.seller = world.agent("seller-ops", 0);
        this.buyer = world.agent("buyer-ops-b", 0);
        this.rival = world.agent("buyer-ops-a", 0);
        this.listing = world.list(listing.put("seller", sub));
        this.token = granted(seller);
    }

    /** With a listing for 900.00 EUR whose floor is 700.00. */
    static Haggle of(World world) throws IOException, InterruptedException {
        return new Haggle(world, listing(world, "EUR", PRICE, FLOOR));
    }

    static Haggle of(World world, ObjectNode listing) throws IOException, InterruptedException {
        return new Haggle(world, listing);
    }

    /** A listing that can be changed before it is listed. */
    static ObjectNode listing(World world, String currency, long price, long floor) {
        ObjectNode listing = JsonNodeFactory.instance.objectNode();
        listing.put("title", "A camera").put("term_set", "goods.small/1").set("list_price", money(price, currency));
        ObjectNode terms = listing.putObject("terms");
        terms.set("floor", money(floor, currency));
        terms.put(
                "available_until",
                world.clock().instant().plus(Duration.ofDays(30)).toString());
        terms.putArray("fulfillment_options").add("pickup").add("shipping");
        terms.putArray("payment_terms").add("escrow");
        terms.put("deliver_within_days", 7);
        return listing;
    }

    /** As a parser would make it. */
    static ObjectNode money(long amount, String currency) {
        ObjectNode money = JsonNodeFactory.instance.objectNode();
        return (amount == (int) amount ? money.put("amount", (int) amount) : money.put("amount", amount))
                .put("currency", currency);
    }

    /** The seller lets this agent bargain without asking. */
    String granted(Agent agent) throws IOException, InterruptedException {
        return granted(sub, agent, "auto");
    }

    /** This seller grants the agent every verb of a bargain with this tier. */
    String granted(String seller, Agent agent, String tier) throws IOException, InterruptedException {
        Map<String, String> tiers = new HashMap<>();
        SCOPES.forEach(scope -> tiers.put(scope, tier));
        return world.grant(seller, agent, SCOPES, tiers).token();
    }

    /** Moves the clock, and lets the seller's agent fetch another token. */
    void pass(Duration time) throws IOException, InterruptedException {
        world.advance(time);
        token = granted(seller);
    }

    /** The listing has another seller, who lets the same agent bargain. */
    void goesOnWith(String seller) throws IOException, InterruptedException {
        sub = seller;
        token = granted(this.seller);
    }

    String token() {
        return token;
    }

    static ObjectNode dealTerms(long amount) {
        ObjectNode terms = JsonNodeFactory.instance.objectNode();
        terms.set("price", money(amount, "EUR"));
        terms.putObject("fulfillment").put("option", "shipping");
        terms.putObject("payment").put("option", "escrow");
        return terms;
    }

    static ObjectNode proposal(long amount) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.set("deal_terms", dealTerms(amount));
        return body;
    }

    Answer offer(Agent agent, long amount) throws IOException, InterruptedException {
        return offer(agent, proposal(amount));
    }

    Answer offer(Agent agent, long amount, String supersedes) throws IOException, InterruptedException {
        return offer(agent, proposal(amount).put("supersedes", supersedes));
    }

    Answer offer(Agent agent, ObjectNode body) throws IOException, InterruptedException {
        return offer(agent, body, Agent.newKey());
    }

    Answer offer(Agent agent, ObjectNode body, String key) throws IOException, InterruptedException {
        return checked("offer", agent.call("POST", offers(), null, body.toString(), key));
    }

    String offers() {
        return "/listings/" + listing + "/offers";
    }

    Answer counter(String offer, long amount) throws IOException, InterruptedException {
        return counter(offer, proposal(amount));
    }

    Answer counter(String offer, ObjectNode body) throws IOException, InterruptedException {
        return sellers("offer", "/offers/" + offer + "/counter", body.toString());
    }

    Answer accept(String offer) throws IOException, InterruptedException {
        return sellers("offer", "/offers/" + offer + "/accept", "{}");
    }

    Answer reprice(long amount) throws IOException, InterruptedException {
        return reprice(amount, Agent.newKey());
    }

    Answer reprice(long amount, String key) throws IOException, InterruptedException {
        String target = "/listings/" + listing + "/reprice";
        return checked(
                "listing", seller.call("POST", target, token, price(amount).toString(), key));
    }

    /** The body of a reprice. */
    static ObjectNode price(long amount) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.set("list_price", money(amount, "EUR"));
        return body;
    }

    private Answer sellers(String schema, String target, String body) throws IOException, InterruptedException {
        return checked(schema, seller.call("POST", target, token, body));
    }

    Answer open(Agent agent, String checkout) throws IOException, InterruptedException {
        return open(agent, checkout, Agent.newKey());
    }

    Answer open(Agent agent, String checkout, String key) throws IOException, InterruptedException {
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("checkout", checkout);
        return checked("deal", agent.call("POST", "/deals", null, body.toString(), key));
    }

    Answer read(Agent agent, String offer, @Nullable String token) throws IOException, InterruptedException {
        return checked("offer", agent.read("/offers/" + offer, token));
    }

    /** The listing's offers as its seller sees them. */
    List<JsonNode> shown() throws IOException, InterruptedException {
        return checked("offer-list", seller.read(offers(), token))
                .json()
                .path("offers")
                .valueStream()
                .toList();
    }

    /** An offer that stands; its id. */
    String offered(Agent agent, long amount) throws IOException, InterruptedException {
        return id(ok(201, offer(agent, amount)));
    }

    /** An accepted offer's checkout, as its buyer reads it. */
    String accepted(Agent agent, String offer) throws IOException, InterruptedException {
        ok(200, accept(offer));
        return ok(200, read(agent, offer, null)).json().path("checkout").stringValue();
    }

    /** The offer's state as its buyer reads it. */
    String state(Agent agent, String offer) throws IOException, InterruptedException {
        return ok(200, read(agent, offer, null)).json().path("state").stringValue();
    }

    static String id(Answer offer) {
        return offer.json().path("offer_id").stringValue();
    }

    static Answer ok(int status, Answer answer) {
        assertThat(answer.status())
                .as(new String(answer.body(), StandardCharsets.UTF_8))
                .isEqualTo(status);
        return answer;
    }

    static void refused(Answer answer, int status, String verb, String reason) {
        assertThat(answer.decision()).isEqualTo("forbid;action=\"" + verb + "\";reason=" + reason);
        assertThat(answer.status()).isEqualTo(status);
    }

    Instant now() {
        return world.clock().instant();
    }

    /** What the marketplace got on paths that hold this text. */
    List<JsonNode> forwarded(String path) throws IOException, InterruptedException {
        return world.forwarded().stream()
                .filter(request -> request.path("path").stringValue().contains(path))
                .toList();
    }

    /** The same answer, if it is what its schema says: of the object where it is accepted, of an error where it is refused. */
    static Answer checked(String schema, Answer answer) {
        boolean refused = answer.decision().startsWith("forbid");
        if (!refused && answer.status() >= 400) {
            assertThat(answer.json().propertyNames()).as("a veto").containsExactly("marketplace");
            return answer;
        }
        assertThat(SCHEMAS.validate(refused ? "error" : schema, answer.json()))
                .as(answer.json().toString())
                .isEmpty();
        return answer;
    }
}
