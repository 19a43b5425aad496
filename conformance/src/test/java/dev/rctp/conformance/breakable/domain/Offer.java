package dev.rctp.conformance.breakable.domain;

import dev.rctp.conformance.breakable.domain.terms.Terms;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** An offer by a buyer, or a seller's counter (OFF-1). */
final class Offer {

    final String id;
    final boolean byBuyer;
    final Negotiation negotiation;
    final JsonNode dealTerms;
    final Instant expiresAt;

    /** The version of the terms that it was made under (OFF-8). */
    Terms terms;

    final int era;

    @Nullable
    Offer supersedes;

    /** The buyer's offer that a counter answers. */
    @Nullable
    Offer answers;

    /** As written down; what time has made of it, {@link #state} tells. */
    String written = "open";

    /** Whether the marketplace hasn't taken it yet. */
    boolean untaken = true;

    /** Whether a call that moves it waits for the marketplace. */
    boolean moving;

    /** The question whether to accept it. */
    @Nullable
    Approval asked;

    @Nullable
    Checkout checkout;

    Offer(String id, boolean byBuyer, Negotiation negotiation, JsonNode dealTerms, Instant expiresAt, Terms terms) {
        this.id = id;
        this.byBuyer = byBuyer;
        this.negotiation = negotiation;
        this.dealTerms = dealTerms;
        this.expiresAt = expiresAt;
        this.terms = terms;
        this.era = negotiation.listing().era;
    }

    Listing listing() {
        return negotiation.listing();
    }

    long amount() {
        return dealTerms.path("price").path("amount").longValue();
    }

    /** Whether it is accepted and its listing waits for it (OFF-8). */
    boolean holds(Instant now) {
        Checkout made = checkout;
        return moving || (made != null && !made.voided && !made.lapsed(now));
    }

    /** Its state (OFF-7): time ends it whether or not anybody has looked. */
    String state(Instant now) {
        Checkout made = checkout;
        if (written.equals("accepted")) {
            return made != null && made.lapsed(now) ? "expired" : "accepted";
        }
        if (!written.equals("open") && !written.equals("countered")) {
            return written;
        }
        boolean over = !now.isBefore(expiresAt);
        Approval question = asked;
        if (question != null) {
            if (!over && question.silent(now)) {
                return "declined";
            }
            if (!over && question.waits()) {
                return "awaiting_approval";
            }
        }
        return over ? "expired" : written;
    }

    /** As its parties see it. */
    ObjectNode shown(Instant now) {
        ObjectNode shown = Json.object().put("offer_id", id).put("by", byBuyer ? "buyer" : "seller");
        shown.set("deal_terms", dealTerms);
        shown.put("negotiation_id", negotiation.id());
        Offer earlier = supersedes;
        if (earlier != null) {
            shown.put("supersedes", earlier.id);
        }
        return shown.put("expires_at", expiresAt.toString()).put("state", state(now));
    }
}
