package dev.rctp.conformance.world;

import dev.rctp.conformance.hosts.Grant;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Agent;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One test's actors, and the steps to the state that it needs; a step that doesn't go as it should blocks the test. */
public final class Scene extends Actors {

    /** The list price of a listing, in minor units of EUR. */
    public static final long LIST_PRICE = 10_000_000;

    private static final long FLOOR = 8_000_000;
    private static final int FLOORS = 99_999;

    private final Calls calls;
    private @Nullable Listing listing;
    private @Nullable Deal deal;

    /** Of this test. */
    public Scene(Trial t) {
        super(t);
        this.calls = new Calls(world.target().routes());
    }

    // what they call

    /** The calls, for agents of one's choice. */
    public Calls calls() {
        return calls;
    }

    private Call bySeller(Call call) {
        return call.token(grant().token());
    }

    /** {@code listing.create} by the seller's agent. */
    public Call createListing() {
        return bySeller(calls.createListing(sellerAgent(), "A thing " + world.fresh(6), LIST_PRICE));
    }

    /** {@code listing.set_terms} by the seller's agent. */
    public Call setTerms(Listing on) {
        return bySeller(calls.setTerms(sellerAgent(), on.id()));
    }

    /** {@code listing.answer_buyer} by the seller's agent. */
    public Call answerBuyer(Listing on, String text) {
        return bySeller(calls.answerBuyer(sellerAgent(), on.id(), text));
    }

    /** {@code listing.reprice} by the seller's agent. */
    public Call reprice(Listing on, long amount) {
        return bySeller(calls.reprice(sellerAgent(), on.id(), amount));
    }

    /** {@code offer.create}, shipped and in escrow. */
    public Call offer(Agent buyer, Listing on, long amount) {
        return offer(buyer, on, Json.dealTerms(amount));
    }

    /** {@code offer.create} with these Deal Terms. */
    public Call offer(Agent buyer, Listing on, JsonNode dealTerms) {
        return calls.offer(buyer, "offer.create", on.id(), dealTerms);
    }

    /** {@code offer.create} in place of an earlier offer. */
    public Call superseding(Offer earlier, long amount) {
        ObjectNode body = Json.object().put("supersedes", earlier.id());
        body.set("deal_terms", Json.dealTerms(amount));
        return calls.verb(earlier.buyer(), "offer.create", earlier.listing().id(), body);
    }

    /** {@code offer.counter} by the seller's agent. */
    public Call counter(Offer to, long amount) {
        return bySeller(calls.offer(sellerAgent(), "offer.counter", to.id(), Json.dealTerms(amount)));
    }

    /** {@code offer.accept} by the seller's agent. */
    public Call accept(Offer offer) {
        return bySeller(calls.accept(sellerAgent(), offer.id()));
    }

    /** {@code deal.open} by an agent. */
    public Call openDeal(Agent agent, String checkout) {
        return calls.openDeal(agent, checkout);
    }

    /** {@code deal.commit_to_ship} by the seller's agent. */
    public Call commit(Deal of) {
        return bySeller(calls.commit(sellerAgent(), of.id()));
    }

    /** {@code deal.event}, claims changed before they are signed. */
    public Call event(Agent signer, Deal of, String type, UnaryOperator<ObjectNode> change) {
        ObjectNode claims =
                PartyEvent.claims(signer, of.id(), type, world.clock().now(), world.fresh(12));
        if (isMoney(type)) {
            claims.set("amount", of.json().path("deal_terms").path("price"));
        }
        String jws = PartyEvent.sign(signer, PartyEvent.header(signer), change.apply(claims));
        return calls.event(signer, of.id(), jws);
    }

    private static boolean isMoney(String type) {
        return type.equals("funds_held") || type.equals("released") || type.equals("refund");
    }

    /** A read by the seller's agent. */
    public Call sellerReads(String path) {
        return bySeller(calls.read(sellerAgent(), path));
    }

    /** A read that needs no grant. */
    public Call read(Agent agent, String path) {
        return calls.read(agent, path);
    }

    // how it came so far

    /** The listing, with approved terms. */
    public Listing listing() {
        if (listing == null) {
            listing = listing(UnaryOperator.identity());
        }
        return listing;
    }

    /** A listing with other terms. */
    public Listing listing(UnaryOperator<ObjectNode> terms) {
        return listing(UnaryOperator.identity(), terms);
    }

    /** A listing with another request and other terms; its floor is one that no other has. */
    public Listing listing(UnaryOperator<ObjectNode> request, UnaryOperator<ObjectNode> terms) {
        return t.preparing(() -> made(sellerAgent(), grant(), request, terms));
    }

