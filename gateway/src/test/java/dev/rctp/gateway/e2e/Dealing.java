package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Haggle.checked;
import static dev.rctp.gateway.e2e.Haggle.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A deal that was opened, and everyone who reports of it; every answer is checked against its schema. */
final class Dealing {

    static final String EVENT = "deal.event";
    static final String COMMIT = "deal.commit_to_ship";
    static final String COMMIT_SCOPE = "dev.rctp.deal:commit_to_ship";
    static final String TYP = "rctp-deal-event+jwt";

    private static final Set<String> MONEY = Set.of("funds_held", "released", "refund");
    private static final Set<String> GOODS = Set.of("shipped", "delivered", "returned_to_sender", "return");

    final World world;
    final Haggle haggle;
    final String id;
    final Agent buyer;
    final Agent holder;
    final Agent carrier;
    final Agent marketplace;

    private Dealing(Haggle haggle, String id) {
        this.world = haggle.world;
        this.haggle = haggle;
        this.id = id;
        this.buyer = haggle.buyer;
        this.holder = world.agent("escrow", 0);
        this.carrier = world.agent("carrier", 0);
        this.marketplace = world.agent("marketplace", 0);
    }

    /** For 800.00 EUR, released when the buyer accepts. */
    static Dealing of(World world) throws IOException, InterruptedException {
        return of(Haggle.of(world));
    }

    static Dealing of(World world, String release) throws IOException, InterruptedException {
        ObjectNode listing = Haggle.listing(world, "EUR", Haggle.PRICE, Haggle.FLOOR);
        ((ObjectNode) listing.path("terms")).put("release_condition", release);
        return of(Haggle.of(world, listing));
    }

    static Dealing of(Haggle haggle) throws IOException, InterruptedException {
        String checkout = haggle.accepted(haggle.buyer, haggle.offered(haggle.buyer, 80_000));
        Answer deal = ok(201, haggle.open(haggle.buyer, checkout));
        return new Dealing(haggle, deal.json().path("deal_id").stringValue());
    }

    /** Who usually writes such an event. */
    Agent writer(String type) {
        if (MONEY.contains(type)) {
            return holder;
        }
        return GOODS.contains(type) ? carrier : buyer;
    }

    /** The claims of an event that is right: {@code rejected} with its reason after a space. */
    ObjectNode claims(Agent by, String type) {
        String[] words = type.split(" ", -1);
        ObjectNode claims = JsonNodeFactory.instance.objectNode();
        claims.put("iss", by.profile()).put("deal_id", id).put("type", words[0]);
        claims.put("occurred_at", haggle.now().truncatedTo(ChronoUnit.SECONDS).toString());
        claims.put("iat", (int) haggle.now().getEpochSecond())
                .put("jti", UUID.randomUUID().toString());
        if (words.length > 1) {
            claims.put("reason", words[1]);
        }
        if (MONEY.contains(words[0])) {
            claims.set("amount", Haggle.money(80_000, "EUR"));
        }
        if (GOODS.contains(words[0])) {
            boolean relays = by.profile().equals(marketplace.profile());
            claims.put("relation", relays ? "relayed" : "first_hand");
            if (relays) {
                claims.put("reported_by", "Some Parcels")
                        .put("source_event_id", UUID.randomUUID().toString());
            }
        }
        return claims;
    }

    Answer report(String type) throws IOException, InterruptedException {
        return report(writer(type), type);
    }

    Answer report(Agent by, String type) throws IOException, InterruptedException {
        return report(by, claims(by, type));
    }

    Answer report(Agent by, ObjectNode claims) throws IOException, InterruptedException {
        return report(by, claims, null);
    }

    Answer report(Agent by, ObjectNode claims, @Nullable String token) throws IOException, InterruptedException {
        return post(by, by.jws(TYP, claims), token, Agent.newKey());
    }

    Answer post(Agent by, String event, @Nullable String token, String key) throws IOException, InterruptedException {
        String body = JsonNodeFactory.instance.objectNode().put("event", event).toString();
        return checked("attestation-entry", by.call("POST", events(), token, body, key));
    }

    /** All of these are recorded. */
    Dealing with(String... types) throws IOException, InterruptedException {
        for (String type : types) {
            ok(201, report(type));
        }
        return this;
    }

    String events() {
        return "/deals/" + id + "/events";
    }

    Answer read(Agent by, @Nullable String token) throws IOException, InterruptedException {
        return checked("deal", by.read("/deals/" + id, token));
    }

    /** The deal as its buyer sees it. */
    JsonNode deal() throws IOException, InterruptedException {
        return ok(200, read(buyer, null)).json();
    }

    String state() throws IOException, InterruptedException {
        return deal().path("state").stringValue();
    }

    /** The events as this party reads them. */
    List<JsonNode> reported(Agent by, @Nullable String token) throws IOException, InterruptedException {
        return ok(200, checked("deal-event-list", by.read(events(), token)))
                .json()
                .path("events")
                .valueStream()
                .toList();
    }

    /** The types of the events, in their order. */
    List<String> types() throws IOException, InterruptedException {
        return reported(buyer, null).stream()
                .map(entry -> entry.path("body").path("type").stringValue())
                .toList();
    }

    /** The deal's record as this party reads it. */
    JsonNode record(Agent by, @Nullable String token) throws IOException, InterruptedException {
        return ok(200, by.read("/records/deal/" + id, token)).json();
    }

    /** A grant to promise to ship, with this tier. */
    String mayCommit(String tier) throws IOException, InterruptedException {
        return world.grant(haggle.sub, haggle.seller, List.of(COMMIT_SCOPE), Map.of(COMMIT_SCOPE, tier))
                .token();
    }

    Answer commit(String token, String body) throws IOException, InterruptedException {
        Answer answer = haggle.seller.call("POST", "/deals/" + id + "/commit", token, body);
        return answer.status() == 202 ? answer : checked("deal", answer);
    }

    void pass(Duration time) throws IOException, InterruptedException {
        haggle.pass(time);
    }

    /** The names that {@code detail.unmet} has. */
    static List<String> unmet(Answer answer) {
        return answer.json()
                .at("/detail/unmet")
                .valueStream()
                .map(JsonNode::stringValue)
                .toList();
    }

    static void refused(Answer answer, int status, String reason) {
        assertThat(answer.decision())
                .as(new String(answer.body(), StandardCharsets.UTF_8))
                .isEqualTo("forbid;action=\"" + EVENT + "\";reason=" + reason);
        assertThat(answer.status()).isEqualTo(status);
    }

    static void invalid(Answer answer, String sentence) {
        refused(answer, 400, "request_invalid");
        assertThat(answer.json().path("content").stringValue()).contains(sentence);
    }
}
