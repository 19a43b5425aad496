package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Dealing.invalid;
import static dev.rctp.gateway.e2e.Dealing.refused;
import static dev.rctp.gateway.e2e.Dealing.unmet;
import static dev.rctp.gateway.e2e.Haggle.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.attest.deal.Agreement;
import dev.rctp.attest.verify.RecordVerifier;
import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.registries.Registries;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Events over HTTP: what is recorded, by whom, and what is answered (EVT-1 to EVT-3, EVT-5). */
@ExtendWith(Sandboxed.class)
class DealEventsTest {

    @Test
    @DisplayName(
            "EVT-4, REC-2: what a deal's money hangs on is the same in its row, by which the gateway rules, and in its first entry")
    void oneAgreement(World world, Path state) throws Exception {
        Dealing dealing = Dealing.of(world, "inspection_elapsed");
        Agreement agreement = Agreement.of(
                        dealing.record(dealing.buyer, null).path("entries").path(0),
                        Registries.load().releaseConditions())
                .orElseThrow();
        assertThat(Tables.of(state)
                        .text(
                                "SELECT concat_ws(' ', d.release_condition, d.deliver_within_days,"
                                        + " (extract(epoch FROM d.lapses_at) * 1000)::bigint, o.amount, o.currency, n.operator, n.buyer)"
                                        + " FROM deal d JOIN offer o USING (offer_id) JOIN negotiation n ON n.negotiation_id = d.negotiation_id"
                                        + " WHERE d.deal_id = ?",
                                dealing.id))
                .isEqualTo(String.join(
                        " ",
                        agreement.release().id(),
                        "" + agreement.deliverWithinDays(),
                        "" + agreement.lapsesAt().toEpochMilli(),
                        "" + agreement.price().amount(),
                        agreement.price().currency(),
                        agreement.buyer().profile(),
                        agreement.buyer().jkt()));
    }

    @Test
    @DisplayName("EVT-1: a deal's events are read in parts as a record is, by the numbers of its entries")
    void parts(World world) throws Exception {
        Dealing dealing = Dealing.of(world);
        Dealing.refused(dealing.report("released"), 409, "release_condition_unmet"); // an entry that is no event
        dealing.with("funds_held", "shipped", "example.note", "delivered", "accepted");
        List<JsonNode> whole = dealing.reported(dealing.buyer, null);
        assertThat(whole).hasSize(5);
        for (int limit : List.of(1, 2, 5, 1000)) {
            List<JsonNode> read = new ArrayList<>();
            long from = 1;
            for (List<JsonNode> part = part(dealing, from, limit); !part.isEmpty(); part = part(dealing, from, limit)) {
                assertThat(part).hasSizeLessThanOrEqualTo(limit);
                read.addAll(part);
                from = read.getLast().path("seq").longValue() + 1;
            }
            assertThat(read).isEqualTo(whole);
        }
        for (String wrong :
                List.of("from=0", "limit=0", "limit=1001", "from=1&from=2", "from=a", "page=2", "from=1&")) {
            Answer answer = dealing.buyer.read(dealing.events() + "?" + wrong, null);
            assertThat(answer.status()).as(wrong).isEqualTo(400);
            assertThat(answer.decision()).isEqualTo("forbid;reason=request_invalid");
        }
        assertThat(dealing.haggle.rival.read(dealing.events() + "?from=1", null).status())
                .isEqualTo(403);
    }

    private static List<JsonNode> part(Dealing dealing, long from, int limit) throws Exception {
        Answer answer = Haggle.checked(
                "deal-event-list", dealing.buyer.read(dealing.events() + "?from=" + from + "&limit=" + limit, null));
        return ok(200, answer).json().path("events").valueStream().toList();
    }

    @Test
    @DisplayName(
            "EVT-1, EVT-2, REC-2: a deal goes from funds held to released; each 201 is the entry that the record holds, and the record proves it all")
    void released(World world) throws Exception {
        Dealing dealing = Dealing.of(world);
        Answer held = ok(201, dealing.report("funds_held"));
        dealing.with("shipped", "delivered", "accepted", "released", "returned_to_sender");
        JsonNode record = dealing.record(dealing.buyer, null);

        assertThat(held.decision()).isEqualTo("auto");
        assertThat(held.json().path("kind").stringValue()).isEqualTo("event");
        assertThat(held.json().path("body").path("role").stringValue()).isEqualTo("holder");
        assertThat(held.receipt())
                .startsWith("\"deal/" + dealing.id + "\";seq=" + held.json().path("seq") + ";hash=:");
        assertThat(record.path("entries").valueStream()).contains(held.json());
        assertThat(dealing.reported(dealing.carrier, null).getFirst()).isEqualTo(held.json());
        assertThat(dealing.types())
                .containsExactly("funds_held", "shipped", "delivered", "accepted", "released", "returned_to_sender");
        assertThat(dealing.state()).isEqualTo("released");
        assertThat(verified(world, record)).isTrue();
    }

