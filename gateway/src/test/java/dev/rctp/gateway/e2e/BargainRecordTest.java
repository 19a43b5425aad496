package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Haggle.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.attest.verify.RecordVerifier;
import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.registries.Registries;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Who reads what of a bargain (section 15, REC-4, REC-6). */
@ExtendWith(Sandboxed.class)
class BargainRecordTest {

    private static ObjectNode record(Agent agent, String subject, @Nullable String token) throws Exception {
        return (ObjectNode) ok(200, agent.read("/records/" + subject, token)).json();
    }

    private static boolean verifies(World world, ObjectNode record) throws Exception {
        ObjectNode bundle = record.deepCopy();
        bundle.set("keys", world.get(world.address("gateway_profile")).path("keys"));
        assertThat(Registries.load().schemas().validate("record-bundle", bundle))
                .isEmpty();
        return new RecordVerifier(Registries.load())
                .verify(bundle.toString().getBytes(StandardCharsets.UTF_8))
                .passed();
    }

    @Test
    @DisplayName("REC-6: each side's record opens its own refusals and tells nothing of the other's; both verify")
    void confided(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        Answer first = ok(201, haggle.offer(haggle.buyer, 80_117));
        haggle.offer(haggle.buyer, 51_237);
        haggle.counter(Haggle.id(first), 52_341);
        haggle.offer(haggle.buyer, Haggle.proposal(80_118).put("supersedes", "off_" + "a".repeat(26)));
        String chain = "negotiation/" + first.json().path("negotiation_id").stringValue();
        ObjectNode buyers = record(haggle.buyer, chain, null);
        ObjectNode sellers = record(haggle.seller, chain, haggle.token());

        assertThat(buyers.path("entries")).isEqualTo(sellers.path("entries"));
        assertThat(buyers.path("entries").size()).isEqualTo(5);
        assertThat(buyers.path("openings").toString())
                .contains("51237", "below_floor", "terms_invalid")
                .doesNotContain("52341", "offer.counter");
        assertThat(sellers.path("openings").toString())
                .contains("52341", "below_floor")
                .doesNotContain("51237", "80118", "offer.create");
        assertThat(buyers.path("entries").toString())
                .contains("80117")
                .doesNotContain("51237", "52341", "80118", "below_floor", "terms_invalid");
        assertThat(verifies(world, buyers)).isTrue();
        assertThat(verifies(world, sellers)).isTrue();
    }

    @Test
    @DisplayName(
            "REC-6, OFF-9: a price that a seller's agent named in vain is opened to that agent alone, in the listing's chain as in the"
                    + " negotiation's; another reason to every agent of the seller")
    void sellersAgents(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        Agent colleague = world.agent("seller-ops", 1);
        String token = haggle.granted(colleague);
        Answer first = ok(201, haggle.offer(haggle.buyer, 80_117));
        Haggle.refused(haggle.reprice(51_237), 403, Haggle.REPRICE, "below_floor");
        Haggle.refused(haggle.counter(Haggle.id(first), 52_341), 403, Haggle.COUNTER, "below_floor");
        ok(201, haggle.counter(Haggle.id(first), 85_000));
        Haggle.refused(haggle.accept(Haggle.id(first)), 409, Haggle.ACCEPT, "offer_not_open");
        String negotiation =
                "negotiation/" + first.json().path("negotiation_id").stringValue();
        String listing = "listing/" + haggle.listing;

        ObjectNode own = record(haggle.seller, listing, haggle.token());
        ObjectNode others = record(colleague, listing, token);
        assertThat(own.path("openings").toString()).contains("51237", "below_floor");
        assertThat(others.path("openings").toString()).doesNotContain("51237", "below_floor");
        assertThat(others.path("entries")).isEqualTo(own.path("entries"));
        assertThat(own.path("entries").toString()).doesNotContain("51237", "below_floor");
        ObjectNode ownTalk = record(haggle.seller, negotiation, haggle.token());
        ObjectNode othersTalk = record(colleague, negotiation, token);
        ObjectNode buyersTalk = record(haggle.buyer, negotiation, null);
        assertThat(ownTalk.path("openings").toString()).contains("52341", "below_floor", "offer_not_open");
        assertThat(othersTalk.path("openings").toString())
                .contains("offer_not_open")
                .doesNotContain("52341", "below_floor");
        assertThat(buyersTalk.path("openings")).isEmpty();
        assertThat(ownTalk.path("entries").toString()).doesNotContain("52341", "below_floor", "offer_not_open");
        for (ObjectNode record : List.of(own, others, ownTalk, othersTalk, buyersTalk)) {
            assertThat(verifies(world, record)).isTrue();
        }
    }

