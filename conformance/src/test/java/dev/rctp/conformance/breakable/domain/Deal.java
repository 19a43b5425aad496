package dev.rctp.conformance.breakable.domain;

import dev.rctp.conformance.breakable.call.Admitted;
import dev.rctp.conformance.breakable.call.Caller;
import dev.rctp.conformance.breakable.domain.deal.MoneyRules;
import dev.rctp.conformance.breakable.domain.record.Subject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A deal and what its parties reported (section 8). */
final class Deal {

    /** The roles that configuration gives, and the first to write has (EVT-3). */
    static final List<String> TAKEN = List.of("holder", "carrier", "marketplace");

    /** An event that stands in the chain. */
    record Written(JsonNode claims, long seq, String profile) {}

    /** A key of a profile. */
    record Party(String profile, String jkt) {

        static Party of(Caller caller) {
            return new Party(caller.profile(), caller.jkt());
        }
    }

    final String id;
    final Offer offer;
    final String seller;
    final MoneyRules money;
    final Instant lapsesAt;
    final Map<String, Party> roles = new HashMap<>();
    final List<Written> events = new ArrayList<>();
    final Map<String, Integer> information = new HashMap<>();

    /** Keys that handed their roles on (EVT-5). */
    final Set<Party> former = new LinkedHashSet<>();

    /** Operators that have reported anything (WHK-1). */
    final Set<String> reporters = new LinkedHashSet<>();

    boolean open;
    boolean promised;
    boolean lapseWritten;

    /** The end of the line of events that the marketplace is told (EVT-5). */
    CompletableFuture<Void> told = CompletableFuture.completedFuture(null);

    Deal(String id, Offer offer, String seller, MoneyRules money, Instant lapsesAt) {
        this.id = id;
        this.offer = offer;
        this.seller = seller;
        this.money = money;
        this.lapsesAt = lapsesAt;
        roles.put("buyer", new Party(offer.negotiation.profile(), offer.negotiation.jkt()));
    }

    Subject subject() {
        return Subject.deal(id);
    }

    /** Every role that the caller has here, or could have by writing first. */
    Set<String> rolesOf(Admitted call) {
        Set<String> mine = new LinkedHashSet<>();
        Party party = Party.of(call.caller());
        if (party.equals(roles.get("buyer"))) {
            mine.add("buyer");
        }
        if (call.grant() != null && call.grant().sub().equals(seller)) {
            mine.add("seller");
        }
        for (String role : TAKEN) {
            Party owner = roles.get(role);
            if (owner == null ? call.caller().is(role) : owner.equals(party)) {
                mine.add(role);
            }
        }
        return mine;
    }

    /** The chain's side that a refusal is confided to, and who may open it (REC-6). */
    Place place(Admitted call, Set<String> mine) {
        String side = mine.iterator().next();
        boolean has = side.equals("seller") || roles.containsKey(side);
        return new Place(subject(), side, has ? side : "jkt:" + call.caller().jkt());
    }

    /** As its parties see it (section 15). */
    ObjectNode shown(Instant now) {
        ObjectNode shown = Json.object()
                .put("deal_id", id)
                .put("listing_id", offer.listing().id)
                .put("negotiation_id", offer.negotiation.id())
                .put("offer_id", offer.id);
        shown.set("deal_terms", offer.dealTerms);
        shown.put("state", money.state(now));
        ObjectNode next = Json.object();
        next.set("release", Json.texts(money.lacks("released", null, now)));
        next.set("refund", Json.texts(money.lacks("refund", null, now)));
        shown.set("next", next);
        return shown;
    }

    @Nullable
    Written byJti(String jti) {
        return events.stream()
                .filter(e -> Json.text(e.claims(), "jti").equals(jti))
                .findFirst()
                .orElse(null);
    }
}
