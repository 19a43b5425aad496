package dev.rctp.conformance.s09record;

import dev.rctp.conformance.hosts.Grant;
import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Agent;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** REC-1: refusals that stand in no subject's chain. */
public final class Perimeter implements Section {

    @Override
    public void register(Suite suite) {
        suite.test("REC-1.14", t -> withoutReceipt(t, answer(t).without("UCP-Agent"), 401));
        suite.test("REC-1.15", t -> withoutReceipt(t, byAnotherSellersAgent(t), 403));
        suite.test("REC-1.16", Perimeter::noEntry);
        suite.test("REC-1.17", Perimeter::noReader);
    }

    private static Call answer(Trial t) {
        return t.scene().answerBuyer(t.scene().listing(), "yes");
    }

    /** The same call under the grant of a seller whose listing it isn't. */
    private static Call byAnotherSellersAgent(Trial t) {
        Agent agent = t.scene().sellerAgent();
        Grant other = t.scene().grant(t.scene().stranger(), agent, t.scene().everything());
        return answer(t).token(other.token());
    }

    private static void withoutReceipt(Trial t, Call refused, int status) {
        t.blockedUnless(t.control(answer(t)).receipt() != null, "The control's answer has no receipt.");
        Answer answer = t.send(refused);
        t.blockedUnless(answer.status() == status, "A refusal " + status + " was needed, not " + answer.inShort());
        t.absent(answer.header("RCTP-Record"), "`RCTP-Record` of the refusal");
    }

    private static void noEntry(Trial t) {
        Agent seller = t.scene().sellerAgent();
        Story story = Story.opened(t);
        Chain listing = Chain.read(t, seller, "listing", t.scene().listing().id());
        Chain deal = story.dealt();
        t.control(byAnotherSellersAgent(t), 403);
        t.control(story.tested().call(story.tested().note(t.scene().otherBuyer())), 403);
        t.equal(0, listing.since(t, seller).entries().size(), "The number of entries that a non-party's call made");
        t.equal(
                0,
                deal.since(t, t.scene().buyer()).entries().size(),
                "The number of entries that a non-party's event made");
    }

    private static void noReader(Trial t) {
        String chain = LocalDate.ofInstant(t.world().clock().now(), ZoneOffset.UTC) + ".gateway";
        t.control(
                Chain.reading(
                        t,
                        t.scene().sellerAgent(),
                        "listing",
                        t.scene().listing().id()),
                200);
        t.refused(t.send(Chain.reading(t, t.scene().sellerAgent(), "perimeter", chain)), 403, "not_in_scope");
        t.refused(t.send(Chain.reading(t, t.scene().buyer(), "perimeter", chain)), 403, "not_in_scope");
    }
}
