package dev.rctp.conformance.world;

import dev.rctp.conformance.hosts.Grant;
import dev.rctp.conformance.hosts.SoftwarePasskey;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Agent;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.msgsig.profile.GatewayProfile;
import dev.rctp.registries.Action;
import dev.rctp.registries.Tier;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One test's actors, and the steps to the state that it needs; a step that doesn't go as it should blocks the test. */
public final class Scene {

    /** The list price of a listing, in minor units of EUR. */
    public static final long LIST_PRICE = 10_000_000;

    private static final long FLOOR = 8_000_000;
    private static final int FLOORS = 99_999;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Trial t;
    private final World world;
    private final Calls calls;
    private final int number;
    private @Nullable Seller seller;
    private @Nullable Grant grant;
    private @Nullable Listing listing;
    private @Nullable Deal deal;

    /** Of this test. */
    public Scene(Trial t) {
        this.t = t;
        this.world = t.world();
        this.calls = new Calls(world.target().routes());
        this.number = world.random().nextInt(1_000_000);
    }

    // who

    /** The seller, with a passkey enrolled. */
    public Seller seller() {
        if (seller == null) {
            seller = newSeller();
        }
        return seller;
    }

    /** Another seller, with a passkey enrolled (APR-9). */
    public Seller newSeller() {
        Seller made = stranger();
        String ticket = world.authorizationServer().ticket(made.sub(), false);
        Answer options = patiently(() -> t.page("GET", "/enroll?ticket=" + ticket, null));
        String challenge = t.needed(options.textAt("challenge"), "No options to enrol: " + options.inShort());
        ObjectNode body = Json.object().put("ticket", ticket);
        body.set("credential", made.passkey().registration(challenge));
        Answer enrolled = patiently(() -> t.page("POST", "/enroll", body));
        t.blockedUnless(enrolled.status() == 201, "The passkey was not enrolled: " + enrolled.inShort());
        return made;
    }

    /** A seller whose passkey the target doesn't know. */
    public Seller stranger() {
        var plan = world.target().plan();
        return new Seller(
                "seller-" + world.fresh(12), SoftwarePasskey.create(plan.rpId(), plan.origin(), world.random()));
    }

    private Answer patiently(Supplier<Answer> call) {
        Answer limited = call.get();
        if (limited.status() != 429) {
            return limited;
        }
        return t.needed(
                t.awaited(PATIENCE, () -> {
                    Answer again = call.get();
                    return again.status() == 429 ? null : again;
                }),
                "The target's limits left no room for a page: " + limited.inShort());
    }

    /** The seller's agent, which {@link #grant()} lets do everything, {@code auto} where that is allowed. */
    public Agent sellerAgent() {
        return world.cast().agent("seller-1", number);
    }

    /** Another agent of the seller's operator. */
    public Agent otherSellerAgent() {
        return world.cast().agent("seller-1", number + 1);
    }

    /** A buyer. */
    public Agent buyer() {
        return buyer(1);
    }

    /** The n-th of up to ten agents of one buyer operator. */
    public Agent buyer(int n) {
        return world.cast().agent("buyer-1", number + n);
    }

    /** A buyer of another operator. */
    public Agent otherBuyer() {
        return world.cast().agent("buyer-2", number);
    }

    /** A holder of funds. */
    public Agent holder() {
        return world.cast().agent("holder-1", number);
    }

    /** A carrier. */
    public Agent carrier() {
        return world.cast().agent("carrier-1", number);
    }

    /** The marketplace's own agent. */
    public Agent marketplaceAgent() {
        return world.cast().agent("market-1", number);
    }

    /** An agent of an operator that may only finish its deals (OPR-6). */
    public Agent closing() {
        return world.cast().agent("closing-1", number);
    }

    /** The seller's grant to their agent. */
    public Grant grant() {
        if (grant == null) {
            grant = grant(seller(), sellerAgent(), everything());
        }
        return grant;
    }

    /** Another grant of the seller's. */
    public Grant grant(Agent agent, Map<String, String> tiers) {
        return grant(seller(), agent, tiers);
    }

    /** A grant; tiers by scope, with or without {@code dev.rctp.…:} before it. */
    public Grant grant(Seller by, Agent agent, Map<String, String> tiers) {
        Map<String, String> whole = new HashMap<>();
        tiers.forEach((scope, tier) -> whole.put(scope(scope), tier));
        return world.authorizationServer().grant(by.sub(), agent.agentId(), agent.jkt(), whole);
    }

    /** Every scope: {@code auto} where that is allowed, else {@code ask}. */
    public Map<String, String> everything() {
        Map<String, String> tiers = new HashMap<>();
        for (Action action : world.registries().actions().all()) {
            if (action.scope() != null) {
                tiers.put(action.scope(), action.allowedTiers().contains(Tier.AUTO) ? "auto" : "ask");
            }
        }
        return tiers;
    }

    /** Every scope, but this one with this tier. */
    public Map<String, String> everythingBut(String scope, String tier) {
        Map<String, String> tiers = everything();
        tiers.put(scope(scope), tier);
        return tiers;
    }

    private String scope(String name) {
        return world.registries().actions().all().stream()
                .map(Action::scope)
                .filter(scope -> scope != null && (scope.equals(name) || scope.endsWith(":" + name)))
                .findFirst()
                .orElse(name);
    }

    /** The gateway's published keys (DIS-1). */
    public GatewayProfile gatewayProfile() {
        Answer profile = t.page("GET", world.target().plan().profileUrl().toString(), null);
        GatewayProfile keys = null;
        String fault = "";
        try {
            keys = GatewayProfile.of(profile.body());
        } catch (IOException e) {
            fault = String.valueOf(e.getMessage());
        }
        return t.needed(keys, "The gateway's profile can't be used: " + fault);
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
        ObjectNode body = Json.object().put("title", "A thing " + world.fresh(6));
        body.set("list_price", Json.eur(LIST_PRICE));
        ObjectNode changed = request.apply(body.put("term_set", "goods.small/1"));
        long floor = FLOOR + 1 + world.random().nextInt(FLOORS);
        ObjectNode form = terms.apply(Json.terms(floor, world.clock().now()));
        Asked asked = ask(bySeller(calls.verb(sellerAgent(), "listing.create", "", changed)));
        Answer approved = patiently(() -> asked.approve(form));
        t.blockedUnless(approved.status() == 200, "The listing was not approved: " + approved.inShort());
        JsonNode result = asked.result();
        t.blockedUnless(result.path("status").asInt() == 201, "The approved listing was not made: " + result);
        ObjectNode made = (ObjectNode) result.path("body");
        return new Listing(
                made.path("listing_id").asString(""),
                changed.path("title").asString(""),
                changed.path("list_price").path("amount").asLong(),
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
        Answer answer = t.control(call, 201);
        t.blockedUnless(answer.json().isObject(), "The offer was not answered: " + answer.inShort());
        return new Offer(buyer, on, (ObjectNode) answer.json());
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
        return new Offer(offer.buyer(), offer.listing(), (ObjectNode) answer.json());
    }

    /** What the buyer of an accepted offer redeems (CHK-1). */
    public String checkout(Offer accepted) {
        Answer answer = t.control(read(accepted.buyer(), "/offers/" + accepted.id()), 200);
        return t.needed(answer.textAt("checkout"), "The buyer was not given a checkout: " + answer.inShort());
    }

    /** The deal of an accepted offer. */
    public Deal opened(Offer accepted) {
        Answer answer = t.control(openDeal(accepted.buyer(), checkout(accepted)), 201);
        return new Deal(accepted, (ObjectNode) answer.json());
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