    @Test
    @DisplayName("EVT-2, EVT-4: a deal ends in a refund once the item is back")
    void refunded(World world) throws Exception {
        Dealing dealing = Dealing.of(world).with("funds_held", "delivered", "rejected not_as_described");
        assertThat(dealing.deal().at("/next/refund/0").stringValue()).isEqualTo("return");
        refused(dealing.report("released"), 409, "release_condition_unmet");
        dealing.with("return", "refund");

        assertThat(dealing.state()).isEqualTo("refunded");
        assertThat(verified(world, dealing.record(dealing.holder, null))).isTrue();
    }

    static boolean verified(World world, JsonNode record) throws Exception {
        ObjectNode bundle = (ObjectNode) record;
        bundle.set("keys", world.get(world.address("gateway_profile")).path("keys"));
        return new RecordVerifier(Registries.load())
                .verify(bundle.toString().getBytes(StandardCharsets.UTF_8))
                .passed();
    }

    @Test
    @DisplayName("EVT-4: too early is 409 with all that is missing; GET /deals tells the same before it is tried")
    void tooEarly(World world) throws Exception {
        Dealing dealing = Dealing.of(world);
        JsonNode next = dealing.deal().path("next");
        Answer early = dealing.report("released");
        refused(early, 409, "release_condition_unmet");

        assertThat(unmet(early)).containsExactly("funds_held", "accepted");
        assertThat(next.path("release").valueStream().map(JsonNode::stringValue))
                .isEqualTo(unmet(early));
        assertThat(dealing.types()).isEmpty();
        assertThat(dealing.state()).isEqualTo("open");
    }

    @Test
    @DisplayName(
            "EVT-3: the carrier at first hand or the marketplace by relay; who writes a type that isn't theirs is 403, a stranger too")
    void writers(World world) throws Exception {
        Dealing dealing = Dealing.of(world).with("funds_held");
        ok(201, dealing.report(dealing.marketplace, "shipped"));
        ok(201, dealing.report(dealing.carrier, "delivered"));
        ObjectNode relayedByCarrier =
                dealing.claims(dealing.marketplace, "return").put("iss", dealing.carrier.profile());

        ObjectNode firstHandByMarketplace =
                dealing.claims(dealing.carrier, "return").put("iss", dealing.marketplace.profile());

        String fulfillment = "a carrier with relation first_hand, or the marketplace with relation relayed.";
        notYours(dealing.report(dealing.carrier, relayedByCarrier), fulfillment);
        notYours(dealing.report(dealing.marketplace, firstHandByMarketplace), fulfillment);
        notYours(dealing.report(dealing.buyer, "refund"), "by the holder of funds.");
        notYours(dealing.report(dealing.holder, "accepted"), "by the buyer's agent that opened the deal.");
        refused(dealing.report(dealing.haggle.rival, "accepted"), 403, "not_in_scope");
        refused(dealing.report(dealing.haggle.seller, "accepted"), 403, "not_in_scope");
        refused(dealing.report(world.agent("buyer-ops-b", 1), "accepted"), 403, "not_in_scope");
        Answer unknown =
                dealing.buyer.call("POST", "/deals/dea_" + "a".repeat(26) + "/events", null, "{\"event\":\"a.b.c\"}");
        refused(unknown, 403, "not_in_scope");
        Answer stranger = dealing.report(dealing.haggle.rival, "accepted");
        assertThat(stranger.body()).isEqualTo(unknown.body());
        assertThat(stranger.fields().contains("rctp-record")).isFalse();
        assertThat(stranger.json().path("content").stringValue())
                .isEqualTo("What the call names is not yours to act on.");
    }

    /** EVT-3: a party to the deal is told whose such an event is. */
    private static void notYours(Answer answer, String whose) {
        refused(answer, 403, "not_in_scope");
        assertThat(answer.json().path("content").stringValue())
                .startsWith("Events of this type are reported by ")
                .endsWith(whose);
    }

