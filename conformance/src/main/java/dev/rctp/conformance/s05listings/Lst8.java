package dev.rctp.conformance.s05listings;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Listing;
import dev.rctp.conformance.world.Offer;
import java.util.List;

/** LST-8: a listing is its seller's. */
public final class Lst8 implements Section {

    @Override
    public void register(Suite suite) {
        suite.test("LST-8.1", Lst8::ofAnotherSeller);
    }

    private static void ofAnotherSeller(Trial t) {
        Listing listing = t.scene().listing();
        Offer offer = t.scene().offered();
        List<Call> calls = List.of(
                t.scene().answerBuyer(listing, "Yes, it is."),
                t.scene().reprice(listing, listing.listPrice()),
                t.scene().setTerms(listing),
                t.scene().counter(offer, listing.listPrice()),
                t.scene().accept(offer));
        t.control(calls.getFirst(), 200);
        t.scene().grant().view(view -> view.put("sub", t.scene().stranger().sub()));
        calls.forEach(call -> t.refused(t.send(call), 403, "not_in_scope"));
    }
}
