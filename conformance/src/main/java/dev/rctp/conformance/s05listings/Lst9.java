package dev.rctp.conformance.s05listings;

import dev.rctp.conformance.hosts.Behaviour;
import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Json;
import dev.rctp.conformance.world.Listing;
import dev.rctp.conformance.world.Offer;
import java.util.List;

/** LST-9: listings that the gateway did not create. */
public final class Lst9 implements Section {

    @Override
    public void register(Suite suite) {
        suite.test("LST-9.1", Lst9::told);
        suite.test("LST-9.2", Lst9::gone);
        suite.test("LST-9.3", Lst9::namedByTheMarketplace);
    }

    private static void told(Trial t) {
        Answer answer = t.send(t.scene().setTerms(Told.bare(t)));
        t.that(answer.status() == 202, "`listing.set_terms` was to be 202, not " + answer.inShort());
    }

    private static void gone(Trial t) {
        Listing listing = t.scene().listing();
        Offer offer = t.scene().offered(t.scene().buyer(), listing, listing.listPrice());
        List<Call> calls = List.of(
                t.scene().offer(t.scene().buyer(), listing, listing.listPrice()),
                t.scene().answerBuyer(listing, "Yes, it is."),
                t.scene().reprice(listing, listing.listPrice()),
                t.scene().setTerms(listing),
                t.scene().counter(offer, listing.listPrice()),
                t.scene().accept(offer));
        t.control(calls.get(0), 201);
        t.control(calls.get(1), 200);
        t.control(calls.get(2), 200);
        Told.gone(t, listing.id());
        calls.forEach(call -> t.refused(t.send(call), 409, "listing_closed"));
    }

    private static void namedByTheMarketplace(Trial t) {
        String title = "A thing that is named " + t.world().fresh(12);
        String id = "theirs-" + t.world().fresh(12);
        t.world()
                .marketplace()
                .behave(
                        title,
                        request -> request.method().equals("POST")
                                && request.text().contains(title),
                        Behaviour.status(201, Json.object().put("listing_id", id)));
        Form form =
                new Form(t, t.scene().ask(Edited.body(t.scene().createListing(), body -> body.put("title", title))));
        t.equal(
                id,
                form.approve(form.goods()).body().path("listing_id").asString(""),
                "`listing_id` of the created listing");
    }
}