    @Test
    @DisplayName(
            "EVT-2, EVT-3: any party writes information, the seller's agent by its grant; a grant of another seller makes nobody a party")
    void information(World world) throws Exception {
        Dealing dealing = Dealing.of(world);
        ObjectNode note = dealing.claims(dealing.haggle.seller, "example.shop.packed");
        note.putObject("data").put("parcels", 2);
        refused(dealing.report(dealing.haggle.seller, note), 403, "not_in_scope");
        Answer told = ok(201, dealing.report(dealing.haggle.seller, note, dealing.haggle.token()));
        assertThat(told.json().path("body").path("role").stringValue()).isEqualTo("seller");
        ObjectNode other = dealing.claims(dealing.haggle.seller, "example.shop.packed");
        String another = dealing.haggle.granted("seller-" + UUID.randomUUID(), dealing.haggle.seller, "auto");
        refused(dealing.report(dealing.haggle.seller, other, another), 403, "not_in_scope");
        ok(201, dealing.report(dealing.buyer, "example.buyer.note"));
        ok(201, dealing.report(dealing.holder, "example.escrow.note"));
        ok(201, dealing.report(dealing.carrier, "example.carrier.in_transit"));
        ok(201, dealing.report(dealing.marketplace, "example.market.note"));

        assertThat(dealing.state()).isEqualTo("open");
        assertThat(dealing.reported(dealing.haggle.seller, dealing.haggle.token()))
                .hasSize(5);
        assertThat(verified(world, dealing.record(dealing.buyer, null))).isTrue();
    }

    @Test
    @DisplayName("EVT-1: what must fit must fit: iss, deal_id, kid, typ, amount, times, unknown claims")
    void claims(World world) throws Exception {
        Dealing dealing = Dealing.of(world);
        Agent holder = dealing.holder;
        invalid(dealing.report(holder, right(dealing).put("iss", dealing.carrier.profile())), "iss");
        invalid(dealing.report(holder, right(dealing).put("deal_id", "dea_" + "a".repeat(26))), "deal_id");
        invalid(dealing.report(holder, right(dealing).set("amount", Haggle.money(80_001, "EUR"))), "amount");
        invalid(dealing.report(holder, right(dealing).set("amount", Haggle.money(80_000, "USD"))), "amount");
        invalid(dealing.report(holder, right(dealing).put("floor", 1)), "claims");
        Answer note = dealing.report(holder, without(right(dealing).put("type", "note"), "amount"));
        invalid(note, "nor a reverse-domain name");
        assertThat(note.json().path("detail").path("/type").stringValue()).contains("example.carrier.in_transit");
        invalid(dealing.report(holder, without(right(dealing), "amount")), "claims");
        invalid(dealing.report(holder, right(dealing).put("reason", "not_received")), "claims");
        long now = dealing.haggle.now().getEpochSecond();
        invalid(dealing.report(holder, right(dealing).put("iat", (int) now - 310)), "iat");
        invalid(dealing.report(holder, right(dealing).put("iat", (int) now + 90)), "iat");
        String ahead =
                dealing.haggle.now().plus(Duration.ofMinutes(2)).toString().replaceAll("\\..*Z", "Z");
        invalid(dealing.report(holder, right(dealing).put("occurred_at", ahead)), "occurred_at");
        invalid(
                dealing.post(dealing.holder, dealing.carrier.jws(Dealing.TYP, right(dealing)), null, Agent.newKey()),
                "kid");
        invalid(dealing.post(holder, holder.jws("JWT", right(dealing)), null, Agent.newKey()), "typ");

        assertThat(dealing.types()).isEmpty();
        ok(201, dealing.report(holder, right(dealing)));
    }

    private static ObjectNode right(Dealing dealing) {
        return dealing.claims(dealing.holder, "funds_held");
    }

    private static ObjectNode without(ObjectNode claims, String name) {
        claims.remove(name);
        return claims;
    }

    @Test
    @DisplayName(
            "EVT-5: the same jti is 200 with the first entry, under any key and at any age; with other content 409")
    void sameAgain(World world) throws Exception {
        Dealing dealing = Dealing.of(world);
        ObjectNode claims = right(dealing);
        Answer first = ok(201, dealing.report(dealing.holder, claims));
        String key = Agent.newKey();
        Answer again = ok(200, dealing.post(dealing.holder, dealing.holder.jws(Dealing.TYP, claims), null, key));
        dealing.pass(Duration.ofMinutes(10));
        Answer late = ok(200, dealing.report(dealing.holder, claims));

        assertThat(again.body()).isEqualTo(first.body()).isEqualTo(late.body());
        assertThat(again.receipt()).isEqualTo(first.receipt());
        assertThat(again.replayed()).isFalse();
        refused(
                dealing.report(dealing.holder, claims.deepCopy().put("occurred_at", "2026-01-01T00:00:00Z")),
                409,
                "idempotency_conflict");
        refused(dealing.report(dealing.holder, "funds_held"), 409, "release_condition_unmet");
        refused(
                dealing.report(
                        dealing.carrier,
                        dealing.claims(dealing.carrier, "shipped").set("jti", claims.path("jti"))),
                409,
                "idempotency_conflict");
        assertThat(dealing.types()).containsExactly("funds_held");
    }

