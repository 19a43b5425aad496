package dev.rctp.conformance.s12invariants;

import dev.rctp.conformance.hosts.Grant;
import dev.rctp.conformance.run.AtOnce;
import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.s04decision.Chain;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Json;
import dev.rctp.conformance.world.Listing;
import dev.rctp.conformance.world.Offer;
import dev.rctp.conformance.world.Scene;
import dev.rctp.msgsig.agent.Receipt;
import dev.rctp.registries.CanonicalJson;
import dev.rctp.registries.Sha256;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** INV-5 to INV-7: the record has every decision, checkouts are bound and serve once, revocation holds everywhere. */
public final class Inv5 implements Section {

    private static final int AT_ONCE = 6;

    @Override
    public void register(Suite suite) {
        suite.test("INV-5.1", Inv5::everyDecision);
        suite.test("INV-6.1", Inv5::redeemedOnce);
        suite.test("INV-6.2", Inv5::boundToItsBuyer);
        suite.test("INV-7.1", Inv5::revokedEverywhere);
    }

    private static void everyDecision(Trial t) {
        Scene scene = t.scene();
        Listing listing = scene.listing();
        List<Answer> answers = new ArrayList<>();
        Answer first = t.control(scene.offer(scene.buyer(), listing, Scene.LIST_PRICE), 201);
        answers.add(first);
        Offer offer = new Offer(
                scene.buyer(), listing, t.said(first.json(), "The offer").object());
        answers.add(t.control(scene.offer(scene.buyer(), listing, listing.floor() - 1), 403));
        answers.add(t.control(scene.counter(offer, listing.floor() - 1), 403));
        answers.add(t.control(scene.counter(offer, Scene.LIST_PRICE - 1), 201));
        answers.add(t.control(scene.accept(offer), 409));
        List<JsonNode> entries =
                Chain.entries(t, scene.read(scene.buyer(), "/records/negotiation/" + offer.negotiation()));
        Set<Long> numbers = new HashSet<>();
        for (Answer answer : answers) {
            t.that(answer.receipt() != null, "The call has a receipt: " + answer.inShort());
            Receipt receipt = Chain.receipt(t, answer);
            JsonNode entry = Chain.entry(entries, receipt.seq());
            t.that(numbers.add(receipt.seq()), "The entry " + receipt.seq() + " stands for one call.");
            t.equal(receipt.hash(), hash(entry), "The hash of the entry " + receipt.seq());
        }
    }

    private static String hash(JsonNode entry) {
        return entry.isMissingNode() ? "none" : Sha256.text(CanonicalJson.bytes(entry));
    }

    private static void redeemedOnce(Trial t) throws InterruptedException {
        Scene scene = t.scene();
        Offer accepted = scene.accepted(scene.offered());
        Call redeeming = scene.openDeal(accepted.buyer(), scene.checkout(accepted));
        List<Answer> answers = AtOnce.send(t, Collections.nCopies(AT_ONCE, redeeming));
        t.equal(1L, answers.stream().filter(answer -> answer.status() == 201).count(), "The number of deals");
    }

    private static void boundToItsBuyer(Trial t) {
        Scene scene = t.scene();
        Offer accepted = scene.accepted(scene.offered());
        Call redeeming = scene.openDeal(accepted.buyer(), scene.checkout(accepted));
        t.refused(t.send(redeeming.by(scene.buyer(2))), 422, "checkout_invalid");
        t.accepted(t.send(redeeming), 201);
    }

    private static void revokedEverywhere(Trial t) {
        Scene scene = t.scene();
        Offer offer = scene.offered();
        Grant grant = scene.grant(scene.sellerAgent(), scene.everything());
        t.control(scene.answerBuyer(scene.listing(), "Yes.").token(grant.token()));
        grant.revoke();
        String deal = "dea_aaaaaaaaaaaaaaaaaaaaaaaaaa";
        for (Call call : List.of(
                scene.createListing(),
                scene.setTerms(scene.listing()),
                scene.reprice(scene.listing(), Scene.LIST_PRICE - 1),
                scene.answerBuyer(scene.listing(), "Yes."),
                scene.counter(offer, Scene.LIST_PRICE),
                scene.accept(offer),
                scene.calls().commit(scene.sellerAgent(), deal),
                scene.calls().verb(scene.sellerAgent(), "deal.sign_contract", deal, Json.object()),
                scene.sellerReads("/listings/" + scene.listing().id() + "/offers"))) {
            t.refused(t.send(call.token(grant.token())), 403, "grant_revoked");
        }
    }
}