    @Test
    @DisplayName("REC-6: a changed opening does not verify (the control)")
    void changedOpening(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        Answer first = ok(201, haggle.offer(haggle.buyer, 80_000));
        haggle.offer(haggle.buyer, 51_237);
        String chain = "negotiation/" + first.json().path("negotiation_id").stringValue();
        ObjectNode record = record(haggle.buyer, chain, null);
        ObjectNode value = (ObjectNode) record.path("openings").get(0).path("value");
        value.put("reason", "listing_closed");

        assertThat(verifies(world, record)).isFalse();
    }

    @Test
    @DisplayName("REC-2, CHK-1: a deal's first entry names the head of its negotiation; both sides read and verify it")
    void deal(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        Answer offer = ok(201, haggle.offer(haggle.buyer, 80_000));
        String checkout = haggle.accepted(haggle.buyer, Haggle.id(offer));
        Answer deal = ok(201, haggle.open(haggle.buyer, checkout));
        String chain = "deal/" + deal.json().path("deal_id").stringValue();
        ObjectNode buyers = record(haggle.buyer, chain, null);
        ObjectNode negotiation = record(
                haggle.buyer,
                "negotiation/" + offer.json().path("negotiation_id").stringValue(),
                null);
        JsonNode head = buyers.path("entries").get(0).path("body").path("negotiation");

        assertThat(head.path("id")).isEqualTo(offer.json().path("negotiation_id"));
        assertThat(head.path("seq").longValue())
                .isEqualTo(negotiation.path("entries").size());
        assertThat(verifies(world, buyers)).isTrue();
        assertThat(record(haggle.seller, chain, haggle.token()).path("entries")).isEqualTo(buyers.path("entries"));
        assertThat(buyers.toString()).doesNotContain(checkout);
        assertThat(negotiation.toString()).doesNotContain(checkout);
    }

    @Test
    @DisplayName(
            "Section 15, REC-1: an offer, its negotiation's and its deal's record are for their parties; for others they are not there")
    void parties(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        Haggle other = Haggle.of(world);
        Answer offer = ok(201, haggle.offer(haggle.buyer, 80_000));
        String negotiation = offer.json().path("negotiation_id").stringValue();
        Answer deal = ok(201, haggle.open(haggle.buyer, haggle.accepted(haggle.buyer, Haggle.id(offer))));
        List<List<String>> pairs = List.of(
                List.of("/offers/" + Haggle.id(offer), "/offers/off_" + "a".repeat(26)),
                List.of("/records/negotiation/" + negotiation, "/records/negotiation/neg_" + "a".repeat(26)),
                List.of(
                        "/records/deal/" + deal.json().path("deal_id").stringValue(),
                        "/records/deal/dea_" + "a".repeat(26)),
                List.of("/listings/" + haggle.listing + "/offers", "/listings/none-such/offers"),
                List.of("/records/listing/" + haggle.listing, "/records/listing/none-such"));
        for (List<String> pair : pairs) {
            same(haggle.rival, null, pair);
            same(world.agent("buyer-ops-b", 1), null, pair);
            same(other.seller, other.token(), pair);
        }
    }

    /** A foreign thing and an unknown one are refused alike. */
    private static void same(Agent agent, @Nullable String token, List<String> pair) throws Exception {
        Answer foreign = agent.read(pair.getFirst(), token);
        Answer unknown = agent.read(pair.getLast(), token);
        assertThat(foreign.decision())
                .as(pair.getFirst())
                .isEqualTo(unknown.decision())
                .isIn("forbid;reason=not_in_scope", "forbid;reason=grant_invalid");
        assertThat(foreign.body()).isEqualTo(unknown.body());
        assertThat(foreign.status()).isEqualTo(unknown.status());
    }

    @Test
    @DisplayName("Section 4: a verb on a foreign offer or listing is refused as one on an unknown one is")
    void foreignVerbs(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        Haggle other = Haggle.of(world);
        String offer = haggle.offered(haggle.buyer, 80_000);
        String counter = Haggle.proposal(85_000).toString();
        String price = "{\"list_price\":{\"amount\":80000,\"currency\":\"EUR\"}}";
        List<List<String>> calls = List.of(
                List.of("/offers/" + offer + "/accept", "/offers/off_" + "a".repeat(26) + "/accept", "{}"),
                List.of("/offers/" + offer + "/counter", "/offers/off_" + "a".repeat(26) + "/counter", counter),
                List.of("/listings/" + haggle.listing + "/reprice", "/listings/none-such/reprice", price));
        for (List<String> call : calls) {
            Answer foreign = other.seller.call("POST", call.get(0), other.token(), call.get(2));
            Answer unknown = other.seller.call("POST", call.get(1), other.token(), call.get(2));
            assertThat(foreign.decision()).endsWith(";reason=not_in_scope");
            assertThat(foreign.body()).isEqualTo(unknown.body());
            assertThat(foreign.receipt()).isEmpty();
        }

        assertThat(haggle.state(haggle.buyer, offer)).isEqualTo("open");
    }

