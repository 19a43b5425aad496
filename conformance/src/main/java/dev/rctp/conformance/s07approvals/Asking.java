package dev.rctp.conformance.s07approvals;

import dev.rctp.conformance.hosts.Grant;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Agent;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Json;
import dev.rctp.conformance.world.Listing;
import dev.rctp.conformance.world.Offer;
import dev.rctp.conformance.world.Scene;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A seller who wants to be asked about everything that may be asked (DEC-4), and what their agent then asks. */
public final class Asking {

    /** What buyers offer here: over any floor, under the list price. */
    public static final long PRICE = 9_130_000;

    private final Trial trial;
    private final Scene scene;
    private final Grant grant;
    private @Nullable Listing listing;

    /** In the scene of this test. */
    public Asking(Trial trial) {
        this.trial = trial;
        this.scene = trial.scene();
        Map<String, String> tiers = scene.everything();
        tiers.replaceAll((scope, tier) -> "ask");
        this.grant = scene.grant(scene.sellerAgent(), tiers);
    }

    /** The test. */
    public Trial trial() {
        return trial;
    }

    /** The grant of it. */
    public Grant grant() {
        return grant;
    }

    /** Who asks. */
    public Agent agent() {
        return scene.sellerAgent();
    }

    /** The seller's listing, one for the whole test. */
    public Listing listing() {
        Listing made = listing;
        if (made == null) {
            made = scene.listing();
            listing = made;
        }
        return made;
    }

    /** The call with the token of the grant that asks. */
    public Call asks(Call call) {
        return call.token(grant.token());
    }

    /** An answer to a buyer, to be asked about: the simplest that can be. */
    public Call answer() {
        return asks(scene.answerBuyer(listing(), "It has all of its parts."));
    }

    /** An offer of the first buyer. */
    public Offer offered() {
        return scene.offered(scene.buyer(), listing(), PRICE);
    }

    /** The acceptance of an offer, to be asked about. */
    public Call accept(Offer offer) {
        return asks(scene.accept(offer));
    }

    /** A counter, to be asked about. */
    public Call counter(Offer offer) {
        return asks(scene.counter(offer, PRICE + 200_000));
    }

    /** Another list price, to be asked about. */
    public Call reprice() {
        return asks(scene.reprice(listing(), 9_870_000));
    }

    /** A new listing, to be asked about. */
    public Call create() {
        return asks(scene.createListing());
    }

    /** Other terms, to be asked about. */
    public Call setTerms() {
        return asks(scene.setTerms(listing()));
    }

    /** One call of each verb of listings and offers that can ask, made when its turn comes. */
    public void each(BiConsumer<String, Call> judge) {
        judge.accept("listing.create", create());
        judge.accept("listing.set_terms", setTerms());
        judge.accept("listing.reprice", reprice());
        judge.accept("listing.answer_buyer", answer());
        judge.accept("offer.accept", accept(offered()));
        judge.accept("offer.counter", counter(offered()));
    }

    /** The calls whose pages have a form, made when their turn comes. */
    public void eachWithForm(Consumer<Call> judge) {
        judge.accept(create());
        judge.accept(setTerms());
    }

    /** The page of what this call asks; BLOCKED where it doesn't ask. */
    public Page ask(Call call) {
        return new Page(scene.ask(call));
    }

    /** The page of an answer to a buyer. */
    public Page ask() {
        return ask(answer());
    }

    /** {@link #PRICE} as answers have it. */
    public static JsonNode price() {
        return JsonMapper.shared().readTree(Json.eur(PRICE).toString());
    }

    /** The call with another body. */
    public static Call edited(Call call, UnaryOperator<ObjectNode> change) {
        return call.json(change.apply(body(call)));
    }

    /** The call's body; an empty object where it has none. */
    public static ObjectNode body(Call call) {
        byte[] octets = call.body();
        return octets == null
                ? JsonNodeFactory.instance.objectNode()
                : (ObjectNode) JsonMapper.shared().readTree(octets);
    }
}
