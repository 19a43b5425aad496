package dev.rctp.conformance.s07approvals;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Json;
import dev.rctp.conformance.world.Listing;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** APR-8: what becomes of the terms that are submitted for a listing, by whomever. */
public final class Apr8Submissions implements Section {

    private static final int STANDING = 16;
    private static final int DAYS = 5;

    @Override
    public void register(Suite suite) {
        suite.test("APR-8.10", Apr8Submissions::submittedStaysPrivate);
        suite.test("APR-8.11", Apr8Submissions::storedStaysPrivate);
        suite.test("APR-8.12", Apr8Submissions::sideBySide);
        suite.test("APR-8.13", Apr8Submissions::signedCounts);
        suite.test("APR-8.14", Apr8Submissions::ownChallenges);
        suite.test("APR-8.15", t -> overflowed(t, true));
        suite.test("APR-8.16", t -> overflowed(t, false));
    }

    private static JsonNode terms(Trial t, PrivateAmount floor) {
        return Json.terms(floor.amount(), t.world().clock().now());
    }

    private static void hides(Trial t, Asking asking, Page page, PrivateAmount floor, String what) {
        for (Answer answer : List.of(t.page("GET", page.url(), null), page.html(), page.read(asking.agent()))) {
            t.that(
                    !floor.isIn(answer.text()),
                    "GET " + answer.request().target() + " does not have the floor that " + what + ".");
        }
    }

    private static void submittedStaysPrivate(Trial t) {
        Asking asking = new Asking(t);
        asking.eachWithForm(call -> {
            Page page = asking.ask(call);
            PrivateAmount floor = PrivateAmount.random(t);
            JsonNode taken = page.submitted(terms(t, floor));
            page.view();
            hides(t, asking, page, floor, "was submitted");
            Answer answer = page.respond("approve", page.signed(taken, "approve"));
            t.blockedUnless(answer.status() == 200, "The seller's good answer is " + answer.inShort() + ".");
            page.result(asking.agent());
            hides(t, asking, page, floor, "was approved");
        });
    }

    private static void storedStaysPrivate(Trial t) {
        Asking asking = new Asking(t);
        Listing listing = asking.listing();
        PrivateAmount floor = new PrivateAmount(listing.floor());
        for (Call call : List.of(asking.setTerms(), asking.reprice(), asking.answer())) {
            Page page = asking.ask(call);
            page.view();
            hides(t, asking, page, floor, "is stored");
        }
        Answer shown = t.control(t.scene().read(asking.agent(), "/listings/" + listing.id() + "/terms"), 200);
        t.that(!floor.isIn(shown.text()), "GET /listings/{id}/terms does not have the floor that is stored.");
    }

    private static Answer approved(Page page, JsonNode submission) {
        return page.respond("approve", page.signed(submission, "approve"));
    }

    private static void sideBySide(Trial t) {
        Asking asking = new Asking(t);
        Page page = asking.ask(asking.create());
        JsonNode first = page.submitted(terms(t, PrivateAmount.random(t)));
        page.submitted(terms(t, PrivateAmount.random(t)));
        t.equal(200, approved(page, first).status(), "status of the answer that approves the first of two submissions");
    }

    private static void signedCounts(Trial t) {
        for (int chosen : new int[] {0, 1}) {
            Asking asking = new Asking(t);
            Page page = asking.ask(asking.create());
            List<JsonNode> made = new ArrayList<>();
            for (int n : new int[] {0, 1}) {
                made.add(page.submitted(Json.terms(
                                PrivateAmount.random(t).amount(),
                                t.world().clock().now())
                        .put("deliver_within_days", DAYS + n)));
            }
            t.blockedUnless(
                    !made.get(0).path("terms_commitment").equals(made.get(1).path("terms_commitment")),
                    "Two submissions have one `terms_commitment`.");
            Answer answer = approved(page, made.get(chosen));
            t.blockedUnless(answer.status() == 200, "The seller's good answer is " + answer.inShort() + ".");
            JsonNode result = page.result(asking.agent());
            t.equal(
                    made.get(chosen).path("terms_commitment"),
                    result.path("body").path("terms_commitment"),
                    "`terms_commitment` of the listing");
            Answer shown = t.control(
                    t.scene()
                            .read(
                                    asking.agent(),
                                    "/listings/"
                                            + result.path("body")
                                                    .path("listing_id")
                                                    .asString("") + "/terms"),
                    200);
            t.equal(
                    DAYS + chosen,
                    shown.at("public_terms/deliver_within_days").asInt(0),
                    "`deliver_within_days` of the terms that were signed");
        }
    }

    private static void ownChallenges(Trial t) {
        Asking asking = new Asking(t);
        Page page = asking.ask(asking.create());
        JsonNode terms = terms(t, PrivateAmount.random(t));
        String first = page.challenge(page.submitted(terms), "approve");
        t.that(
                !first.equals(page.challenge(page.submitted(terms), "approve")),
                "Two submissions have two challenges to approve.");
    }

    /** One more than may stand; then the oldest is signed, or the one after it. */
    private static void overflowed(Trial t, boolean standing) {
        Asking asking = new Asking(t);
        Page page = asking.ask(asking.create());
        List<JsonNode> made = new ArrayList<>();
        for (int n = 0; n <= STANDING; n++) {
            made.add(page.submitted(terms(t, PrivateAmount.random(t))));
        }
        if (standing) {
            Answer answer = approved(page, made.get(1));
            t.equal(200, answer.status(), "status of the answer that approves the oldest of the newest 16 submissions");
        } else {
            Page.refused(t, approved(page, made.getFirst()), "to the oldest of 17 submissions");
            Answer answer = approved(page, made.getLast());
            t.blockedUnless(answer.status() == 200, "The newest submission can't be approved: " + answer.inShort());
        }
    }
}
