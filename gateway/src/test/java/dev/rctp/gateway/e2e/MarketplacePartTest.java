package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Haggle.ok;
import static dev.rctp.gateway.e2e.Haggle.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.msgsig.agent.Receipt;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The marketplace's part in a bargain: what it gets (PRX-1), what it can take back (PRX-2), what is its alone (LST-6). */
@ExtendWith(Sandboxed.class)
class MarketplacePartTest {

    private static JsonNode only(List<JsonNode> requests) {
        assertThat(requests).hasSize(1);
        return requests.getFirst();
    }

    private static void fields(JsonNode request, String verb, Agent agent, String... others) {
        JsonNode headers = request.path("headers");
        assertThat(headers.path("rctp-decision").stringValue()).isEqualTo("auto");
        assertThat(headers.path("rctp-action").stringValue()).isEqualTo(verb);
        assertThat(headers.path("rctp-agent").stringValue()).isEqualTo(agent.jkt());
        assertThat(headers.path("rctp-operator").stringValue()).isEqualTo(agent.profile());
        assertThat(headers.path("idempotency-key").stringValue()).startsWith("int_");
        assertThat(headers.has("authorization")).isFalse();
        assertThat(headers.propertyNames().stream()
                        .filter(name -> name.startsWith("rctp-"))
                        .toList())
                .hasSize(4 + others.length / 2);
        for (int i = 0; i < others.length; i += 2) {
            assertThat(headers.path(others[i]).stringValue("")).as(others[i]).isEqualTo(others[i + 1]);
        }
    }

    @Test
    @DisplayName(
            "PRX-1: each verb reaches the marketplace once, with its own body and the fields that name its objects")
    void fields(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        String body = " " + Haggle.proposal(75_000) + "\n";
        Answer offer = ok(201, haggle.buyer.call("POST", haggle.offers(), null, body));
        String first = Haggle.id(offer);
        String negotiation = offer.json().path("negotiation_id").stringValue();
        String terms = haggle.rival
                .read("/listings/" + haggle.listing + "/terms", null)
                .json()
                .path("terms_commitment")
                .stringValue();
        String counter = Haggle.id(ok(201, haggle.counter(first, 85_000)));
        String second = Haggle.id(ok(201, haggle.offer(haggle.buyer, 80_000, first)));
        ok(200, haggle.reprice(95_000));
        Answer deal = ok(201, haggle.open(haggle.buyer, haggle.accepted(haggle.buyer, second)));

        List<JsonNode> offers = haggle.forwarded(haggle.offers());
        assertThat(offers).hasSize(2);
        assertThat(offers.getFirst().path("body").stringValue())
                .as("byte for byte")
                .isEqualTo(body);
        fields(
                offers.getFirst(),
                "offer.create",
                haggle.buyer,
                "rctp-terms",
                terms,
                "rctp-offer",
                first,
                "rctp-negotiation",
                negotiation);
        fields(
                only(haggle.forwarded("/counter").stream()
                        .filter(request -> request.path("path").stringValue().contains(first))
                        .toList()),
                "offer.counter",
                haggle.seller,
                "rctp-terms",
                terms,
                "rctp-seller",
                haggle.sub,
                "rctp-offer",
                counter,
                "rctp-negotiation",
                negotiation);
        fields(
                only(haggle.forwarded("/offers/" + second + "/accept")),
                "offer.accept",
                haggle.seller,
                "rctp-terms",
                terms,
                "rctp-seller",
                haggle.sub,
                "rctp-offer",
                second,
                "rctp-negotiation",
                negotiation);
        fields(
                only(haggle.forwarded("/listings/" + haggle.listing + "/reprice")),
                "listing.reprice",
                haggle.seller,
                "rctp-terms",
                terms,
                "rctp-seller",
                haggle.sub);
        fields(
                only(haggle.forwarded("/deals").stream()
                        .filter(request -> request.path("headers")
                                .path("rctp-offer")
                                .stringValue("")
                                .equals(second))
                        .toList()),
                "deal.open",
                haggle.buyer,
                "rctp-terms",
                terms,
                "rctp-offer",
                second,
                "rctp-negotiation",
                negotiation,
                "rctp-deal",
                deal.json().path("deal_id").stringValue());
    }

