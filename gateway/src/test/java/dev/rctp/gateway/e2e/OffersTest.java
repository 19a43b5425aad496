package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Haggle.ACCEPT;
import static dev.rctp.gateway.e2e.Haggle.COUNTER;
import static dev.rctp.gateway.e2e.Haggle.CREATE;
import static dev.rctp.gateway.e2e.Haggle.id;
import static dev.rctp.gateway.e2e.Haggle.ok;
import static dev.rctp.gateway.e2e.Haggle.proposal;
import static dev.rctp.gateway.e2e.Haggle.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Section 6 from outside: what agents get for their offers, and what becomes of these. */
@ExtendWith(Sandboxed.class)
class OffersTest {

    @Test
    @DisplayName("OFF-1, PRX-3: an offer within the public terms is answered with itself and what the marketplace said")
    void offer(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        Answer answer = ok(201, haggle.offer(haggle.buyer, 80_000));
        JsonNode offer = answer.json();

        assertThat(answer.decision()).isEqualTo("auto");
        assertThat(offer.path("by").stringValue()).isEqualTo("buyer");
        assertThat(offer.path("state").stringValue()).isEqualTo("open");
        assertThat(offer.path("deal_terms")).isEqualTo(Haggle.dealTerms(80_000));
        assertThat(offer.path("offer_id").stringValue()).matches("off_[a-z2-7]{26}");
        assertThat(offer.path("negotiation_id").stringValue()).matches("neg_[a-z2-7]{26}");
        assertThat(offer.path("marketplace").isObject()).isTrue();
        assertThat(answer.receipt())
                .startsWith("\"negotiation/" + offer.path("negotiation_id").stringValue() + "\";seq=2;hash=:");
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "fulfillment, courier, fulfillment",
        "payment, bank_transfer, payment",
        "currency, CHF, price",
        "expires_at, 2020-01-01T00:00:00Z, expires_at"
    })
    @DisplayName(
            "OFF-1, OFF-4, B98: what is not within the public terms is terms_invalid and names the member at fault")
    void outsideTerms(String member, String value, String at, World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        ObjectNode body = proposal(80_000);
        ObjectNode terms = (ObjectNode) body.path("deal_terms");
        switch (member) {
            case "currency" -> ((ObjectNode) terms.path("price")).put("currency", value);
            case "expires_at" -> body.put("expires_at", value);
            default -> ((ObjectNode) terms.path(member)).put("option", value);
        }
        Answer made = haggle.offer(haggle.buyer, body);
        refused(made, 422, CREATE, "terms_invalid");
        assertThat(made.json().path("detail").has(at)).isTrue();

        String offer = haggle.offered(haggle.buyer, 80_000);
        refused(haggle.counter(offer, body), 422, COUNTER, "terms_invalid");
    }

    @Test
    @DisplayName("LST-6, LST-8: a seller's agent hears that its own listing lacks terms; of another's it hears nothing")
    void withoutTerms(World world) throws Exception {
        ObjectNode listing = Haggle.listing(world, "EUR", Haggle.PRICE, Haggle.FLOOR);
        listing.remove("terms");
        Haggle termless = Haggle.of(world, listing);
        Haggle another = Haggle.of(world);

        Answer own = termless.reprice(80_000);
        refused(own, 403, Haggle.REPRICE, "not_in_scope");
        assertThat(own.json().path("content").asString())
                .isEqualTo("The listing has no terms that its seller has approved.");
        Answer others = another.seller.call(
                "POST", "/listings/" + termless.listing + "/answers", another.token(), "{\"text\":\"Yes.\"}");
        refused(others, 403, "listing.answer_buyer", "not_in_scope");
        assertThat(others.json().path("content").asString()).isEqualTo("What the call names is not yours to act on.");
    }

    @ParameterizedTest
    @CsvSource({
        "deal_terms, /deal_terms, is required",
        "expires_at, /expires_at, 'must be a time in UTC, such as 2026-12-31T18:00:00Z'",
        "currency, /deal_terms/price/currency, 'must be an ISO 4217 code, such as EUR'",
        "supersedes, /supersedes, must be an offer's id",
        "colour, /colour, is not a known member"
    })
    @DisplayName("DEC-3: a body that doesn't fit is told in a sentence, and where in detail")
    void unfit(String member, String at, String fault, World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        ObjectNode body = proposal(80_000);
        switch (member) {
            case "deal_terms" -> body.remove(member);
            case "currency" -> ((ObjectNode) body.at("/deal_terms/price")).put(member, "euro");
            default -> body.put(member, "2026-12-31 18:00");
        }

        Answer made = haggle.offer(haggle.buyer, body);
        refused(made, 400, CREATE, "request_invalid");
        assertThat(made.json().path("content").asString())
                .isEqualTo("The body does not fit its schema: " + at + " " + fault + ".");
        assertThat(made.json().path("detail").path(at).asString()).isEqualTo(fault);
    }

    @ParameterizedTest
    @CsvSource({"-1", "1.5", "9007199254740992", "1e400", "\"800\"", "null"})
    @DisplayName("OFF-1, B101, B102: an amount that is no amount of minor units is request_invalid")
    void noAmount(String amount, World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        String body = proposal(80_000).toString().replace("80000", amount);

        refused(haggle.buyer.call("POST", haggle.offers(), null, body), 400, CREATE, "request_invalid");
    }

    @Test
    @DisplayName(
            "OFF-2: one agent's offers on a listing are one negotiation; another agent's and another listing's are others")
    void negotiations(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        Haggle other = Haggle.of(world);
        String first = negotiation(haggle.offer(haggle.buyer, 80_000));

        assertThat(negotiation(haggle.offer(haggle.buyer, 81_000))).isEqualTo(first);
        assertThat(negotiation(haggle.offer(world.agent("buyer-ops-b", 1), 80_000)))
                .isNotEqualTo(first);
        assertThat(negotiation(other.offer(haggle.buyer, 80_000))).isNotEqualTo(first);
    }

    private static String negotiation(Answer offer) {
        return ok(201, offer).json().path("negotiation_id").stringValue();
    }

    @Test
    @DisplayName("OFF-3, OFF-7: an offer replaces an open one, or a countered one and its counter")
    void supersedes(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        String first = haggle.offered(haggle.buyer, 75_000);
        Answer second = ok(201, haggle.offer(haggle.buyer, 76_000, first));
        String counter = id(ok(201, haggle.counter(id(second), 85_000)));
        String third = id(ok(201, haggle.offer(haggle.buyer, 80_000, id(second))));

        assertThat(second.json().path("supersedes").stringValue()).isEqualTo(first);
        assertThat(haggle.state(haggle.buyer, first)).isEqualTo("superseded");
        assertThat(haggle.state(haggle.buyer, id(second))).isEqualTo("superseded");
        assertThat(haggle.state(haggle.buyer, counter)).isEqualTo("superseded");
        assertThat(haggle.state(haggle.buyer, third)).isEqualTo("open");
        refused(haggle.offer(haggle.buyer, 81_000, first), 422, CREATE, "terms_invalid");
    }

    @Test
    @DisplayName(
            "OFF-3: what is no open or countered offer of the same negotiation can't be replaced, and stays as it is")
    void supersedesOthers(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        String foreign = haggle.offered(haggle.rival, 80_000);
        haggle.offered(haggle.buyer, 75_000);
        Answer low = haggle.offer(haggle.buyer, 50_000);
        refused(low, 403, CREATE, "below_floor");

        Answer replaced = haggle.offer(haggle.buyer, 81_000, foreign);
        Answer unknown = haggle.offer(haggle.buyer, 81_000, "off_" + "a".repeat(26));
        refused(replaced, 422, CREATE, "terms_invalid");
        assertThat(replaced.body()).as("the same for an unknown one").isEqualTo(unknown.body());
        assertThat(haggle.state(haggle.rival, foreign)).isEqualTo("open");
    }

    @Test
    @DisplayName(
            "OFF-4: offers stand 48 h, 7 days at most, never longer than the listing; at exactly their end they are expired")
    void expiry(World world) throws Exception {
        ObjectNode listing = Haggle.listing(world, "EUR", Haggle.PRICE, Haggle.FLOOR);
        Instant until = world.clock().instant().plus(Duration.ofDays(8)).truncatedTo(ChronoUnit.SECONDS);
        ((ObjectNode) listing.path("terms")).put("available_until", until.toString());
        Haggle haggle = Haggle.of(world, listing);
        Instant before = haggle.now();
        Instant usual = expiresAt(haggle.offer(haggle.buyer, 75_000));
        Instant longest = expiresAt(haggle.offer(haggle.buyer, wish(76_000, before.plus(Duration.ofDays(60)))));
        Instant own = before.plus(Duration.ofHours(1)).truncatedTo(ChronoUnit.MILLIS);

        assertThat(usual)
                .isBetween(
                        before.plus(Duration.ofDays(2)).minusMillis(1),
                        haggle.now().plus(Duration.ofDays(2)));
        assertThat(longest)
                .isBetween(
                        before.plus(Duration.ofDays(7)).minusMillis(1),
                        haggle.now().plus(Duration.ofDays(7)));
        assertThat(expiresAt(haggle.offer(haggle.buyer, wish(77_000, own)))).isEqualTo(own);
        haggle.pass(Duration.ofDays(6));
        assertThat(expiresAt(
                        haggle.offer(haggle.buyer, wish(78_000, haggle.now().plus(Duration.ofDays(5))))))
                .as("capped at available_until")
                .isEqualTo(until);
    }

    private static ObjectNode wish(long amount, Instant expiresAt) {
        return proposal(amount).put("expires_at", expiresAt.toString());
    }

    private static Instant expiresAt(Answer offer) {
        return Instant.parse(ok(201, offer).json().path("expires_at").stringValue());
    }

    @Test
    @DisplayName("OFF-4: after its end an offer is expired and can't be accepted, countered or replaced")
    void expired(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        String offer = haggle.offered(haggle.buyer, 80_000);
        haggle.pass(Duration.ofDays(2));

        assertThat(haggle.state(haggle.buyer, offer)).isEqualTo("expired");
        refused(haggle.accept(offer), 409, ACCEPT, "offer_expired");
        refused(haggle.counter(offer, 85_000), 409, COUNTER, "offer_expired");
        refused(haggle.offer(haggle.buyer, 85_000, offer), 422, CREATE, "terms_invalid");
    }

    @Test
    @DisplayName(
            "OFF-5: a counter makes the buyer's offer countered; neither it nor what it answered can then be accepted or countered")
    void counter(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        String offer = haggle.offered(haggle.buyer, 75_000);
        Answer made = ok(201, haggle.counter(offer, 85_000));

        assertThat(made.json().path("by").stringValue()).isEqualTo("seller");
        assertThat(haggle.state(haggle.buyer, offer)).isEqualTo("countered");
        for (String one : List.of(offer, id(made))) {
            refused(haggle.accept(one), 409, ACCEPT, "offer_not_open");
            refused(haggle.counter(one, 86_000), 409, COUNTER, "offer_not_open");
        }
    }

    @Test
    @DisplayName("OFF-5: a buyer's agent can neither accept nor counter, its own offer or the seller's")
    void buyersDont(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        String offer = haggle.offered(haggle.buyer, 75_000);
        String body = proposal(80_000).toString();

        refused(haggle.buyer.call("POST", "/offers/" + offer + "/accept", null, "{}"), 401, ACCEPT, "grant_invalid");
        refused(haggle.buyer.call("POST", "/offers/" + offer + "/counter", null, body), 401, COUNTER, "grant_invalid");
        assertThat(haggle.state(haggle.buyer, offer)).isEqualTo("open");
    }

    @Test
    @DisplayName(
            "OFF-5, OFF-6, DEC-3: below the floor an offer is refused and a counter too, the same at any distance; equal to it is taken")
    void floor(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        String offer = haggle.offered(haggle.buyer, Haggle.FLOOR);
        Answer near = haggle.offer(haggle.rival, Haggle.FLOOR - 1);
        Answer far = haggle.offer(haggle.rival, 0);
        Answer counter = haggle.counter(offer, Haggle.FLOOR - 1);

        refused(near, 403, CREATE, "below_floor");
        assertThat(far.body()).isEqualTo(near.body());
        refused(counter, 403, COUNTER, "below_floor");
        assertThat(haggle.counter(offer, 1).body()).isEqualTo(counter.body());
        assertThat(haggle.state(haggle.buyer, offer)).isEqualTo("open");
        ok(201, haggle.counter(offer, Haggle.FLOOR));
        assertThat(haggle.forwarded(haggle.listing)).as("at the marketplace").hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"JPY, 9007199254740991, 9007199254740991", "BHD, 1, 1", "KWD, 2, 0", "JPY, 1000, 999"})
    @DisplayName("OFF-1, OFF-6, B99, B101, B102: amounts of any currency are compared in minor units, to the largest")
    void currencies(String currency, long price, long floor, World world) throws Exception {
        Haggle haggle = Haggle.of(world, Haggle.listing(world, currency, price, floor));
        ObjectNode equal = proposal(floor);
        ((ObjectNode) equal.path("deal_terms").path("price")).put("currency", currency);
        if (floor > 0) {
            ObjectNode below = proposal(floor - 1);
            ((ObjectNode) below.path("deal_terms").path("price")).put("currency", currency);
            refused(haggle.offer(haggle.buyer, below), 403, CREATE, "below_floor");
        }

        Answer offer = ok(201, haggle.offer(haggle.buyer, equal));
        assertThat(offer.json().path("deal_terms").path("price").path("amount").longValue())
                .isEqualTo(floor);
    }

    @Test
    @DisplayName("OFF-7: several open offers of one negotiation stand side by side; a sale declines all the others")
    void sale(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        String one = haggle.offered(haggle.buyer, 75_000);
        String two = haggle.offered(haggle.buyer, 76_000);
        String rivals = haggle.offered(haggle.rival, 77_000);
        String counter = id(ok(201, haggle.counter(rivals, 85_000)));
        assertThat(haggle.state(haggle.buyer, one)).isEqualTo("open");
        ok(201, haggle.open(haggle.buyer, haggle.accepted(haggle.buyer, two)));

        assertThat(haggle.state(haggle.buyer, two)).isEqualTo("accepted");
        assertThat(haggle.state(haggle.buyer, one)).isEqualTo("declined");
        assertThat(haggle.state(haggle.rival, rivals)).isEqualTo("declined");
        assertThat(haggle.state(haggle.rival, counter)).isEqualTo("declined");
        assertThat(haggle.shown())
                .noneMatch(offer -> offer.path("state").stringValue().equals("open"));
        refused(haggle.offer(haggle.rival, 90_000), 409, CREATE, "listing_closed");
        refused(haggle.accept(one), 409, ACCEPT, "listing_closed");
    }

    @Test
    @DisplayName("OFF-8: an accepted offer holds the listing for every other, and its Deal Terms are fixed")
    void reserved(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        String one = haggle.offered(haggle.buyer, 75_000);
        String other = haggle.offered(haggle.rival, 80_000);
        Answer accepted = ok(200, haggle.accept(one));

        assertThat(accepted.json().path("state").stringValue()).isEqualTo("accepted");
        refused(haggle.accept(other), 409, ACCEPT, "listing_reserved");
        refused(haggle.counter(other, 85_000), 409, COUNTER, "listing_reserved");
        refused(haggle.offer(haggle.rival, 90_000), 409, CREATE, "listing_reserved");
        refused(haggle.offer(haggle.buyer, 90_000, one), 409, CREATE, "listing_reserved");
        refused(haggle.accept(one), 409, ACCEPT, "offer_not_open");
        refused(haggle.counter(one, 85_000), 409, COUNTER, "offer_not_open");
        ok(200, haggle.reprice(85_000));
        assertThat(haggle.read(haggle.buyer, one, null).json().path("deal_terms"))
                .isEqualTo(Haggle.dealTerms(75_000));
        assertThat(haggle.state(haggle.rival, other)).isEqualTo("open");
    }

    @Test
    @DisplayName(
            "OFF-8: of thirty accepts at once, of six offers, one wins, and no other fails otherwise than it should")
    void manyAccepts(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        List<String> offers = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            offers.add(haggle.offered(i % 2 == 0 ? haggle.buyer : haggle.rival, 80_000 + i));
        }
        List<Answer> answers = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Answer>> running = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                String offer = offers.get(i % 6);
                running.add(threads.submit(() -> haggle.accept(offer)));
            }
            for (Future<Answer> one : running) {
                answers.add(one.get());
            }
        }

        assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
        assertThat(answers)
                .filteredOn(answer -> answer.status() != 200)
                .allMatch(answer -> answer.decision().endsWith("reason=listing_reserved")
                        || answer.decision().endsWith("reason=offer_not_open"));
        assertThat(haggle.shown())
                .filteredOn(offer -> offer.path("state").stringValue().equals("accepted"))
                .hasSize(1);
    }

    @Test
    @DisplayName(
            "OFF-7, OFF-8, CHK-1: a lapsed checkout makes its offer expired and gives the listing back at that moment")
    void lapse(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        String one = haggle.offered(haggle.buyer, 75_000);
        String other = haggle.offered(haggle.rival, 80_000);
        String checkout = haggle.accepted(haggle.buyer, one);
        haggle.pass(Duration.ofMinutes(29));
        refused(haggle.accept(other), 409, ACCEPT, "listing_reserved");
        haggle.pass(Duration.ofMinutes(1));

        assertThat(haggle.state(haggle.buyer, one)).isEqualTo("expired");
        assertThat(haggle.read(haggle.buyer, one, null).json().has("checkout")).isFalse();
        refused(haggle.open(haggle.buyer, checkout), 422, Haggle.OPEN, "checkout_invalid");
        refused(haggle.accept(one), 409, ACCEPT, "offer_expired");
        ok(200, haggle.accept(other));
    }

    @Test
    @DisplayName(
            "OFF-6, OFF-10: who lets a checkout lapse offers no more on that listing for a day; after two nobody of its operator")
    void lapsedBudget(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        Agent colleague = world.agent("buyer-ops-b", 1);
        haggle.accepted(haggle.buyer, haggle.offered(haggle.buyer, 75_000));
        haggle.pass(Duration.ofMinutes(30));

        refused(haggle.offer(haggle.buyer, 90_000), 429, CREATE, "offer_budget_exceeded");
        haggle.accepted(colleague, haggle.offered(colleague, 75_000));
        haggle.pass(Duration.ofMinutes(30));
        refused(haggle.offer(colleague, 90_000), 429, CREATE, "offer_budget_exceeded");
        haggle.offered(haggle.rival, 75_000);
        haggle.pass(Duration.ofHours(23));
        refused(haggle.offer(haggle.buyer, 90_000), 429, CREATE, "offer_budget_exceeded");
        haggle.pass(Duration.ofHours(1));
        haggle.offered(haggle.buyer, 90_000);
    }
}
