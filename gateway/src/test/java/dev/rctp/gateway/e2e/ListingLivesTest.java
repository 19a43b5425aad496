package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Haggle.ACCEPT;
import static dev.rctp.gateway.e2e.Haggle.COUNTER;
import static dev.rctp.gateway.e2e.Haggle.CREATE;
import static dev.rctp.gateway.e2e.Haggle.OPEN;
import static dev.rctp.gateway.e2e.Haggle.REPRICE;
import static dev.rctp.gateway.e2e.Haggle.id;
import static dev.rctp.gateway.e2e.Haggle.ok;
import static dev.rctp.gateway.e2e.Haggle.proposal;
import static dev.rctp.gateway.e2e.Haggle.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A listing that changes its seller, is withdrawn, or is sold: what agents can still do with what belonged to its former life. */
@ExtendWith(Sandboxed.class)
class ListingLivesTest {

    private static final String UNKNOWN = "off_" + "a".repeat(26);

    private static void changeSeller(Haggle haggle, Path state, String next) throws Exception {
        assertThat(Telling.of(haggle.world, state)
                        .put(haggle.listing, next, Haggle.PRICE, "EUR")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    @DisplayName("LST-8, LST-9: what was offered to a former seller is declined, and in no list of the next one")
    void formerOffers(World world, Path state) throws Exception {
        Haggle haggle = Haggle.of(world);
        String open = haggle.offered(haggle.buyer, 80_000);
        String countered = haggle.offered(haggle.rival, 81_000);
        String counter = id(ok(201, haggle.counter(countered, 85_000)));
        changeSeller(haggle, state, haggle.sub + "-next");

        assertThat(haggle.state(haggle.buyer, open)).isEqualTo("declined");
        assertThat(haggle.state(haggle.rival, countered)).isEqualTo("declined");
        assertThat(haggle.state(haggle.rival, counter)).isEqualTo("declined");
        String token = haggle.granted(haggle.sub + "-next", haggle.seller, "auto");
        assertThat(ok(200, haggle.seller.read(haggle.offers(), token)).json().path("offers"))
                .isEmpty();
        assertThat(haggle.seller.read(haggle.offers(), haggle.token()).decision())
                .isEqualTo("forbid;reason=not_in_scope");
    }

    @Test
    @DisplayName(
            "LST-8: a former seller's negotiation is the next one's neither to read nor to answer, with terms of its own too;"
                    + " nor the former one's to answer any more")
    void formerNegotiation(World world, Path state) throws Exception {
        Haggle haggle = Haggle.of(world);
        String next = haggle.sub + "-next";
        Answer offer = ok(201, haggle.offer(haggle.buyer, 80_000));
        changeSeller(haggle, state, next);
        Tables.of(state).approveAgain(haggle.listing);
        String token = haggle.granted(next, haggle.seller, "auto");
        String record =
                "/records/negotiation/" + offer.json().path("negotiation_id").stringValue();

        for (String seller : List.of(token, haggle.token())) {
            same(accept(haggle, id(offer), seller), accept(haggle, UNKNOWN, seller));
            same(counter(haggle, id(offer), seller), counter(haggle, UNKNOWN, seller));
        }
        same(haggle.read(haggle.seller, id(offer), token), haggle.read(haggle.seller, UNKNOWN, token));
        assertThat(haggle.seller.read(record, token).decision()).isEqualTo("forbid;reason=not_in_scope");
        Answer anew = ok(201, haggle.offer(haggle.buyer, 82_000));
        assertThat(anew.json().path("negotiation_id")).isNotEqualTo(offer.json().path("negotiation_id"));
        refused(haggle.offer(haggle.buyer, 83_000, id(offer)), 422, CREATE, "terms_invalid");
        ok(200, accept(haggle, id(anew), token));
    }

    private static Answer accept(Haggle haggle, String offer, String token) throws Exception {
        return haggle.seller.call("POST", "/offers/" + offer + "/accept", token, "{}");
    }

    private static Answer counter(Haggle haggle, String offer, String token) throws Exception {
        String body = proposal(85_000).toString();
        return haggle.seller.call("POST", "/offers/" + offer + "/counter", token, body);
    }

    private static void same(Answer foreign, Answer unknown) {
        assertThat(foreign.decision()).isEqualTo(unknown.decision()).endsWith("reason=not_in_scope");
        assertThat(foreign.body()).isEqualTo(unknown.body());
    }

    @Test
    @DisplayName(
            "LST-9, CHK-1, OFF-10: a checkout of a former seller is listing_closed, holds the listing no more, and counts"
                    + " against nobody when it lapses")
    void formerCheckout(World world, Path state) throws Exception {
        Haggle haggle = Haggle.of(world);
        String checkout = haggle.accepted(haggle.buyer, haggle.offered(haggle.buyer, 80_000));
        changeSeller(haggle, state, haggle.sub + "-next");
        Tables.of(state).approveAgain(haggle.listing);
        String key = Agent.newKey();

        refused(haggle.open(haggle.buyer, checkout, key), 409, OPEN, "listing_closed");
        assertThat(haggle.open(haggle.buyer, checkout, key).replayed()).isTrue();
        refused(haggle.open(haggle.rival, checkout), 422, OPEN, "checkout_invalid");
        haggle.offered(haggle.rival, 81_000);
        haggle.pass(Duration.ofMinutes(30));
        haggle.offered(haggle.buyer, 82_000);
        refused(haggle.open(haggle.buyer, checkout), 422, OPEN, "checkout_invalid");
    }

    @Test
    @DisplayName(
            "LST-9, CHK-1, OFF-10: withdrawn while it is held, a listing's checkout is listing_closed; told of again it is held"
                    + " by nobody, and the lapsed checkout counts against nobody")
    void withdrawnWhileHeld(World world, Path state) throws Exception {
        Haggle haggle = Haggle.of(world);
        Telling telling = Telling.of(world, state);
        String other = haggle.offered(haggle.rival, 81_000);
        String checkout = haggle.accepted(haggle.buyer, haggle.offered(haggle.buyer, 80_000));
        assertThat(telling.delete(haggle.listing).statusCode()).isEqualTo(204);
        refused(haggle.open(haggle.buyer, checkout), 409, OPEN, "listing_closed");
        assertThat(haggle.state(haggle.rival, other)).isEqualTo("declined");

        assertThat(telling.put(haggle.listing, haggle.sub, Haggle.PRICE, "EUR").statusCode())
                .isEqualTo(200);
        Tables.of(state).approveAgain(haggle.listing);
        refused(haggle.open(haggle.buyer, checkout), 409, OPEN, "listing_closed");
        refused(haggle.accept(other), 409, ACCEPT, "offer_not_open");
        String anew = haggle.offered(haggle.rival, 82_000);
        haggle.pass(Duration.ofMinutes(30));
        haggle.offered(haggle.buyer, 83_000);
        ok(201, haggle.open(haggle.rival, haggle.accepted(haggle.rival, anew)));
    }

    @Test
    @DisplayName(
            "LST-9: a listing sold through a deal here is told of no more, by whichever seller; it stays listing_closed")
    void sold(World world, Path state) throws Exception {
        Haggle haggle = Haggle.of(world);
        Telling telling = Telling.of(world, state);
        ok(201, haggle.open(haggle.buyer, haggle.accepted(haggle.buyer, haggle.offered(haggle.buyer, 80_000))));

        for (String seller : List.of(haggle.sub, haggle.sub + "-next")) {
            HttpResponse<String> told = telling.put(haggle.listing, seller, Haggle.PRICE, "EUR");
            assertThat(told.statusCode()).isEqualTo(409);
            assertThat(Telling.code(told)).isEqualTo("listing_closed");
        }
        assertThat(telling.delete(haggle.listing).statusCode()).isEqualTo(204);
        assertThat(telling.put(haggle.listing, haggle.sub, Haggle.PRICE, "EUR").statusCode())
                .as("after a withdrawal neither")
                .isEqualTo(409);
        refused(haggle.offer(haggle.rival, 90_000), 409, CREATE, "listing_closed");
        refused(haggle.reprice(80_000), 409, REPRICE, "listing_closed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"lapsed", "refunded"})
    @DisplayName("LST-9: a listing whose deal came to nothing is told of again, and sold again")
    void cameToNothing(String end, World world, Path state) throws Exception {
        Haggle haggle = Haggle.of(world);
        ok(201, haggle.open(haggle.buyer, haggle.accepted(haggle.buyer, haggle.offered(haggle.buyer, 80_000))));
        Tables.of(state).execute("UPDATE deal SET state = ? WHERE listing_id = ?", end, haggle.listing);
        assertThat(Telling.of(world, state)
                        .put(haggle.listing, haggle.sub, Haggle.PRICE, "EUR")
                        .statusCode())
                .isEqualTo(200);
        Tables.of(state).approveAgain(haggle.listing);

        ok(201, haggle.open(haggle.rival, haggle.accepted(haggle.rival, haggle.offered(haggle.rival, 81_000))));
    }

    @Test
    @DisplayName("LST-6: on a listing without approved terms a seller's agent neither accepts, counters nor reprices")
    void withoutTerms(World world, Path state) throws Exception {
        Haggle haggle = Haggle.of(world);
        String offer = haggle.offered(haggle.buyer, 80_000);
        assertThat(Telling.of(world, state)
                        .put(haggle.listing, haggle.sub, Haggle.PRICE, "CHF")
                        .statusCode())
                .isEqualTo(200);

        refused(haggle.accept(offer), 403, ACCEPT, "not_in_scope");
        refused(haggle.counter(offer, 85_000), 403, COUNTER, "not_in_scope");
        refused(haggle.reprice(85_000), 403, REPRICE, "not_in_scope");
        assertThat(haggle.state(haggle.buyer, offer)).isEqualTo("open");
        assertThat(haggle.forwarded("/offers/" + offer)).isEmpty();
        Tables.of(state).approveAgain(haggle.listing);
        ok(200, haggle.accept(offer));
    }

    @Test
    @DisplayName(
            "LST-6, OFF-8, CHK-1: an ordinary offer on a listing that an accepted offer holds is listing_reserved, until the hold ends")
    void ordinaryOfferOnAHeldOne(World world, Path state) throws Exception {
        Haggle haggle = Haggle.of(world);
        haggle.accepted(haggle.buyer, haggle.offered(haggle.buyer, 80_000));
        assertThat(Telling.of(world, state)
                        .put(haggle.listing, haggle.sub, Haggle.PRICE, "CHF")
                        .statusCode())
                .isEqualTo(200);
        int before = haggle.forwarded(haggle.offers()).size();
        refused(haggle.offer(haggle.rival, 85_000), 409, CREATE, "listing_reserved");
        refused(haggle.offer(haggle.buyer, 85_000), 409, CREATE, "listing_reserved");
        assertThat(haggle.forwarded(haggle.offers())).hasSize(before);
        haggle.pass(Duration.ofMinutes(30));

        Answer ordinary = haggle.rival.call(
                "POST", haggle.offers(), null, proposal(85_000).toString());
        assertThat(ordinary.status()).isEqualTo(201);
        assertThat(ordinary.json().propertyNames()).containsExactly("marketplace");
    }

    @Test
    @DisplayName("CHK-1: a held listing that lost its terms is still its buyer's: the checkout is redeemed")
    void redeemedWithoutTerms(World world, Path state) throws Exception {
        Haggle haggle = Haggle.of(world);
        String checkout = haggle.accepted(haggle.buyer, haggle.offered(haggle.buyer, 80_000));
        assertThat(Telling.of(world, state)
                        .put(haggle.listing, haggle.sub, Haggle.PRICE, "CHF")
                        .statusCode())
                .isEqualTo(200);

        assertThat(ok(201, haggle.open(haggle.buyer, checkout)).json().path("deal_terms"))
                .isEqualTo(Haggle.dealTerms(80_000));
    }
}
