package dev.rctp.conformance.s05listings;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.world.Listing;
import tools.jackson.databind.node.ObjectNode;

/** LST-4: the commitment. */
public final class Lst4 implements Section {

    @Override
    public void register(Suite suite) {
        suite.test("LST-4.1", Lst4::form);
        suite.test("LST-4.3", Lst4::freshSalt);
        suite.test("LST-4.4", Lst4::seen);
    }

    private static void form(Trial t) {
        String commitment = Shown.of(t, t.scene().listing()).commitment();
        t.that(
                commitment.matches("sha-256:[0-9a-f]{64}"),
                "`terms_commitment` was to be `sha-256:` and 64 hexadecimal digits: " + commitment);
    }

    private static void freshSalt(Trial t) {
        Form form = Form.ofNewListing(t);
        ObjectNode terms = form.goods();
        String first = form.admits(terms).at("terms_commitment").asString("");
        String second = form.admits(terms).at("terms_commitment").asString("");
        t.blockedUnless(!first.isEmpty(), "The form's answer has no `terms_commitment`.");
        t.that(!first.equals(second), "The same terms were to have another commitment each time: " + first);
    }

    private static void seen(Trial t) {
        Listing listing = t.scene().listing();
        Form form = new Form(t, t.scene().ask(t.scene().setTerms(listing)));
        String commitment = form.approve(form.goods()).commitment();
        t.equal(commitment, Shown.of(t, listing).commitment(), "`terms_commitment` of the listing");
    }
}
