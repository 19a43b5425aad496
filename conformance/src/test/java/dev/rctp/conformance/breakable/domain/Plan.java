package dev.rctp.conformance.breakable.domain;

import dev.rctp.conformance.breakable.domain.terms.Terms;
import dev.rctp.conformance.breakable.upstream.Delivery;
import dev.rctp.conformance.breakable.upstream.Forward;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a call that passed every check up to its tier would do. */
final class Plan {

    final Case judged;
    final Place place;
    final @Nullable Listing listing;

    @Nullable
    Offer offer;

    @Nullable
    Deal deal;

    /** What the seller signs beside what every question has (APR-3). */
    final ObjectNode about = Json.object();

    /** What the seller sees (APR-1). */
    final ObjectNode display = Json.object();

    /** What the entry has beside what every entry has. */
    final ObjectNode recorded = Json.object();

    /** Whether the seller fills in a form first (LST-3). */
    boolean form;

    /** What the agent proposed for that form. */
    @Nullable
    JsonNode proposed;

    /** The terms that the seller approved with it. */
    @Nullable
    Terms terms;

    /** What goes to the marketplace. */
    Forward forward;

    /** The status of its success; 0 for the marketplace's own (LST-6). */
    int status = 200;

    /** What is so as soon as the call is on its way. */
    Runnable begin = () -> {};

    /** What the marketplace's yes makes so, and the object that is the answer. */
    Function<Delivery.Done, ObjectNode> done = _ -> Json.object();

    /** What its no makes so. */
    Runnable undo = () -> {};

    Plan(Case judged, Place place, @Nullable Listing listing, Forward forward) {
        this.judged = judged;
        this.place = place;
        this.listing = listing;
        this.forward = forward;
    }
}
