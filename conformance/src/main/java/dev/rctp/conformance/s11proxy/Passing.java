package dev.rctp.conformance.s11proxy;

import dev.rctp.conformance.hosts.Behaviour;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.server.Received;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Listing;
import java.util.List;

/** A governed call with a text that no other has, and what the marketplace got of it (PRX-1). */
final class Passing {

    private final Trial t;
    private final Listing listing;
    private final String text;

    private Passing(Trial t) {
        this.t = t;
        this.listing = t.scene().listing();
        this.text = "yes, " + t.world().fresh(12);
    }

    /** An answer to a buyer on a listing of the test's own. */
    static Passing of(Trial t) {
        return new Passing(t);
    }

    Listing listing() {
        return listing;
    }

    String text() {
        return text;
    }

    /** The call, not sent yet. */
    Call call() {
        return t.scene().answerBuyer(listing, text);
    }

    /** Plans what the marketplace answers to it. */
    Passing answered(Behaviour behaviour) {
        t.world().marketplace().behave(listing.id(), behaviour);
        return this;
    }

    /** The marketplace answers as usual again. */
    void settle() {
        t.world().marketplace().forget(listing.id());
    }

    /** All that the marketplace got with its text. */
    List<Received> arrived() {
        return t.world().marketplace().requestsBy(request -> request.text().contains(text));
    }

    /** What the marketplace got once the call was carried out; it blocks the test if it isn't. */
    Received forwarded() {
        t.control(call(), 200);
        return first();
    }

    /** The first that the marketplace got. */
    Received first() {
        List<Received> all = arrived();
        t.that(!all.isEmpty(), "The marketplace was to get the call.");
        return all.getFirst();
    }
}
