package dev.rctp.conformance.s04decision;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.s13answers.AnswerSignature;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Asked;
import dev.rctp.conformance.world.Offer;
import dev.rctp.conformance.world.Scene;
import dev.rctp.msgsig.agent.Receipt;
import dev.rctp.msgsig.profile.GatewayProfile;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The reads of section 4: signed and checked like calls, decided without a trace. */
public final class Dec8Reads implements Section {

    private static final String DECISION = "RCTP-Decision";

    @Override
    public void register(Suite suite) {
        suite.test("DEC-8.13", t -> refusedAll(t, Faulty::unsigned, "signature_invalid"));
        suite.test("DEC-8.14", t -> refusedAll(t, call -> Faulty.ofStranger(t.world(), call), "operator_unknown"));
        suite.test("DEC-8.15", Dec8Reads::answersAreSigned);
        suite.test("DEC-8.16", Dec8Reads::noDecision);
        suite.test("DEC-8.17", Dec8Reads::refusedIsForbid);
        suite.test("DEC-8.18", Dec8Reads::noEntry);
        suite.test("DEC-8.19", Dec8Reads::needsGrant);
        suite.test("DEC-8.20", Dec8Reads::needsSellersGrant);
        suite.test("DEC-8.21", Dec8Reads::approvalNeedsNoGrant);
        suite.test("DEC-8.22", Dec8Reads::approvalIsTheAskers);
    }

    /** A read of each kind that a listing and an offer have. */
    private static Map<String, Call> reads(Trial t) {
        Scene scene = t.scene();
        Offer offer = scene.offered();
        Map<String, Call> all = new LinkedHashMap<>();
        all.put(
                "A listing's terms",
                scene.read(scene.buyer(), "/listings/" + scene.listing().id() + "/terms"));
        all.put("A listing's offers", offers(t));
        all.put("An offer", scene.read(scene.buyer(), "/offers/" + offer.id()));
        all.put("A record", scene.read(scene.buyer(), "/records/negotiation/" + offer.negotiation()));
        return all;
    }

    private static Call offers(Trial t) {
        return t.scene().sellerReads("/listings/" + t.scene().listing().id() + "/offers");
    }

    private static void refusedAll(Trial t, UnaryOperator<Call> change, String reason) {
        for (Call read : reads(t).values()) {
            t.control(read, 200);
            t.refused(t.send(change.apply(read)), 401, reason);
        }
    }

    private static void answersAreSigned(Trial t) {
        GatewayProfile gateway = t.scene().gatewayProfile();
        reads(t).values()
                .forEach(read -> AnswerSignature.of(t, t.control(read, 200)).mustVerify(gateway));
    }

    private static void noDecision(Trial t) {
        reads(t).forEach((which, read) ->
                t.that(t.control(read, 200).header(DECISION) == null, which + " is answered without `RCTP-Decision`."));
    }

    private static void refusedIsForbid(Trial t) {
        reads(t).forEach((which, read) -> {
            Answer answer = t.send(Faulty.badlySigned(read));
            t.blockedUnless(answer.status() == 401, which + " was to be refused, not " + answer.inShort());
            t.that(
                    String.valueOf(answer.header(DECISION)).startsWith("forbid"),
                    which + " is refused with `forbid`: " + answer.inShort());
        });
    }

    private static void noEntry(Trial t) {
        Receipt receipt = Chain.receipt(t, t.control(Some.answering(t)));
        Call record = Chain.read(t, receipt);
        int before = Chain.entries(t, record).size();
        Answer read = t.control(offers(t), 200);
        t.that(read.header("RCTP-Record") == null, "A read is answered without `RCTP-Record`.");
        t.control(
                t.scene()
                        .read(
                                t.scene().buyer(),
                                "/listings/" + t.scene().listing().id() + "/terms"),
                200);
        t.equal(before, Chain.entries(t, record).size(), "The number of entries after the reads");
    }

    private static void needsGrant(Trial t) {
        t.control(offers(t), 200);
        t.refused(t.send(offers(t).token(null)), 401, "grant_invalid");
    }

    private static void needsSellersGrant(Trial t) {
        Scene scene = t.scene();
        t.control(offers(t), 200);
        String others = scene.grant(scene.stranger(), scene.sellerAgent(), scene.everything())
                .token();
        t.refused(t.send(offers(t).token(others)), 403, "not_in_scope");
    }

    private static void approvalNeedsNoGrant(Trial t) {
        Asked asked = t.scene().ask(Some.answering(t, "ask"));
        Answer status = asked.status();
        t.that(
                status.status() == 200,
                "The key that asked reads the approval without a token, not " + status.inShort());
    }

    private static void approvalIsTheAskers(Trial t) {
        Scene scene = t.scene();
        Asked asked = scene.ask(Some.answering(t, "ask"));
        t.control(scene.read(scene.sellerAgent(), "/approvals/" + asked.approvalId()), 200);
        Call other = scene.read(scene.otherSellerAgent(), "/approvals/" + asked.approvalId());
        t.refused(t.send(other), 403, "not_in_scope");
        String token = scene.grant(scene.otherSellerAgent(), scene.everything()).token();
        t.refused(t.send(other.token(token)), 403, "not_in_scope");
    }
}
