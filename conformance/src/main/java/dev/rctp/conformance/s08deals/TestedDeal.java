package dev.rctp.conformance.s08deals;

import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Agent;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Deal;
import dev.rctp.conformance.world.Json;
import dev.rctp.conformance.world.Scene;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A deal of the test's own, and what its parties report of it (section 8). */
public final class TestedDeal {

    private static final String UNMET = "release_condition_unmet";

    private final Trial t;
    private final Scene scene;
    private final Deal deal;

    private TestedDeal(Trial t, Deal deal) {
        this.t = t;
        this.scene = t.scene();
        this.deal = deal;
    }

    /** A new deal on usual terms: the buyer's acceptance releases. */
    public static TestedDeal of(Trial t) {
        return of(t, UnaryOperator.identity());
    }

    /** A new deal on other terms. */
    public static TestedDeal of(Trial t, UnaryOperator<ObjectNode> terms) {
        return new TestedDeal(t, t.scene().deal(terms));
    }

    /** A new deal with this release condition. */
    public static TestedDeal releasedOn(Trial t, String condition) {
        return of(t, terms -> terms.put("release_condition", condition));
    }

    /** A new deal whose goods are to come within so many days. */
    public static TestedDeal deliveredWithin(Trial t, int days) {
        return of(t, terms -> terms.put("deliver_within_days", days));
    }

    /** The deal's id. */
    public String id() {
        return deal.id();
    }

    /** The deal as the scene has it. */
    public Deal deal() {
        return deal;
    }

    /** All parties: buyer, seller's agent, holder of funds, carrier, marketplace. */
    public List<Agent> parties() {
        return List.of(scene.buyer(), scene.sellerAgent(), scene.holder(), scene.carrier(), scene.marketplaceAgent());
    }

    /** The parties but these. */
    public List<Agent> partiesBut(Agent... some) {
        List<String> keys = Stream.of(some).map(Agent::jkt).toList();
        return parties().stream().filter(party -> !keys.contains(party.jkt())).toList();
    }

    // events

    /** An event by its usual writer, such as {@code funds_held} or {@code rejected not_received}. */
    public DealEvent event(String what) {
        return event(writer(what), what);
    }

    /** The same by somebody else. */
    public DealEvent event(Agent signer, String what) {
        String[] words = what.split(" ", -1);
        DealEvent event = DealEvent.of(signer, id(), words[0], t.world().clock().now());
        return switch (words[0]) {
            case "funds_held", "released", "refund" -> event.with("amount", price());
            case "rejected" -> event.with("reason", words[1]);
            case "shipped", "delivered", "returned_to_sender", "return" -> event.with("relation", "first_hand");
            default -> event;
        };
    }

    /** A report that the marketplace passes on. */
    public DealEvent relayed(String type) {
        return relayed(scene.marketplaceAgent(), type);
    }

    /** A report that this agent passes on. */
    public DealEvent relayed(Agent signer, String type) {
        return event(signer, type)
                .with("relation", "relayed")
                .with("reported_by", "https://parcels.example/hub")
                .with("source_event_id", UUID.randomUUID().toString());
    }

    /** An event that changes nothing, by this party. */
    public DealEvent note(Agent signer) {
        return event(signer, "example.conformance.note");
    }

    private Agent writer(String what) {
        return switch (what.split(" ", 2)[0]) {
            case "funds_held", "released", "refund" -> scene.holder();
            case "shipped", "delivered", "returned_to_sender", "return" -> scene.carrier();
            default -> scene.buyer();
        };
    }

    /** The deal's price, which is the list price (see {@link Scene#deal(UnaryOperator)}). */
    public ObjectNode price() {
        return Json.eur(deal.offer().listing().listPrice());
    }

    // calls

    /** The call that posts it. */
    public Call call(DealEvent event) {
        return call(event.signer(), event.jws());
    }

    /** The call by which this agent posts this JWS. */
    public Call call(Agent sender, String jws) {
        return as(sender, scene.calls().event(sender, id(), jws));
    }

    /** A signed read; the seller's agent brings its grant. */
    public Call read(Agent reader, String path) {
        return as(reader, scene.read(reader, path));
    }

    private Call as(Agent agent, Call call) {
        return agent.jkt().equals(scene.sellerAgent().jkt())
                ? call.token(scene.grant().token())
                : call;
    }

    /** The deal's path. */
    public String path() {
        return "/deals/" + id();
    }

    /** Posts it. */
    public Answer send(DealEvent event) {
        return t.send(call(event));
    }

    /** What the test needs to have happened. */
    public Answer happened(DealEvent event) {
        return t.control(call(event), 201);
    }

    /** What the test needs to have happened, in this order. */
    public void happened(String... events) {
        for (String event : events) {
            happened(event(event));
        }
    }

    // judgements

    /** The event is recorded. */
    public void taken(DealEvent event) {
        t.accepted(send(event), 201);
    }

    /** The event is recorded. */
    public void taken(String what) {
        taken(event(what));
    }

    /** The event comes too early, twice, or beside what excludes it (EVT-4). */
    public void unmet(String what) {
        t.refused(send(event(what)), 409, UNMET);
    }

    /** The event is wrong by itself (EVT-1). */
    public void wrong(DealEvent event) {
        t.refused(send(event), 400, "request_invalid");
    }

    /** The JWS is wrong by itself (EVT-1). */
    public void wrong(Agent sender, String jws) {
        t.refused(t.send(call(sender, jws)), 400, "request_invalid");
    }

    /** The event is somebody else's to write (EVT-3). */
    public void notTheirs(DealEvent event) {
        t.refused(send(event), 403, "not_in_scope");
    }

    /** The event is refused, for whichever reason. */
    public void refused(DealEvent event) {
        Answer answer = send(event);
        t.that(
                answer.status() >= 400 && answer.status() < 500 && answer.reason() != null,
                "The event was to be refused, not answered " + answer.inShort());
    }

    // what stands

    /** The deal as its buyer reads it. */
    public JsonNode view() {
        return t.control(read(scene.buyer(), path()), 200).json();
    }

    /** Its {@code state}. */
    public String state() {
        return view().path("state").asString("");
    }

    /** The entries of its events, as the buyer reads them. */
    public List<JsonNode> events() {
        List<JsonNode> all = new ArrayList<>();
        t.control(read(scene.buyer(), path() + "/events"), 200).at("events").forEach(all::add);
        return all;
    }

    /** How many of its entries hold an event with this {@code jti}. */
    public long recorded(String jti) {
        return events().stream()
                .filter(entry -> Jws.claim(entry, "jti").equals(jti))
                .count();
    }
}