    /** A listing by another agent of the seller's, under this grant. */
    public Listing listing(Agent agent, Grant granted) {
        return t.preparing(() -> made(agent, granted, UnaryOperator.identity(), UnaryOperator.identity()));
    }

    private Listing made(
            Agent agent, Grant granted, UnaryOperator<ObjectNode> request, UnaryOperator<ObjectNode> terms) {
        ObjectNode body = Json.object().put("title", "A thing " + world.fresh(6));
        body.set("list_price", Json.eur(LIST_PRICE));
        ObjectNode changed = request.apply(body.put("term_set", "goods.small/1"));
        long floor = FLOOR + 1 + world.random().nextInt(FLOORS);
        ObjectNode form = terms.apply(Json.terms(floor, world.clock().now()));
        Asked asked = ask(calls.verb(agent, "listing.create", "", changed).token(granted.token()));
        Answer approved = patiently(() -> asked.approve(form));
        t.blockedUnless(approved.status() == 200, "The listing was not approved: " + approved.inShort());
        JsonNode result = asked.result();
        t.blockedUnless(result.path("status").asInt(0) == 201, "The approved listing was not made: " + result);
        ObjectNode made = t.said(result.path("body"), "The listing").object();
        return new Listing(
                made.path("listing_id").asString(""),
                changed.path("title").asString(""),
                changed.path("list_price").path("amount").asLong(-1),
                form,
                made,
                asked.approvalId());
    }

    /** A listing that the marketplace knows and the target has no terms for (LST-6). */
    public Listing bareListing() {
        return new Listing(world.marketplace().newListingId(), "A thing", LIST_PRICE, Json.object(), Json.object(), "");
    }

    /** An offer that is open. */
    public Offer offered(Agent buyer, Listing on, long amount) {
        return offer(buyer, on, offer(buyer, on, amount));
    }

    /** The offer that the call makes. */
    public Offer offer(Agent buyer, Listing on, Call call) {
        return new Offer(buyer, on, object(t.control(call, 201), "The offer"));
    }

    private ObjectNode object(Answer answer, String what) {
        return t.preparing(() -> t.said(answer.json(), what).object());
    }

    /** An open offer at the list price. */
    public Offer offered() {
        return offered(buyer(), listing(), LIST_PRICE);
    }

    /** A counter to an offer. */
    public Offer countered(Offer offer, long amount) {
        return offer(offer.buyer(), offer.listing(), counter(offer, amount));
    }

    /** The offer once it is accepted. */
    public Offer accepted(Offer offer) {
        Answer answer = t.control(accept(offer), 200);
        return new Offer(offer.buyer(), offer.listing(), object(answer, "The accepted offer"));
    }

    /** What the buyer of an accepted offer redeems (CHK-1). */
    public String checkout(Offer accepted) {
        Answer answer = t.control(read(accepted.buyer(), "/offers/" + accepted.id()), 200);
        return t.needed(answer.textAt("checkout"), "The buyer was not given a checkout: " + answer.inShort());
    }

    /** The deal of an accepted offer. */
    public Deal opened(Offer accepted) {
        Answer answer = t.control(openDeal(accepted.buyer(), checkout(accepted)), 201);
        return new Deal(accepted, object(answer, "The deal"));
    }

    /** The deal: the buyer's offer at the list price, accepted and redeemed. */
    public Deal deal() {
        if (deal == null) {
            deal = opened(accepted(offered()));
        }
        return deal;
    }

    /** A deal on a listing with other terms. */
    public Deal deal(UnaryOperator<ObjectNode> terms) {
        Listing on = listing(terms);
        return opened(accepted(offered(buyer(), on, on.listPrice())));
    }

    /** An event that is taken. */
    public Answer happened(Agent signer, Deal of, String type) {
        return happened(signer, of, type, UnaryOperator.identity());
    }

    /** An event that is taken. */
    public Answer happened(Agent signer, Deal of, String type, UnaryOperator<ObjectNode> change) {
        return t.control(event(signer, of, type, change), 201);
    }

    /** A call that the target asks the seller about. */
    public Asked ask(Call call) {
        return new Asked(t, seller(), call, t.control(call, 202));
    }

    /** A call of an agent whose grant says {@code ask} for this scope. */
    public Asked askBy(String scope, Call call) {
        Grant asking = grant(call.agent(), everythingBut(scope, "ask"));
        return ask(call.token(asking.token()));
    }
}
