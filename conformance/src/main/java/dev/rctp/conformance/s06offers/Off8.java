package dev.rctp.conformance.s06offers;

import dev.rctp.conformance.run.AtOnce;
import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.s05listings.Claims;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Json;
import dev.rctp.conformance.world.Listing;
import dev.rctp.conformance.world.Offer;
import dev.rctp.conformance.world.Scene;
import dev.rctp.registries.CanonicalJson;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/** OFF-8: an accepted offer holds its listing. */
public final class Off8 implements Section {

    private static final Duration CHECKOUT = Duration.ofMinutes(30);
    private static final int RIVALS = 6;

    @Override
    public void register(Suite suite) {
        suite.test("OFF-8.1", Off8::otherAccept);
        suite.test("OFF-8.2", Off8::newOffers);
        suite.test("OFF-8.3", Off8::untilItExpires);
        suite.test("OFF-8.4", Off8::fixed);
        suite.test("OFF-8.5", Off8::concurrent);
        suite.test("OFF-8.7", Off8::itsOwnTerms);
    }

    private static Offer by(Trial t, int buyer) {
        Listing listing = t.scene().listing();
        return t.scene().offered(t.scene().buyer(buyer), listing, listing.listPrice());
    }

    private static void otherAccept(Trial t) {
        Offer first = by(t, 1);
        Offer second = by(t, 2);
        t.control(t.scene().accept(first), 200);
        t.refused(t.send(t.scene().accept(second)), 409, "listing_reserved");
    }

    private static void newOffers(Trial t) {
        Offer first = by(t, 1);
        Offer second = by(t, 2);
        t.control(t.scene().accept(first), 200);
        Call offer = t.scene().offer(t.scene().buyer(3), first.listing(), first.amount());
        t.refused(t.send(offer), 409, "listing_reserved");
        t.refused(t.send(t.scene().counter(second, second.amount())), 409, "listing_reserved");
    }

    private static void untilItExpires(Trial t) {
        Offer held = t.scene().accepted(by(t, 1));
        Call other = t.scene().offer(t.scene().otherBuyer(), held.listing(), held.amount());
        t.control(other, 409);
        new Bargain(t).later(CHECKOUT.plusSeconds(1));
        t.accepted(t.send(other), 201);
    }

    private static void fixed(Trial t) {
        Offer accepted = t.scene().accepted(by(t, 1));
        fixed(t, accepted.json(), "accepted offer");
        fixed(t, Claims.of(t, t.scene().checkout(accepted)), "checkout");
        fixed(t, t.scene().opened(accepted).json(), "deal");
    }

    private static void fixed(Trial t, JsonNode holder, String which) {
        String what = "`deal_terms` of the " + which;
        t.equal(
                CanonicalJson.text(Json.dealTerms(Scene.LIST_PRICE)),
                t.said(holder.path("deal_terms"), what).canonical(),
                what);
    }

    private static void concurrent(Trial t) throws InterruptedException {
        List<Call> accepts = IntStream.rangeClosed(1, RIVALS)
                .mapToObj(n -> t.scene().accept(by(t, n)))
                .toList();
        List<Answer> answers = AtOnce.send(t, accepts);
        List<Answer> losers =
                answers.stream().filter(answer -> answer.status() != 200).toList();
        t.equal(1, RIVALS - losers.size(), "How many of the concurrent accepts won");
        losers.forEach(answer -> t.refused(answer, 409, "listing_reserved"));
    }

    private static void itsOwnTerms(Trial t) {
        Listing listing = t.scene().listing();
        Offer offer = t.scene().offered(t.scene().buyer(), listing, listing.floor());
        new Bargain(t).otherFloor(listing, listing.floor() + 100_000);
        t.accepted(t.send(t.scene().accept(offer)), 200);
    }
}
