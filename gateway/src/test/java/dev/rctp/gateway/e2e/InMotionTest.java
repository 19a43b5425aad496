package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Haggle.ACCEPT;
import static dev.rctp.gateway.e2e.Haggle.COUNTER;
import static dev.rctp.gateway.e2e.Haggle.CREATE;
import static dev.rctp.gateway.e2e.Haggle.OPEN;
import static dev.rctp.gateway.e2e.Haggle.REPRICE;
import static dev.rctp.gateway.e2e.Haggle.id;
import static dev.rctp.gateway.e2e.Haggle.ok;
import static dev.rctp.gateway.e2e.Haggle.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What is seen, and what can be done, while a step waits for the marketplace (PRX-2). */
@ExtendWith(Sandboxed.class)
class InMotionTest {

    private static final String UNKNOWN = "off_" + "a".repeat(26);

    @ParameterizedTest
    @ValueSource(ints = {0, 409})
    @DisplayName(
            "PRX-2: an offer still at the marketplace is as good as unknown to its buyer and its seller, in reads and in answers")
    void offerWaits(int status, World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        try (Waiting offering = Waiting.at(world, haggle.offers(), status, () -> haggle.offer(haggle.buyer, 80_000))) {
            String offer = offering.field("rctp-offer");
            same(haggle.read(haggle.buyer, offer, null), haggle.read(haggle.buyer, UNKNOWN, null));
            same(
                    haggle.read(haggle.seller, offer, haggle.token()),
                    haggle.read(haggle.seller, UNKNOWN, haggle.token()));
            assertThat(haggle.shown()).isEmpty();
            same(haggle.accept(offer), haggle.accept(UNKNOWN));
            same(haggle.counter(offer, 85_000), haggle.counter(UNKNOWN, 85_000));
            same(haggle.offer(haggle.buyer, 81_000, offer), haggle.offer(haggle.buyer, 81_000, UNKNOWN));
            offering.stillWaits();

            assertThat(offering.answer().status()).isEqualTo(status == 0 ? 201 : status);
            if (status == 0) {
                assertThat(haggle.state(haggle.buyer, offer)).as("the control").isEqualTo("open");
                assertThat(haggle.shown()).hasSize(1);
                ok(200, haggle.accept(offer));
            } else {
                same(haggle.read(haggle.buyer, offer, null), haggle.read(haggle.buyer, UNKNOWN, null));
                same(haggle.accept(offer), haggle.accept(UNKNOWN));
            }
        }
    }

    private static void same(Answer one, Answer unknown) {
        assertThat(one.decision()).isEqualTo(unknown.decision()).startsWith("forbid;");
        assertThat(one.status()).isEqualTo(unknown.status());
        assertThat(one.body()).isEqualTo(unknown.body());
    }

    @Test
    @DisplayName(
            "PRX-2, OFF-8: while an accept waits the offer reads as open without a checkout, and holds its listing")
    void acceptWaits(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        String offer = haggle.offered(haggle.buyer, 80_000);
        String other = haggle.offered(haggle.rival, 81_000);
        List<JsonNode> before = haggle.shown();
        byte[] read = haggle.read(haggle.buyer, offer, null).body();
        try (Waiting accepting = Waiting.at(world, "/offers/" + offer + "/accept", 0, () -> haggle.accept(offer))) {
            assertThat(haggle.read(haggle.buyer, offer, null).body()).isEqualTo(read);
            assertThat(haggle.shown()).isEqualTo(before);
            refused(haggle.accept(offer), 409, ACCEPT, "offer_not_open");
            refused(haggle.counter(offer, 85_000), 409, COUNTER, "offer_not_open");
            refused(haggle.accept(other), 409, ACCEPT, "listing_reserved");
            refused(haggle.offer(haggle.rival, 85_000), 409, CREATE, "listing_reserved");
            accepting.stillWaits();

            ok(200, accepting.answer());
            assertThat(haggle.state(haggle.buyer, offer)).isEqualTo("accepted");
        }
    }