    @Test
    @DisplayName(
            "OFF-6, REC-6, section 15: a refused offer is its buyer's to read and in no list; its seller can't read or answer it")
    void refusedOffers(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        Answer first = ok(201, haggle.offer(haggle.buyer, 80_000));
        haggle.offer(haggle.buyer, 51_237);
        String chain = "negotiation/" + first.json().path("negotiation_id").stringValue();
        String refused = record(haggle.buyer, chain, null)
                .path("openings")
                .get(0)
                .path("value")
                .path("offer")
                .path("offer_id")
                .stringValue();
        Answer sellers = haggle.read(haggle.seller, refused, haggle.token());

        assertThat(haggle.state(haggle.buyer, refused)).isEqualTo("refused");
        assertThat(sellers.decision()).isEqualTo("forbid;reason=not_in_scope");
        assertThat(haggle.shown())
                .extracting(offer -> offer.path("offer_id").stringValue())
                .containsExactly(Haggle.id(first));
    }

    @Test
    @DisplayName("REC-6: a refused offer answered by the seller's agent is as good as unknown")
    void refusedOfferAnswered(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        Answer first = ok(201, haggle.offer(haggle.buyer, 80_000));
        haggle.offer(haggle.buyer, 51_237);
        String chain = "negotiation/" + first.json().path("negotiation_id").stringValue();
        String refused = record(haggle.buyer, chain, null)
                .path("openings")
                .get(0)
                .path("value")
                .path("offer")
                .path("offer_id")
                .stringValue();

        assertThat(haggle.accept(refused).body())
                .isEqualTo(haggle.accept("off_" + "a".repeat(26)).body());
        assertThat(haggle.counter(refused, 85_000).body())
                .isEqualTo(haggle.counter("off_" + "a".repeat(26), 85_000).body());
    }

    @Test
    @DisplayName(
            "Section 15: any onboarded agent reads a listing's public terms; a listing without terms has none to read")
    void terms(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        ObjectNode bare = Haggle.listing(world, "EUR", Haggle.PRICE, Haggle.FLOOR);
        bare.remove("terms");
        Haggle without = Haggle.of(world, bare);
        Answer shown = Haggle.checked("listing", haggle.rival.read("/listings/" + haggle.listing + "/terms", null));

        assertThat(shown.status()).isEqualTo(200);
        assertThat(shown.decision()).isEmpty();
        assertThat(shown.json().path("public_terms").has("floor")).isFalse();
        assertThat(haggle.rival
                        .read("/listings/" + without.listing + "/terms", null)
                        .decision())
                .isEqualTo("forbid;reason=not_in_scope");
        assertThat(world.stranger("https://stranger.example/.well-known/ucp")
                        .read("/listings/" + haggle.listing + "/terms", null)
                        .decision())
                .isEqualTo("forbid;reason=operator_unknown");
    }

    @Test
    @DisplayName(
            "CPR-1: only buyers whose company meets the requirements offer; they are judged before Deal Terms and budget")
    void requirements(World world) throws Exception {
        ObjectNode listing = Haggle.listing(world, "EUR", Haggle.PRICE, Haggle.FLOOR);
        ((ObjectNode) listing.path("terms"))
                .putObject("counterparty_requirements")
                .putArray("jurisdictions")
                .add("FR");
        Haggle haggle = Haggle.of(world, listing);

        Haggle.refused(haggle.offer(haggle.rival, 80_000), 403, Haggle.CREATE, "counterparty_not_eligible");
        for (int i = 0; i < 4; i++) {
            Haggle.refused(haggle.offer(haggle.rival, 1), 403, Haggle.CREATE, "counterparty_not_eligible");
        }
        haggle.offered(haggle.buyer, 80_000);
    }

    @Test
    @DisplayName("CPR-1: a slower incident contact, or a missing certificate, is not eligible")
    void otherRequirements(World world) throws Exception {
        ObjectNode slow = Haggle.listing(world, "EUR", Haggle.PRICE, Haggle.FLOOR);
        ((ObjectNode) slow.path("terms")).putObject("counterparty_requirements").put("max_incident_sla_hours", 23);
        ObjectNode fast = Haggle.listing(world, "EUR", Haggle.PRICE, Haggle.FLOOR);
        ((ObjectNode) fast.path("terms")).putObject("counterparty_requirements").put("max_incident_sla_hours", 24);
        ObjectNode certified = Haggle.listing(world, "EUR", Haggle.PRICE, Haggle.FLOOR);
        ((ObjectNode) certified.path("terms"))
                .putObject("counterparty_requirements")
                .putArray("certifications")
                .add("iso27001");
        String notEligible = "counterparty_not_eligible";
        Haggle one = Haggle.of(world, slow);
        Haggle two = Haggle.of(world, certified);

        Haggle.refused(one.offer(one.buyer, 80_000), 403, Haggle.CREATE, notEligible);
        Haggle.refused(two.offer(two.buyer, 80_000), 403, Haggle.CREATE, notEligible);
        Haggle control = Haggle.of(world, fast);
        control.offered(control.buyer, 80_000);
    }
}
