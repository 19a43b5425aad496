package dev.rctp.conformance.s05listings;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.world.Asked;
import dev.rctp.conformance.world.Listing;
import dev.rctp.conformance.world.Offer;
import dev.rctp.msgsig.agent.Receipt;

/** LST-7: {@code listing_hash}, and a listing's record before it exists. */
public final class Lst7 implements Section {

    @Override
    public void register(Suite suite) {
        suite.test("LST-7.1", Lst7::hash);
        suite.test("LST-7.2", Lst7::notYetCreated);
        suite.test("LST-7.3", Lst7::subjectBefore);
        suite.test("LST-7.4", Lst7::firstEntry);
        suite.test("LST-7.5", Lst7::changed);
    }

    private static void hash(Trial t) {
        Offer offer = t.scene().offered();
        String expected = Shown.of(t, offer.listing()).hash();
        t.equal(
                expected,
                Claims.of(t, t.scene().checkout(t.scene().accepted(offer)))
                        .path("listing_hash")
                        .asString(""),
                "`listing_hash` of the checkout");
    }

    private static void notYetCreated(Trial t) {
        Asked asked = t.scene().ask(t.scene().createListing());
        Answer page = asked.page();
        t.equal(
                Shown.hash(t, Edited.body(asked.call())),
                page.at("details/decline").path("listing_hash").asString(""),
                "`listing_hash` of the question");
    }

    private static void subjectBefore(Trial t) {
        Asked asked = t.scene().ask(t.scene().createListing());
        Receipt receipt = asked.answer().receipt();
        t.equal(
                "listing/" + asked.approvalId(),
                receipt == null ? "none" : receipt.subjectType() + "/" + receipt.subjectId(),
                "The subject that `RCTP-Record` names");
    }

    private static void firstEntry(Trial t) {
        Listing listing = t.scene().listing();
        Answer record = t.control(t.scene().sellerReads("/records/listing/" + listing.id() + "?limit=1"), 200);
        String first = record.at("entries/0/body").toString();
        t.that(
                first.contains("\"" + listing.approvalId() + "\"") || first.contains("listing/" + listing.approvalId()),
                "The first entry was to name listing/" + listing.approvalId() + ": " + first);
    }

    private static void changed(Trial t) {
        Listing listing = t.scene().listing();
        Form form = new Form(t, t.scene().ask(t.scene().setTerms(listing)));
        Answer submitted = form.admits(form.goods());
        t.control(t.scene().reprice(listing, listing.listPrice() - 1), 200);
        Asked asked = form.asked();
        Answer answer =
                asked.respond("approve", asked.seller().passkey().assertion(asked.challenge(submitted, "approve")));
        t.that(
                answer.status() == 422 && "approval_invalid".equals(answer.code()),
                "The answer was to be 422 `approval_invalid`, not " + answer.inShort());
        t.equal(listing.commitment(), Shown.of(t, listing).commitment(), "The commitment, which stays,");
    }
}