    @Test
    @DisplayName(
            "PRX-2, OFF-7: while a counter waits the offer reads as open, and the counter is nobody's to see or replace")
    void counterWaits(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        String offer = haggle.offered(haggle.buyer, 80_000);
        List<JsonNode> before = haggle.shown();
        try (Waiting countering =
                Waiting.at(world, "/offers/" + offer + "/counter", 0, () -> haggle.counter(offer, 85_000))) {
            String counter = countering.field("rctp-offer");
            assertThat(haggle.state(haggle.buyer, offer)).isEqualTo("open");
            assertThat(haggle.shown()).isEqualTo(before);
            same(haggle.read(haggle.buyer, counter, null), haggle.read(haggle.buyer, UNKNOWN, null));
            same(
                    haggle.read(haggle.seller, counter, haggle.token()),
                    haggle.read(haggle.seller, UNKNOWN, haggle.token()));
            refused(haggle.offer(haggle.buyer, 82_000, offer), 422, CREATE, "terms_invalid");
            refused(haggle.accept(offer), 409, ACCEPT, "offer_not_open");
            countering.stillWaits();

            assertThat(id(ok(201, countering.answer()))).isEqualTo(counter);
            assertThat(haggle.state(haggle.buyer, offer)).isEqualTo("countered");
        }
    }

    @Test
    @DisplayName(
            "PRX-2, OFF-3: while a replacement waits the countered offer reads as countered and its counter as open")
    void replacementWaits(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        String offer = haggle.offered(haggle.buyer, 80_000);
        String counter = id(ok(201, haggle.counter(offer, 85_000)));
        List<JsonNode> before = haggle.shown();
        try (Waiting replacing =
                Waiting.at(world, haggle.offers(), 0, () -> haggle.offer(haggle.buyer, 82_000, offer))) {
            assertThat(haggle.state(haggle.buyer, offer)).isEqualTo("countered");
            assertThat(haggle.state(haggle.buyer, counter)).isEqualTo("open");
            assertThat(haggle.shown()).isEqualTo(before);
            refused(haggle.offer(haggle.buyer, 83_000, offer), 422, CREATE, "terms_invalid");
            replacing.stillWaits();

            ok(201, replacing.answer());
            assertThat(haggle.state(haggle.buyer, offer)).isEqualTo("superseded");
        }
    }

    @Test
    @DisplayName(
            "PRX-2, LST-5: while a price waits the listing has the old one; another price is 503 in_progress, is not kept,"
                    + " and passes when the first has")
    void repriceWaits(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        String key = Agent.newKey();
        try (Waiting repricing = Waiting.at(world, repricePath(haggle), 0, () -> haggle.reprice(85_000))) {
            assertThat(price(haggle)).isEqualTo(Haggle.PRICE);
            Answer second = haggle.reprice(86_000, key);
            refused(second, 503, REPRICE, "enforcement_unavailable");
            assertThat(second.json().at("/detail/cause").stringValue()).isEqualTo("in_progress");
            assertThat(second.fields().combined("retry-after")).contains("1");
            repricing.stillWaits();

            ok(200, repricing.answer());
            assertThat(price(haggle)).isEqualTo(85_000);
        }
        Answer again = ok(200, haggle.reprice(86_000, key));
        assertThat(again.replayed()).isFalse();
        assertThat(price(haggle)).isEqualTo(86_000);
        assertThat(haggle.forwarded(repricePath(haggle))).hasSize(2);
    }

