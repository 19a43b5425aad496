package dev.rctp.conformance.breakable.domain;

import dev.rctp.conformance.breakable.domain.record.Subject;
import dev.rctp.conformance.breakable.domain.terms.Terms;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A listing that the gateway knows (LST-9), with what was agreed about it. */
final class Listing {

    final String id;
    String seller;
    String title;
    JsonNode listPrice;
    String termSet;

    /** The approved terms that hold; null without. */
    @Nullable
    Terms terms;

    /** Whether it was withdrawn, or sold elsewhere. */
    boolean withdrawn;

    /** The deal by which it was sold here. */
    @Nullable
    Deal sold;

    /** The accepted offer, or the one that is being accepted. */
    @Nullable
    Offer hold;

    /** Whether a new list price is on its way to the marketplace. */
    boolean repricing;

    /** Counts its sellers and its returns: an offer is of one of them. */
    int era;

    /** The operators that have acted for this seller here (WHK-1). */
    final Set<String> sellerOperators = new HashSet<>();

    /** All offers on it, in the order they were made. */
    final List<Offer> offers = new ArrayList<>();

    Listing(String id, String seller, String title, JsonNode listPrice, String termSet) {
        this.id = id;
        this.seller = seller;
        this.title = title;
        this.listPrice = listPrice;
        this.termSet = termSet;
    }

    Subject subject() {
        return Subject.listing(id);
    }

    /** {@code terms_commitment}, or what RCTP-Terms says without one (LST-6). */
    String commitment() {
        Terms now = terms;
        return now == null ? "none" : now.commitment();
    }

    /** Whether nothing can be agreed about it any more. */
    boolean closed(Instant now) {
        Terms held = terms;
        return withdrawn || sold != null || (held != null && !now.isBefore(held.availableUntil()));
    }

    /** The offer that holds it now (OFF-8). */
    @Nullable
    Offer heldBy(Instant now) {
        Offer holder = hold;
        return holder != null && holder.holds(now) ? holder : null;
    }

    /** The public listing (LST-7). */
    ObjectNode shown() {
        ObjectNode shown = Json.object().put("listing_id", id);
        shown.put("title", title).set("list_price", listPrice);
        shown.put("term_set", termSet);
        Terms held = terms;
        if (held != null) {
            shown.set("public_terms", held.shown());
            shown.put("terms_commitment", held.commitment());
        }
        return shown;
    }

    /** {@code listing_hash} (LST-7). */
    String hash() {
        return Json.digest(shown());
    }
}
