package dev.rctp.conformance.world;

import dev.rctp.conformance.plan.Routes;
import dev.rctp.conformance.wire.Agent;
import dev.rctp.conformance.wire.Call;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The calls of section 15 as an agent makes them, not sent yet. */
public final class Calls {

    private final Routes routes;

    /** Calls by these routes. */
    public Calls(Routes routes) {
        this.routes = routes;
    }

    /** A verb on a subject, with this body. */
    public Call verb(Agent agent, String verb, String id, JsonNode body) {
        return Call.of(agent, routes.method(verb), routes.path(verb, id)).json(body);
    }

    /** {@code listing.create}. */
    public Call createListing(Agent agent, String title, long listPrice) {
        ObjectNode body = Json.object().put("title", title);
        body.set("list_price", Json.eur(listPrice));
        return verb(agent, "listing.create", "", body.put("term_set", "goods.small/1"));
    }

    /** {@code listing.set_terms}. */
    public Call setTerms(Agent agent, String listingId) {
        return verb(agent, "listing.set_terms", listingId, Json.object());
    }

    /** {@code listing.reprice}. */
    public Call reprice(Agent agent, String listingId, long amount) {
        ObjectNode body = Json.object();
        body.set("list_price", Json.eur(amount));
        return verb(agent, "listing.reprice", listingId, body);
    }

    /** {@code listing.answer_buyer}. */
    public Call answerBuyer(Agent agent, String listingId, String text) {
        return verb(agent, "listing.answer_buyer", listingId, Json.object().put("text", text));
    }

    /** {@code offer.create} or {@code offer.counter}: Deal Terms. */
    public Call offer(Agent agent, String verb, String id, JsonNode dealTerms) {
        ObjectNode body = Json.object();
        body.set("deal_terms", dealTerms);
        return verb(agent, verb, id, body);
    }

    /** {@code offer.accept}. */
    public Call accept(Agent agent, String offerId) {
        return verb(agent, "offer.accept", offerId, Json.object());
    }

    /** {@code deal.open}. */
    public Call openDeal(Agent agent, String checkout) {
        return verb(agent, "deal.open", "", Json.object().put("checkout", checkout));
    }

    /** {@code deal.commit_to_ship}. */
    public Call commit(Agent agent, String dealId) {
        return verb(agent, "deal.commit_to_ship", dealId, Json.object());
    }

    /** {@code deal.event}. */
    public Call event(Agent agent, String dealId, String jws) {
        return verb(agent, "deal.event", dealId, Json.object().put("event", jws));
    }

    /** A read. */
    public Call read(Agent agent, String path) {
        return Call.of(agent, "GET", path);
    }
}
