package dev.rctp.conformance.s05listings;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Listing;
import dev.rctp.conformance.world.Scene;
import java.util.List;

/** LST-1: term sets. */
public final class Lst1 implements Section {

    private static final String VEHICLES = "vehicles/1";

    @Override
    public void register(Suite suite) {
        suite.test(
                "LST-1.1",
                t -> t.that(
                        published(t).contains("goods.small/1"),
                        "`config.term_sets` was to name `goods.small/1`: " + published(t)));
        suite.test("LST-1.2", Lst1::notPublished);
        suite.test("LST-1.3", Lst1::moreTerms);
        suite.test("LST-1.4", Lst1::halfOfTheListPrice);
        suite.test("LST-1.5", Lst1::neverOnReprice);
    }

    private static void notPublished(Trial t) {
        String other = published(t).contains(VEHICLES) ? "none_of_ours/1" : VEHICLES;
        Call create = t.scene().createListing();
        t.control(create, 202);
        Answer answer = t.send(Edited.body(create, body -> body.put("term_set", other)));
        if (answer.status() == 400) {
            t.refused(answer, 400, "request_invalid");
        } else {
            t.refused(answer, 422, "terms_invalid");
        }
    }

    private static void moreTerms(Trial t) {
        Form form = vehicle(t);
        form.admits(form.vehicle());
        for (String term : List.of("deposit_pct", "inspection_before_deposit", "required_observation")) {
            form.refuses(Terms.without(form.vehicle(), term), "no `" + term + "`");
        }
    }

    private static void halfOfTheListPrice(Trial t) {
        Form form = vehicle(t);
        form.admits(Terms.floor(Scene.LIST_PRICE / 2).apply(form.vehicle()));
        form.refuses(
                Terms.floor(Scene.LIST_PRICE / 2 - 1).apply(form.vehicle()), "a floor below half of the list price");
    }

    private static void neverOnReprice(Trial t) {
        vehicles(t);
        Listing listing = t.scene()
                .listing(
                        request -> request.put("term_set", VEHICLES),
                        _ -> Terms.floor(Scene.LIST_PRICE / 2)
                                .apply(Terms.vehicle(t.world().clock().instant())));
        t.accepted(t.send(t.scene().reprice(listing, Scene.LIST_PRICE * 2)), 200);
    }

    private static Form vehicle(Trial t) {
        vehicles(t);
        return Form.ofNewVehicle(t);
    }

    private static void vehicles(Trial t) {
        if (!published(t).contains(VEHICLES)) {
            throw t.notApplicable("`config.term_sets` doesn't name `vehicles/1`.");
        }
    }

    private static List<String> published(Trial t) {
        return Profile.ofDeals(t, "term_sets")
                .valueStream()
                .map(set -> set.asString(""))
                .toList();
    }
}
