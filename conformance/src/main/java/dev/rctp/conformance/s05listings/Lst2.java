package dev.rctp.conformance.s05listings;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.world.Json;
import dev.rctp.conformance.world.Listing;
import dev.rctp.conformance.world.Scene;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/** LST-2: what is private and what all may see. */
public final class Lst2 implements Section {

    @Override
    public void register(Suite suite) {
        suite.test("LST-2.1", t -> refused(t, terms -> Terms.without(terms, "floor"), "no `floor`"));
        suite.test("LST-2.2", t -> refused(t, Terms.floor(Scene.LIST_PRICE + 1), "a floor above the list price"));
        suite.test("LST-2.3", Lst2::asHighAsTheListPrice);
        suite.test(
                "LST-2.4",
                t -> refused(
                        t,
                        terms -> Terms.with(terms, "floor", Json.money(8_000_000, "USD")),
                        "a floor in another currency than the list price"));
        suite.test("LST-2.5", Lst2::required);
        suite.test("LST-2.6", Lst2::shown);
        suite.test("LST-2.7", Lst2::requirementsShown);
        suite.test("LST-2.8", Lst2::floorNotShown);
        suite.test(
                "LST-2.9",
                t -> refused(
                        t, terms -> Terms.with(terms, "counter", Json.money(9_000_000, "EUR")), "a term `counter`"));
    }

    private static void refused(Trial t, UnaryOperator<ObjectNode> change, String what) {
        Form form = Form.ofNewListing(t);
        form.admits(form.goods());
        form.refuses(change.apply(form.goods()), what);
    }

    private static void asHighAsTheListPrice(Trial t) {
        Form form = Form.ofNewListing(t);
        form.admits(form.goods());
        Answer answer = form.submit(Terms.floor(Scene.LIST_PRICE).apply(form.goods()));
        t.that(
                answer.status() == 200,
                "A floor as high as the list price was to be taken with 200, not " + answer.inShort());
    }

    private static void required(Trial t) {
        Form form = Form.ofNewListing(t);
        form.admits(form.goods());
        for (String term : List.of("available_until", "fulfillment_options", "payment_terms", "deliver_within_days")) {
            form.refuses(Terms.without(form.goods(), term), "no `" + term + "`");
        }
    }

    private static void shown(Trial t) {
        ObjectNode terms = Json.object();
        terms.set("floor", Json.money(8_181_818, "EUR"));
        terms.put("available_until", Terms.until(t.world().clock().instant(), Duration.ofDays(9)));
        terms.putArray("fulfillment_options").add("pickup").add("courier");
        terms.putArray("payment_terms").add("bank_transfer");
        terms.put("release_condition", "delivered").put("deliver_within_days", 11);
        t.equal(
                Terms.open(terms),
                Shown.of(t, t.scene().listing(_ -> terms.deepCopy())).publicTerms(),
                "`public_terms` of the listing");
    }

    private static void requirementsShown(Trial t) {
        ObjectNode asked = Json.object().put("max_incident_sla_hours", 99);
        Listing listing = t.scene().listing(terms -> Terms.with(terms, "counterparty_requirements", asked));
        t.equal(
                asked,
                Shown.of(t, listing).publicTerms().path("counterparty_requirements"),
                "`counterparty_requirements` under `public_terms`");
    }

    private static void floorNotShown(Trial t) {
        Listing listing = t.scene().listing(Terms.floor(8_181_818));
        String data = Shown.of(t, listing).answer().text();
        t.that(!data.contains("floor") && !data.contains("8181818"), "Listing data was to have no floor: " + data);
    }
}
