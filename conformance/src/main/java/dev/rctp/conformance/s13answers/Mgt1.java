package dev.rctp.conformance.s13answers;

import dev.rctp.conformance.hosts.Grant;
import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.world.Asked;
import dev.rctp.conformance.world.Json;
import dev.rctp.conformance.world.Listing;
import dev.rctp.conformance.world.RecordPages;
import dev.rctp.conformance.world.Scene;
import dev.rctp.conformance.world.Seller;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The management port (MGT-1). */
public final class Mgt1 implements Section {

    @Override
    public void register(Suite suite) {
        suite.test("MGT-1.1", Mgt1::notAmongAgents);
        suite.test("MGT-1.3", t -> closed(t, null));
        suite.test("MGT-1.4", t -> closed(t, "wrong-" + t.world().fresh(24)));
        suite.test("MGT-1.5", Mgt1::listings);
        suite.test("MGT-1.6", Mgt1::passkeys);
        suite.test("MGT-1.7", Mgt1::approvals);
        suite.test("MGT-1.9", Mgt1::schemas);
        suite.test("MGT-1.10", Mgt1::recorded);
    }

    private static ObjectNode listing(String sub, String title) {
        ObjectNode body = Json.object().put("seller", sub).put("title", title);
        body.set("list_price", Json.eur(Scene.LIST_PRICE));
        return body.put("term_set", "goods.small/1");
    }

    private static ObjectNode told(Trial t, String title) {
        return listing(t.scene().seller().sub(), title);
    }

    private static String path(Listing on) {
        return "/listings/" + on.id();
    }

    private static Answer read(Trial t, Listing on) {
        return t.send(t.scene().read(t.scene().buyer(), path(on) + "/terms"));
    }

    private static void unchanged(Trial t, String expected) {
        Answer read = read(t, t.scene().listing());
        t.blockedUnless(read.status() == 200, "The listing can't be read: " + read.inShort());
        t.equal(t.scene().listing().title(), read.textAt("title"), expected);
    }

    private static void notAmongAgents(Trial t) {
        Listing on = t.scene().listing();
        Management management = new Management(t);
        var request = t.world()
                .target()
                .plain("PUT", path(on), told(t, "Changed"))
                .adding("Authorization", "Bearer " + management.bearer());
        Answer answer = t.exchange(request, "");
        t.that(
                answer.status() / 100 == 4,
                "A management call at the agents' address was to be refused, not " + answer.inShort());
        unchanged(t, "The listing's title after a management call at the agents' address");
    }

    private static void closed(Trial t, @Nullable String bearer) {
        Listing on = t.scene().listing();
        Management management = new Management(t);
        var control = management.call("GET", "/sellers/" + t.scene().seller().sub() + "/approvals", null);
        t.blockedUnless(control.isGood(), "The management API did not take the plan's secret: " + control.status());
        var answer = management.call(bearer, "PUT", path(on), told(t, "Changed"));
        t.that(
                answer.status() == 401 || answer.status() == 403,
                "A management call without the right secret was to be 401 or 403, not " + answer.status() + ".");
        unchanged(t, "The listing's title after a management call that was refused");
    }

    private static void listings(Trial t) {
        Listing on = t.scene().listing();
        String title = on.title() + ", told of anew";
        var put = new Management(t).call("PUT", path(on), told(t, title));
        t.that(put.isGood(), "`PUT /listings/{id}` was to be taken, not " + put.status() + " " + put.body() + ".");
        Answer read = read(t, on);
        t.that(title.equals(read.textAt("title")), "The listing was to be titled anew, not " + read.inShort());
    }

    private static void passkeys(Trial t) {
        Scene scene = t.scene();
        Seller seller = scene.stranger();
        ObjectNode body = Json.object().put("credential_id", seller.passkey().credentialId());
        body.set("jwk", seller.passkey().publicJwk());
        var imported = new Management(t).call("POST", "/sellers/" + seller.sub() + "/passkeys", body);
        if (imported.status() == 404 || imported.status() == 405) {
            t.notApplicable(
                    "The protocol fixes no path for imports, and the target has none at /sellers/{sub}/passkeys.");
        }
        t.that(imported.isGood(), "A passkey was to be imported, not " + imported.status() + " " + imported.body());
        Grant grant = scene.grant(seller, scene.sellerAgent(), scene.everything());
        var create = scene.createListing().token(grant.token());
        Asked asked = new Asked(t, seller, create, t.control(create, 202));
        Answer answer =
                asked.approve(Json.terms(Scene.LIST_PRICE / 2, t.world().clock().now()));
        t.that(answer.status() == 200, "The imported passkey was to answer for its seller, not " + answer.inShort());
    }

    private static void approvals(Trial t) {
        Scene scene = t.scene();
        Asked asked = scene.ask(scene.setTerms(scene.listing()));
        var told = new Management(t).call("GET", "/sellers/" + scene.seller().sub() + "/approvals", null);
        t.that(
                told.isGood() && told.body().toString().contains(asked.approvalId()),
                "`GET /sellers/{sub}/approvals` was to have " + asked.approvalId() + ", not " + told + ".");
    }

    private static void schemas(Trial t) {
        Listing on = t.scene().listing();
        ObjectNode incomplete = told(t, "Changed");
        incomplete.remove("list_price");
        ObjectNode wrong = told(t, "Changed");
        wrong.put("list_price", "100 EUR");
        for (ObjectNode body : List.of(told(t, "Changed").put("unknown", true), incomplete, wrong)) {
            var answer = new Management(t).call("PUT", path(on), body);
            t.that(
                    answer.status() / 100 == 4,
                    "The management API was to refuse " + body + ", not answer " + answer.status() + ".");
        }
        unchanged(t, "The listing's title after bodies that don't fit the schema");
    }

    private static void recorded(Trial t) {
        Scene scene = t.scene();
        Listing on = scene.listing();
        int before = entries(t, on);
        var put = new Management(t).call("PUT", path(on), told(t, on.title() + ", changed"));
        t.blockedUnless(put.isGood(), "The listing could not be told of: " + put);
        t.that(
                entries(t, on) > before,
                "A change through the management API was to be an entry of the listing's record.");
    }

    private static int entries(Trial t, Listing on) {
        return RecordPages.read(t, t.scene().sellerReads("/records/listing/" + on.id()))
                .entries()
                .size();
    }
}
