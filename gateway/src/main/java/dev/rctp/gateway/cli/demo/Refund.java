package dev.rctp.gateway.cli.demo;

import dev.rctp.registries.Money;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The last chapter: a deal whose buyer sends the thing back. */
final class Refund {

    private static final String ACCEPT = "dev.rctp.deal:offer_accept";
    private static final int PRICE = 30_000;

    private final World world;
    private final Narrator narrator;
    private final Agent seller;
    private final Agent buyer;

    Refund(World world, Narrator narrator) {
        this.world = world;
        this.narrator = narrator;
        this.seller = world.agent("seller-ops", 0);
        this.buyer = world.agent("buyer-ops-b", 1);
    }

    void tell() throws IOException, InterruptedException {
        JsonNode opened = bought();
        narrator.verify(
                "The negotiation's record is verified, offline, against the receipts",
                "negotiation/" + opened.path("negotiation_id").asString(),
                buyer,
                null);
        Deal deal = new Deal(world, narrator, buyer, opened);
        deal.report("The escrow holds the buyer's money", deal.holder(), "funds_held");
        deal.report("The carrier delivers a parcel", deal.carrier(), "delivered");
        deal.report("It is not what was described, says the buyer's agent", buyer, "rejected not_as_described");
        deal.refused(
                "The seller's money is not released over that", deal.holder(), "released", "accepted", "not_rejected");
        deal.refused("Nor is it refunded before the thing goes back", deal.holder(), "refund", "return");
        deal.report("The carrier has it back", deal.carrier(), "return");
        deal.report("Now the escrow refunds the buyer", deal.holder(), "refund");
        deal.ends("refunded");
    }

    private JsonNode bought() throws IOException, InterruptedException {
        String sub = world.listings().getFirst().path("seller").asString();
        String listing = world.list(sub, "A radio, works", new Money(PRICE, "EUR"), new Money(PRICE - 5_000, "EUR"));
        String token = world.grant(sub, seller, List.of(ACCEPT), Map.of(ACCEPT, "auto"))
                .token();
        ObjectNode offer = JsonNodeFactory.instance.objectNode();
        offer.set("deal_terms", Bargain.dealTerms(PRICE));
        Answer made = buyer.call("POST", "/listings/" + listing + "/offers", null, offer.toString());
        narrator.expect("A buyer's agent offers all that is asked for a radio", 201, "auto", made);
        String id = made.json().path("offer_id").asString();
        narrator.expect(
                "The seller's agent accepts",
                200,
                "auto",
                seller.call("POST", "/offers/" + id + "/accept", token, "{}"));
        String checkout =
                buyer.read("/offers/" + id, null).json().path("checkout").asString("");
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("checkout", checkout);
        Answer deal = buyer.call("POST", "/deals", null, body.toString());
        narrator.expect("The buyer's agent redeems its checkout: the deal is open", 201, "auto", deal);
        return deal.json();
    }
}