    @Test
    @DisplayName(
            "PRX-2, OFF-9: a price below the floor is not judged while another waits: it tells nothing and counts nothing")
    void belowWhileWaiting(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        try (Waiting repricing = Waiting.at(world, repricePath(haggle), 409, () -> haggle.reprice(85_000))) {
            for (int i = 0; i < 4; i++) {
                refused(haggle.reprice(1), 503, REPRICE, "enforcement_unavailable");
            }
            repricing.stillWaits();
            assertThat(repricing.answer().status()).isEqualTo(409);
        }
        refused(haggle.reprice(1), 403, REPRICE, "below_floor");
        ok(200, haggle.reprice(86_000));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 409})
    @DisplayName("LST-9, PRX-2: what the marketplace tells of the price meanwhile wins over the price on its way")
    void toldWhileWaiting(int status, World world, Path state) throws Exception {
        Haggle haggle = Haggle.of(world);
        Telling telling = Telling.of(world, state);
        try (Waiting repricing = Waiting.at(world, repricePath(haggle), status, () -> haggle.reprice(85_000))) {
            assertThat(telling.put(haggle.listing, haggle.sub, 88_000, "EUR").statusCode())
                    .isEqualTo(200);
            repricing.stillWaits();
            assertThat(repricing.answer().status()).isEqualTo(status == 0 ? 200 : status);
        }

        assertThat(price(haggle)).isEqualTo(88_000);
        ok(200, haggle.reprice(87_000));
        assertThat(price(haggle)).isEqualTo(87_000);
    }

    private static String repricePath(Haggle haggle) {
        return "/listings/" + haggle.listing + "/reprice";
    }

    private static long price(Haggle haggle) throws Exception {
        return ok(200, haggle.rival.read("/listings/" + haggle.listing + "/terms", null))
                .json()
                .at("/list_price/amount")
                .longValue();
    }

    @Test
    @DisplayName(
            "LST-9, CHK-1: withdrawn while its accept waits, a listing is held by nobody: the checkout is listing_closed")
    void withdrawnWhileAcceptWaits(World world, Path state) throws Exception {
        Haggle haggle = Haggle.of(world);
        String offer = haggle.offered(haggle.buyer, 80_000);
        try (Waiting accepting = Waiting.at(world, "/offers/" + offer + "/accept", 0, () -> haggle.accept(offer))) {
            assertThat(Telling.of(world, state).delete(haggle.listing).statusCode())
                    .isEqualTo(204);
            accepting.stillWaits();
            ok(200, accepting.answer());
        }
        String checkout =
                haggle.read(haggle.buyer, offer, null).json().path("checkout").stringValue();
        refused(haggle.open(haggle.buyer, checkout), 409, OPEN, "listing_closed");
        assertThat(haggle.forwarded("/deals"))
                .noneMatch(deal ->
                        offer.equals(deal.path("headers").path("rctp-offer").stringValue("")));
    }

    @Test
    @DisplayName("LST-9, PRX-2: withdrawn while its accept waits to be vetoed, a listing's offer ends declined")
    void withdrawnWhileVetoWaits(World world, Path state) throws Exception {
        Haggle haggle = Haggle.of(world);
        String offer = haggle.offered(haggle.buyer, 80_000);
        try (Waiting accepting = Waiting.at(world, "/offers/" + offer + "/accept", 409, () -> haggle.accept(offer))) {
            assertThat(Telling.of(world, state).delete(haggle.listing).statusCode())
                    .isEqualTo(204);
            accepting.stillWaits();
            assertThat(accepting.answer().status()).isEqualTo(409);
        }

        assertThat(haggle.state(haggle.buyer, offer)).isEqualTo("declined");
    }

    @Test
    @DisplayName("LST-9, PRX-2: while a redemption waits the listing is not told of anew; it is as sold")
    void toldWhileRedemptionWaits(World world, Path state) throws Exception {
        Haggle haggle = Haggle.of(world);
        Telling telling = Telling.of(world, state);
        String checkout = haggle.accepted(haggle.buyer, haggle.offered(haggle.buyer, 80_000));
        try (Waiting opening = Waiting.at(world, "/deals", 0, () -> haggle.open(haggle.buyer, checkout))) {
            assertThat(telling.put(haggle.listing, haggle.sub + "-next", Haggle.PRICE, "EUR")
                            .statusCode())
                    .isEqualTo(409);
            opening.stillWaits();
            ok(201, opening.answer());
        }
    }
}
