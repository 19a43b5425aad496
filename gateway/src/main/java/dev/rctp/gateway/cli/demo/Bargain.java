package dev.rctp.gateway.cli.demo;

import dev.rctp.registries.Money;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The second chapter: a private floor at work, from offers that are too low to a deal. */
final class Bargain {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String COUNTER = "dev.rctp.deal:offer_counter";
    private static final String ACCEPT = "dev.rctp.deal:offer_accept";
    private static final String COMMIT = "dev.rctp.deal:commit_to_ship";
    private static final String OFFER_REFUSED = "forbid;action=\"offer.create\";reason=";

    private final World world;
    private final Narrator narrator;
    private final Agent seller;
    private final Agent prober;
    private final Agent buyer;
    private final String listing;
    private final String token;

    Bargain(World world, Narrator narrator) throws IOException, InterruptedException {
        this.world = world;
        this.narrator = narrator;
        this.seller = world.agent("seller-ops", 0);
        this.prober = world.agent("buyer-ops-a", 0);
        this.buyer = world.agent("buyer-ops-b", 0);
        String sub = world.listings().getFirst().path("seller").asString();
        this.listing = world.list(sub, "A camera with two lenses", new Money(90_000, "EUR"), new Money(70_000, "EUR"));
        this.token = world.grant(
                        sub,
                        seller,
                        List.of(COUNTER, ACCEPT, COMMIT),
                        Map.of(COUNTER, "auto", ACCEPT, "auto", COMMIT, "auto"))
                .token();
    }

    void tell() throws IOException, InterruptedException {
        probe();
        String offer = negotiate();
        Answer accepted = seller.call("POST", "/offers/" + offer + "/accept", token, "{}");
        narrator.expect("The seller's agent accepts", 200, "auto", accepted);
        narrator.expect(
                "The first buyer again: the listing is held for another",
                409,
                OFFER_REFUSED + "listing_reserved",
                offer(prober, 80_000, null));
        buy(offer, accepted);
    }

    private void probe() throws IOException, InterruptedException {
        for (int amount : new int[] {50_000, 60_000, 65_000}) {
            narrator.expect(
                    "A buyer's agent offers " + amount / 100 + " EUR, too little",
                    403,
                    OFFER_REFUSED + "below_floor",
                    offer(prober, amount, null));
        }
        narrator.expect(
                "It has tried often enough: even the list price is not taken now",
                429,
                OFFER_REFUSED + "offer_budget_exceeded",
                offer(prober, 90_000, null));
    }

    private String negotiate() throws IOException, InterruptedException {
        Answer first = offer(buyer, 72_000, null);
        narrator.expect("Another buyer's agent offers 720 EUR", 201, "auto", first);
        String firstId = first.json().path("offer_id").asString();

        ObjectNode counter = JsonNodeFactory.instance.objectNode();
        counter.set("deal_terms", dealTerms(82_000));
        narrator.expect(
                "The seller's agent answers with 820 EUR",
                201,
                "auto",
                seller.call("POST", "/offers/" + firstId + "/counter", token, JSON.writeValueAsString(counter)));

        Answer second = offer(buyer, 78_000, firstId);
        narrator.expect("The buyer's agent replaces its offer: 780 EUR", 201, "auto", second);
        return second.json().path("offer_id").asString();
    }

    private void buy(String offer, Answer accepted) throws IOException, InterruptedException {
        Answer read = buyer.read("/offers/" + offer, null);
        String checkout = read.json().path("checkout").asString("");
        narrator.expect("The buyer's agent fetches its checkout", 200, "", read, !checkout.isEmpty());

        String body =
                JSON.writeValueAsString(JsonNodeFactory.instance.objectNode().put("checkout", checkout));
        narrator.expect(
                "Another agent tries to redeem it",
                422,
                "forbid;action=\"deal.open\";reason=checkout_invalid",
                prober.call("POST", "/deals", null, body));
        Answer deal = buyer.call("POST", "/deals", null, body);
        narrator.expect("The buyer's agent redeems it: the deal is open", 201, "auto", deal);
        narrator.expect(
                "It can't be redeemed twice",
                422,
                "forbid;action=\"deal.open\";reason=checkout_invalid",
                buyer.call("POST", "/deals", null, body));

        String negotiation =
                "negotiation/" + accepted.json().path("negotiation_id").asString();
        narrator.verify(
                "The negotiation's record is verified, offline, against the receipts", negotiation, buyer, null);
        fulfil(new Deal(world, narrator, buyer, deal.json()));
    }

    private void fulfil(Deal deal) throws IOException, InterruptedException {
        narrator.expect(
                "The seller's agent promises to ship",
                200,
                "auto",
                seller.call("POST", "/deals/" + deal.id() + "/commit", token, "{}"));
        deal.report("The escrow holds the buyer's money", deal.holder(), "funds_held");
        deal.report("The carrier has the parcel", deal.carrier(), "shipped");
        deal.refused("The escrow would release the money already", deal.holder(), "released", "accepted");
        deal.report("The carrier delivers it", deal.carrier(), "delivered");
        deal.report("The buyer's agent accepts what came", buyer, "accepted");
        deal.report("Now the escrow releases the money", deal.holder(), "released");
        deal.refused("It can't be refunded too", deal.holder(), "refund", "not_accepted", "not_released");
        deal.ends("released");
    }

    private Answer offer(Agent agent, int amount, @Nullable String supersedes)
            throws IOException, InterruptedException {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.set("deal_terms", dealTerms(amount));
        if (supersedes != null) {
            body.put("supersedes", supersedes);
        }
        return agent.call("POST", "/listings/" + listing + "/offers", null, JSON.writeValueAsString(body));
    }

    static ObjectNode dealTerms(int amount) {
        ObjectNode terms = JsonNodeFactory.instance.objectNode();
        terms.putObject("price").put("amount", amount).put("currency", "EUR");
        terms.putObject("fulfillment").put("option", "shipping");
        terms.putObject("payment").put("option", "escrow");
        return terms;
    }
}