    @Test
    @DisplayName(
            "EVT-5: the same source_event_id of the same reporter is 200 with the first entry, though jti and iat differ; of another reporter it is another event")
    void sameSource(World world) throws Exception {
        Dealing dealing = Dealing.of(world).with("funds_held");
        ObjectNode relayed = dealing.claims(dealing.marketplace, "shipped").put("source_event_id", "p-1");
        Answer first = ok(201, dealing.report(dealing.marketplace, relayed));
        ObjectNode resent = relayed.deepCopy().put("jti", UUID.randomUUID().toString());
        resent.put("iat", relayed.path("iat").intValue() + 5);
        Answer again = ok(200, dealing.report(dealing.marketplace, resent));

        assertThat(again.body()).isEqualTo(first.body());
        refused(
                dealing.report(
                        dealing.marketplace, resent.deepCopy().put("jti", "j-3").put("type", "delivered")),
                409,
                "idempotency_conflict");
        ObjectNode others = dealing.claims(dealing.marketplace, "delivered").put("source_event_id", "p-1");
        ok(201, dealing.report(dealing.marketplace, others.put("reported_by", "Other Parcels")));
    }

    @Test
    @DisplayName(
            "IDM-1: the same call again is its answer replayed, the very bytes; the key is good for that event alone")
    void replay(World world) throws Exception {
        Dealing dealing = Dealing.of(world);
        String key = Agent.newKey();
        String event = dealing.holder.jws(Dealing.TYP, right(dealing));
        Answer first = ok(201, dealing.post(dealing.holder, event, null, key));
        Answer again = ok(201, dealing.post(dealing.holder, event, null, key));

        assertThat(again.replayed()).isTrue();
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.receipt()).isEqualTo(first.receipt());
        String other = dealing.holder.jws(Dealing.TYP, right(dealing));
        refused(dealing.post(dealing.holder, other, null, key), 409, "idempotency_conflict");
        Answer unmet = dealing.report("released");
        refused(unmet, 409, "release_condition_unmet");
    }

    @Test
    @DisplayName("IDM-1, EVT-4: a refusal's replay names what was unmet then")
    void replayedRefusal(World world) throws Exception {
        Dealing dealing = Dealing.of(world);
        String key = Agent.newKey();
        ObjectNode claims = dealing.claims(dealing.holder, "released");
        String event = dealing.holder.jws(Dealing.TYP, claims);
        Answer first = dealing.post(dealing.holder, event, null, key);
        dealing.with("funds_held", "accepted");
        Answer again = dealing.post(dealing.holder, event, null, key);

        assertThat(again.replayed()).isTrue();
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(unmet(again)).isEqualTo(List.of("funds_held", "accepted"));
        ok(201, dealing.post(dealing.holder, event, null, Agent.newKey()));
    }

    @Test
    @DisplayName(
            "EVT-3: the first of each role to write on a deal owns it there: another key, and another company, are no party any more")
    void ownership(World world) throws Exception {
        Dealing dealing = Dealing.of(world);
        ok(200, dealing.read(dealing.holder, null));
        assertThat(dealing.haggle.rival.read("/deals/" + dealing.id, null).decision())
                .isEqualTo("forbid;reason=not_in_scope");
        Agent second = Hired.of(world, "escrow");
        ok(200, dealing.read(second, null));
        ok(201, dealing.report(second, "funds_held"));

        refused(dealing.report(dealing.holder, "released"), 403, "not_in_scope");
        assertThat(dealing.read(dealing.holder, null).decision()).isEqualTo("forbid;reason=not_in_scope");
        ok(200, dealing.read(second, null));
        ok(201, dealing.report(dealing.buyer, "accepted"));
        ok(201, dealing.report(second, "released"));
    }

    @Test
    @DisplayName(
            "EVT-2: a key succession by the old key hands its roles to the next one, the buyer's too, and to nobody else")
    void succession(World world) throws Exception {
        Dealing dealing = Dealing.of(world).with("funds_held");
        Agent next = Hired.of(world, "buyer-ops-b");
        Agent nextHolder = Hired.of(world, "escrow");
        refused(dealing.report(next, "accepted"), 403, "not_in_scope");
        refused(dealing.report(next, succession(dealing, next, next.jkt() + "x")), 403, "not_in_scope");
        ok(201, dealing.report(dealing.buyer, succession(dealing, dealing.buyer, next.jkt())));
        ok(201, dealing.report(dealing.holder, succession(dealing, dealing.holder, nextHolder.jkt())));

        refused(dealing.report(dealing.buyer, "accepted"), 403, "not_in_scope");
        refused(dealing.report(dealing.holder, "released"), 403, "not_in_scope");
        assertThat(dealing.read(dealing.buyer, null).decision()).isEqualTo("forbid;reason=not_in_scope");
        ok(201, dealing.report(next, "accepted"));
        ok(201, dealing.report(nextHolder, "released"));
        assertThat(ok(200, dealing.read(next, null)).json().path("state").stringValue())
                .isEqualTo("released");
        assertThat(verified(world, dealing.record(next, null))).isTrue();
    }

    @Test
    @DisplayName("EVT-2: a key succession to a key that its profile doesn't have is refused, and the old key writes on")
    void unknownNext(World world) throws Exception {
        Dealing dealing = Dealing.of(world);
        String foreign = Hired.of(world, "escrow").jkt();
        for (String next : List.of("A".repeat(43), foreign, dealing.holder.jkt())) {
            refused(dealing.report(dealing.buyer, succession(dealing, dealing.buyer, next)), 400, "request_invalid");
        }
        refused(
                dealing.report(dealing.holder, succession(dealing, dealing.holder, dealing.buyer.jkt())),
                400,
                "request_invalid");
        ok(201, dealing.report("funds_held"));
        ok(201, dealing.report(dealing.buyer, "accepted"));
    }

    @Test
    @DisplayName(
            "EVT-5: whoever handed its key over is given the first entry of what it wrote, or 409, and nothing else")
    void oldKeyAgain(World world) throws Exception {
        Dealing dealing = Dealing.of(world);
        Agent next = Hired.of(world, "buyer-ops-b");
        Agent nextHolder = Hired.of(world, "escrow");
        ObjectNode held = dealing.claims(dealing.holder, "funds_held");
        ObjectNode handed = succession(dealing, dealing.holder, nextHolder.jkt());
        ObjectNode buyers = succession(dealing, dealing.buyer, next.jkt());
        Answer first = ok(201, dealing.report(dealing.holder, held));
        Answer lost = ok(201, dealing.report(dealing.holder, handed));
        Answer lostToo = ok(201, dealing.report(dealing.buyer, buyers));

        assertThat(ok(200, dealing.report(dealing.holder, held)).json()).isEqualTo(first.json());
        assertThat(ok(200, dealing.report(dealing.holder, handed)).json()).isEqualTo(lost.json());
        assertThat(ok(200, dealing.report(dealing.buyer, buyers)).json()).isEqualTo(lostToo.json());
        refused(
                dealing.report(dealing.holder, handed.deepCopy().put("next_jkt", next.jkt())),
                409,
                "idempotency_conflict");
        refused(dealing.report(dealing.holder, "released"), 403, "not_in_scope");
        refused(dealing.report(next, held.deepCopy().put("iss", next.profile())), 403, "not_in_scope");
        assertThat(dealing.read(dealing.holder, null).decision()).isEqualTo("forbid;reason=not_in_scope");
        assertThat(dealing.reported(nextHolder, null)).hasSize(3);
        assertThat(verified(world, dealing.record(next, null))).isTrue();
    }

    @Test
    @DisplayName("EVT-2: of information each role writes a hundred on a deal; that bars no checkpoint, and nobody else")
    void enough(World world) throws Exception {
        Dealing dealing = Dealing.of(world).with("funds_held");
        for (int i = 0; i < 100; i++) {
            ok(201, dealing.report(dealing.carrier, "example.carrier.scan"));
        }
        Answer over = dealing.report(dealing.carrier, "example.carrier.scan");
        refused(over, 429, "enforcement_unavailable");
        assertThat(over.json().at("/detail/cause").stringValue()).isEqualTo("limit");
        assertThat(over.fields().combined("retry-after")).isEmpty();

        ok(201, dealing.report(dealing.carrier, "shipped"));
        ok(201, dealing.report(dealing.buyer, "example.buyer.note"));
        assertThat(dealing.types()).hasSize(103);
    }

    private static ObjectNode succession(Dealing dealing, Agent by, String next) {
        return dealing.claims(by, "dev.rctp.key_succession").put("next_jkt", next.substring(0, 43));
    }
}