    private static Answer vetoed(Answer answer) {
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.decision()).isEqualTo("auto");
        assertThat(answer.json().path("marketplace").path("error").stringValue())
                .isEqualTo("planned by a test");
        return answer;
    }

    @Test
    @DisplayName("PRX-2: a vetoed offer leaves none behind, and what it would have replaced stands as before")
    void vetoedOffer(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        String first = haggle.offered(haggle.buyer, 75_000);
        String counter = Haggle.id(ok(201, haggle.counter(first, 85_000)));
        List<JsonNode> before = haggle.shown();
        world.behave(haggle.offers(), 422, 0, 1);
        vetoed(haggle.offer(haggle.buyer, 80_000, first));

        assertThat(haggle.shown()).isEqualTo(before);
        assertThat(haggle.state(haggle.buyer, counter)).isEqualTo("open");
        ok(201, haggle.offer(haggle.buyer, 80_000, first));
    }

    @Test
    @DisplayName("PRX-2: a vetoed counter opens the buyer's offer again")
    void vetoedCounter(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        String offer = haggle.offered(haggle.buyer, 75_000);
        List<JsonNode> before = haggle.shown();
        world.behave("/offers/" + offer + "/counter", 422, 0, 1);
        vetoed(haggle.counter(offer, 85_000));

        assertThat(haggle.shown()).isEqualTo(before);
        ok(201, haggle.counter(offer, 85_000));
    }

    @Test
    @DisplayName("PRX-2: a vetoed accept gives the offer and the listing back, and there is no checkout")
    void vetoedAccept(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        String offer = haggle.offered(haggle.buyer, 75_000);
        String other = haggle.offered(haggle.rival, 76_000);
        List<JsonNode> before = haggle.shown();
        world.behave("/offers/" + offer + "/accept", 422, 0, 1);
        vetoed(haggle.accept(offer));

        assertThat(haggle.shown()).isEqualTo(before);
        assertThat(haggle.read(haggle.buyer, offer, null).json().has("checkout"))
                .isFalse();
        ok(200, haggle.accept(other));
    }

    @Test
    @DisplayName("PRX-2: a vetoed reprice leaves the old price")
    void vetoedReprice(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        String terms = "/listings/" + haggle.listing + "/terms";
        byte[] before = haggle.buyer.read(terms, null).body();
        world.behave("/listings/" + haggle.listing + "/reprice", 422, 0, 1);
        vetoed(haggle.reprice(95_000));

        assertThat(haggle.buyer.read(terms, null).body()).isEqualTo(before);
    }

    @Test
    @DisplayName(
            "PRX-2, CHK-1: a vetoed redemption gives the checkout back, and the listing is held until its end, not longer")
    void vetoedDeal(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        String offer = haggle.offered(haggle.buyer, 75_000);
        String other = haggle.offered(haggle.rival, 76_000);
        String checkout = haggle.accepted(haggle.buyer, offer);
        world.behave("/deals", 422, 0, 2);
        vetoed(haggle.open(haggle.buyer, checkout));
        assertThat(haggle.read(haggle.buyer, offer, null)
                        .json()
                        .path("checkout")
                        .stringValue())
                .isEqualTo(checkout);
        refused(haggle.accept(other), 409, Haggle.ACCEPT, "listing_reserved");
        vetoed(haggle.open(haggle.buyer, checkout));
        ok(201, haggle.open(haggle.buyer, checkout));
    }

    @Test
    @DisplayName(
            "DEC-6, REC-4, PRX-2: the receipt of a vetoed call names a record that its parties read, of a deal that is none too")
    void vetoedReceipts(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        world.behave(haggle.offers(), 422, 0, 1);
        Answer offered = vetoed(haggle.offer(haggle.buyer, 75_000));
        String offer = haggle.offered(haggle.buyer, 75_000);
        world.behave("/offers/" + offer, 422, 0, 2);
        Answer countered = vetoed(haggle.counter(offer, 80_000));
        Answer accepted = vetoed(haggle.accept(offer));
        world.behave("/deals", 422, 0, 1);
        Answer opened = vetoed(haggle.open(haggle.buyer, haggle.accepted(haggle.buyer, offer)));
        for (Answer answer : List.of(offered, countered, accepted, opened)) {
            Receipt receipt = Receipt.parse(answer.receipt()).orElseThrow();
            String record = "/records/" + receipt.subjectType() + "/" + receipt.subjectId() + "?from=" + receipt.seq()
                    + "&limit=1";
            for (Answer read : List.of(haggle.buyer.read(record, null), haggle.seller.read(record, haggle.token()))) {
                assertThat(ok(200, read).json().at("/entries/0/kind").stringValue())
                        .isEqualTo("vetoed");
            }
            assertThat(haggle.rival.read(record, null).decision()).isEqualTo("forbid;reason=not_in_scope");
        }
    }

    @Test
    @DisplayName(
            "PRX-2: an offer still at the marketplace is nobody's to see or to answer; a 5xx is asked again with the same key")
    void askedAgain(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        world.behave(haggle.offers(), 503, 0, 2);
        String offer = haggle.offered(haggle.buyer, 75_000);
        List<JsonNode> sent = haggle.forwarded(haggle.offers());

        assertThat(sent).hasSize(3);
        assertThat(sent.stream()
                        .map(request ->
                                request.path("headers").path("idempotency-key").stringValue())
                        .distinct())
                .hasSize(1);
        assertThat(haggle.shown()).hasSize(1);
        assertThat(haggle.state(haggle.buyer, offer)).isEqualTo("open");
    }

    @Test
    @DisplayName(
            "LST-6: without approved terms an offer is the marketplace's: forwarded with RCTP-Terms: none, nothing held here")
    void ordinaryOffer(World world) throws Exception {
        ObjectNode bare = Haggle.listing(world, "EUR", Haggle.PRICE, Haggle.FLOOR);
        bare.remove("terms");
        Haggle haggle = Haggle.of(world, bare);
        Answer answer = haggle.buyer.call(
                "POST", haggle.offers(), null, Haggle.proposal(1).toString());

        assertThat(answer.status()).as("the marketplace's").isEqualTo(201);
        assertThat(answer.decision()).isEqualTo("auto");
        assertThat(answer.json().propertyNames()).containsExactly("marketplace");
        assertThat(answer.receipt()).startsWith("\"listing/" + haggle.listing + "\";seq=");
        fields(only(haggle.forwarded(haggle.offers())), "offer.create", haggle.buyer, "rctp-terms", "none");
        assertThat(haggle.shown()).isEmpty();
        refused(haggle.reprice(80_000), 403, Haggle.REPRICE, "not_in_scope");
    }

    @Test
    @DisplayName(
            "LST-6: so is one on a listing that nobody told the gateway of; the marketplace's own no reaches the agent")
    void unknownListing(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        Answer answer = haggle.buyer.call(
                "POST",
                "/listings/none-such/offers",
                null,
                Haggle.proposal(80_000).toString());

        assertThat(answer.decision()).isEqualTo("auto");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.json().propertyNames()).containsExactly("marketplace");
    }

    @Test
    @DisplayName(
            "LST-5: a price below the floor is refused, one equal to it stands; open offers keep their terms and their price")
    void reprice(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        String offer = haggle.offered(haggle.buyer, 80_000);
        refused(haggle.reprice(Haggle.FLOOR - 1), 403, Haggle.REPRICE, "below_floor");
        Answer repriced = ok(200, haggle.reprice(Haggle.FLOOR));

        assertThat(repriced.json().path("list_price").path("amount").longValue())
                .isEqualTo(Haggle.FLOOR);
        assertThat(haggle.read(haggle.buyer, offer, null).json().path("deal_terms"))
                .isEqualTo(Haggle.dealTerms(80_000));
        refused(haggle.offer(haggle.rival, Haggle.FLOOR - 1), 403, Haggle.CREATE, "below_floor");
        String checkout = haggle.accepted(haggle.buyer, offer);
        assertThat(ok(201, haggle.open(haggle.buyer, checkout)).json().path("deal_terms"))
                .isEqualTo(Haggle.dealTerms(80_000));
    }
}
