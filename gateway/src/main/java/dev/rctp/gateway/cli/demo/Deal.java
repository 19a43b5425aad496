package dev.rctp.gateway.cli.demo;

import java.io.IOException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A deal of the story, of which its parties report what happens to money and goods (protocol section 8). */
final class Deal {

    private final World world;
    private final Narrator narrator;
    private final Agent buyer;
    private final Agent holder;
    private final Agent carrier;
    private final JsonNode opened;

    /** The deal that this buyer's agent has opened, as the gateway answered. */
    Deal(World world, Narrator narrator, Agent buyer, JsonNode opened) {
        this.world = world;
        this.narrator = narrator;
        this.buyer = buyer;
        this.holder = world.agent("escrow", 0);
        this.carrier = world.agent("carrier", 0);
        this.opened = opened;
    }

    String id() {
        return opened.path("deal_id").asString();
    }

    Agent holder() {
        return holder;
    }

    Agent carrier() {
        return carrier;
    }

    /** This is recorded: {@code rejected} with its reason after a space. */
    void report(String title, Agent by, String type) throws IOException, InterruptedException {
        narrator.expect(title, 201, "auto", reported(by, type));
    }

    /** This comes too early, or too late: it lacks these. */
    void refused(String title, Agent by, String type, String... unmet) throws IOException, InterruptedException {
        Answer answer = reported(by, type);
        List<String> lacks = answer.json()
                .at("/detail/unmet")
                .valueStream()
                .map(JsonNode::stringValue)
                .toList();
        narrator.expect(
                title,
                409,
                "forbid;action=\"deal.event\";reason=release_condition_unmet",
                answer,
                lacks.equals(List.of(unmet)));
    }

    /** It has come to this state, and its record verifies. */
    void ends(String state) throws IOException, InterruptedException {
        Answer deal = buyer.read("/deals/" + id(), null);
        narrator.expect(
                "The deal is " + state,
                200,
                "",
                deal,
                deal.json().path("state").asString("").equals(state));
        narrator.verify(
                "The deal's record is verified, offline: each party's signature, and the money rules",
                "deal/" + id(),
                buyer,
                null);
    }

    private Answer reported(Agent by, String type) throws IOException, InterruptedException {
        String event = by.jws("rctp-deal-event+jwt", claims(by, type));
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("event", event);
        return by.call("POST", "/deals/" + id() + "/events", null, body.toString());
    }

    private ObjectNode claims(Agent by, String type) {
        String[] words = type.split(" ", -1);
        ObjectNode claims = JsonNodeFactory.instance.objectNode();
        claims.put("iss", by.profile()).put("deal_id", id()).put("type", words[0]);
        claims.put(
                "occurred_at",
                world.clock().instant().truncatedTo(ChronoUnit.SECONDS).toString());
        claims.put("iat", world.clock().instant().getEpochSecond())
                .put("jti", UUID.randomUUID().toString());
        switch (words[0]) {
            case "funds_held", "released", "refund" ->
                claims.set("amount", opened.path("deal_terms").path("price"));
            case "shipped", "delivered", "return" -> claims.put("relation", "first_hand");
            case "rejected" -> claims.put("reason", words[1]);
            default -> {
                // says nothing more
            }
        }
        return claims;
    }
}
