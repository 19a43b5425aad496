package dev.rctp.gateway.cli.demo;

import dev.rctp.msgsig.Cryptography;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The second part of the story: what an agent may not do alone waits for the seller's own passkey (protocol section 7). */
final class Approval {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String CREATE = "dev.rctp.listing:create";
    private static final String ACCEPT = "dev.rctp.deal:offer_accept";

    private final World world;
    private final Narrator narrator;
    private final Agent seller;
    private final Agent buyer;
    private final String token;
    private final SellersPhone phone;

    Approval(World world, Cryptography cryptography, Narrator narrator, Agent seller)
            throws IOException, InterruptedException {
        this.world = world;
        this.narrator = narrator;
        this.seller = seller;
        this.buyer = world.agent("buyer-ops-a", 1);
        JsonNode who = world.seller(1);
        this.phone = new SellersPhone(who, cryptography);
        this.token = world.grant(
                        who.path("sub").asString(),
                        seller,
                        List.of(CREATE, ACCEPT),
                        Map.of(CREATE, "ask", ACCEPT, "ask"))
                .token();
    }

    void tell() throws IOException, InterruptedException {
        String listing = list();
        String declined = offer(listing, 41_000);
        Answer asked = accept(declined);
        SellersPhone.Said no = phone.answer(url(asked), "decline", null);
        narrator.expectPage("The seller declines, with the passkey", 200, "declined", no);
        narrator.expect(
                "The buyer's agent reads its offer: declined",
                200,
                "",
                buyer.read("/offers/" + declined, null),
                state(buyer.read("/offers/" + declined, null)).equals("declined"));

        String taken = offer(listing, 44_000);
        Answer again = accept(taken);
        SellersPhone.Said yes = phone.answer(url(again), "approve", null);
        narrator.expectPage("The seller approves it: the accept is carried out", 200, "approved", yes);
        narrator.expectPage(
                "The same answer again is none",
                422,
                "approval_invalid",
                phone.answer(url(again), "approve", "bm9uZQ"));
        Answer status =
                seller.read("/approvals/" + again.json().path("approval_id").asString(), token);
        narrator.expect(
                "The seller's agent learns of it",
                200,
                "",
                status,
                status.json().path("result").path("status").asInt() == 200);
        verifyAnswers(
                status.json().path("result").path("body").path("negotiation_id").asString(""));
    }

    /** As the seller's agent reads it: what the passkey signed is confided to the seller's side (REC-6). */
    private void verifyAnswers(String negotiation) throws IOException, InterruptedException {
        String record = "negotiation/" + negotiation;
        Answer read = seller.read("/records/" + record, token);
        narrator.expect(
                "The seller's agent reads the record: both signatures are in it", 200, "", read, signed(read) == 2);
        narrator.verify("The record is verified, offline, with what the passkey signed", record, seller, token);
    }

    /** What was asked and answered before the listing had a name stands under its approval's (LST-7). */
    private void verifyListing(String approval) throws IOException, InterruptedException {
        String record = "listing/" + approval;
        narrator.verify(
                "How it came to be listed is verified, offline: the terms are those that the passkey signed",
                record,
                seller,
                token);
    }

    private static long signed(Answer read) {
        return read.json()
                .path("openings")
                .valueStream()
                .filter(opening -> opening.path("value").path("details").has("decision"))
                .count();
    }

    private String list() throws IOException, InterruptedException {
        ObjectNode listing = JsonNodeFactory.instance.objectNode().put("title", "A lamp of green glass");
        listing.putObject("list_price").put("amount", 50_000).put("currency", "EUR");
        listing.put("term_set", "goods.small/1");
        listing.putObject("proposed_terms").put("deliver_within_days", 5);
        Answer asked = seller.call("POST", "/listings", token, JSON.writeValueAsString(listing));
        narrator.expect("The seller's agent wants to list an item: the seller is asked", 202, decision(asked), asked);

        ObjectNode terms = terms();
        terms.putObject("floor").put("amount", 60_000).put("currency", "EUR");
        narrator.expectPage(
                "The seller fills in a floor above the price", 422, "terms_invalid", phone.fill(url(asked), terms));
        terms.putObject("floor").put("amount", 40_000).put("currency", "EUR");
        SellersPhone.Said filled = phone.fill(url(asked), terms);
        narrator.expectPage("And now a private floor of 400 EUR", 200, "", filled);
        SellersPhone.Said approved = phone.answer(
                url(asked),
                "approve",
                filled.json().path("challenges").path("approve").asString(""));
        narrator.expectPage("The seller approves, with the passkey: the item is listed", 200, "approved", approved);
        verifyListing(asked.json().path("approval_id").asString());
        return approved.json().path("result").path("body").path("listing_id").asString("");
    }

    private ObjectNode terms() {
        ObjectNode terms = JsonNodeFactory.instance.objectNode();
        terms.put(
                "available_until",
                world.clock().instant().plus(Duration.ofDays(30)).toString());
        terms.putArray("fulfillment_options").add("pickup").add("shipping");
        terms.putArray("payment_terms").add("escrow");
        terms.put("deliver_within_days", 5);
        return terms;
    }

    private String offer(String listing, int amount) throws IOException, InterruptedException {
        ObjectNode offer = JsonNodeFactory.instance.objectNode();
        offer.set("deal_terms", Bargain.dealTerms(amount));
        Answer made = buyer.call("POST", "/listings/" + listing + "/offers", null, JSON.writeValueAsString(offer));
        narrator.expect("A buyer's agent offers " + amount / 100 + " EUR", 201, "auto", made);
        return made.json().path("offer_id").asString();
    }

    private Answer accept(String offer) throws IOException, InterruptedException {
        Answer asked = seller.call("POST", "/offers/" + offer + "/accept", token, "{}");
        narrator.expect("The seller's agent would accept: the seller is asked", 202, decision(asked), asked);
        return asked;
    }

    private static String decision(Answer asked) {
        return "ask;approval_id=\"" + asked.json().path("approval_id").asString() + "\";expires_in=900;on_timeout=deny";
    }

    private static String url(Answer asked) {
        return asked.json().path("approval_url").asString();
    }

    private static String state(Answer offer) {
        return offer.json().path("state").asString();
    }
}
