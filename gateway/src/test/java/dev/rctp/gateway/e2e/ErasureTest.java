package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Asking.asked;
import static dev.rctp.gateway.e2e.Asking.url;
import static dev.rctp.gateway.e2e.Haggle.ok;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.attest.verify.DossierReport;
import dev.rctp.attest.verify.DossierVerifier;
import dev.rctp.attest.verify.RecordReport;
import dev.rctp.attest.verify.RecordVerifier;
import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.registries.Registries;
import dev.rctp.registries.Sha256;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A seller's openings can be erased, and every chain verifies as before (REC-6, MGT-1). */
@ExtendWith(Sandboxed.class)
class ErasureTest {

    private static final String WORDS = "Yes, it still has the bell that my aunt gave me.";

    private final List<String> chains = new ArrayList<>();

    /** All that a seller can do with the gateway, each part asked about and approved; the listing's id. */
    private String story(Asking asking) throws Exception {
        String listing = asking.listed();
        chains.add("listing/" + listing);
        ObjectNode words = JsonNodeFactory.instance.objectNode().put("text", WORDS);
        approved(asking, asking.call("/listings/" + listing + "/answers", words));
        String offer = asking.offered(asking.buyer, listing, 41_000);
        chains.add("negotiation/"
                + ok(200, asking.buyer.read("/offers/" + offer, null))
                        .json()
                        .path("negotiation_id")
                        .stringValue());
        Haggle.refused(
                asking.call("/offers/" + offer + "/counter", Haggle.proposal(39_000)),
                403,
                "offer.counter",
                "below_floor");
        approved(asking, asking.call("/offers/" + offer + "/counter", Haggle.proposal(45_000)));
        return listing;
    }

    private static void approved(Asking asking, Answer question) throws Exception {
        assertThat(asking.phone.answer(url(asked(question)), "approve", null).status())
                .isEqualTo(200);
    }

    @Test
    @DisplayName(
            "REC-6, MGT-1: a seller is erased: no table holds who they were, their passkey, or what they signed; every chain verifies")
    void erased(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        Tables tables = Tables.of(state);
        String listing = story(asking);
        String credential = passkey(asking, state);
        String ownChain = "seller/" + tables.text("SELECT chain_id FROM seller_chain WHERE seller = ?", asking.sub);
        List<ObjectNode> before = new ArrayList<>();
        for (String chain : chains) {
            ObjectNode record = record(asking.seller, chain, asking.grant.token());
            assertThat(verified(world, record).answers().checked()).isPositive();
            before.add(record);
        }
        assertThat(tables.holding(asking.sub)).contains("opening", "listing", "negotiation", "passkey", "seller_chain");

        assertUnfinished(erase(asking, state), "listing " + listing);
        assertThat(Asking.manage(world, state, "DELETE", "/listings/" + listing, "")
                        .statusCode())
                .isEqualTo(204);
        String kept = "INSERT INTO call (caller, action, idempotency_key, fingerprint, outcome, answered_at)"
                + " VALUES (?, 'a', '', 'f', ?, now())";
        tables.execute(kept, asking.sub + "-own", "{\"seller\":\"" + asking.sub + "\"}");
        tables.execute(kept, asking.sub + "-of-another", "{\"seller\":\"" + asking.sub + "1\"}");
        HttpResponse<String> answer = erase(asking, state);
        assertThat(tables.text(
                        "SELECT string_agg(caller, ' ') FROM call WHERE caller LIKE ? || '-%' AND outcome IS NOT NULL",
                        asking.sub))
                .as("names that begin with this one are others'")
                .isEqualTo(asking.sub + "-of-another");
        tables.execute("DELETE FROM call WHERE caller LIKE ? || '-%'", asking.sub);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        JsonNode told = JsonMapper.shared().readTree(answer.body());
        assertThat(Registries.load().schemas().validate("seller-erasure", told)).isEmpty();
        assertThat(told.path("openings").longValue()).isGreaterThan(8);

        assertThat(tables.holding(asking.sub)).isEmpty();
        assertThat(tables.holding(credential)).isEmpty();
        for (ObjectNode record : before) {
            for (JsonNode opening : record.path("openings")) {
                assertThat(tables.holding(opening.path("salt").stringValue())).isEmpty();
                for (String digest : List.of("payload_digest", "request_digest", "display_digest")) {
                    String value = opening.path("value").path(digest).stringValue(null);
                    assertThat(value == null ? List.of() : tables.holding(value))
                            .isEmpty();
                }
            }
        }
        ObjectNode buyers = record(asking.buyer, chains.getLast(), null);
        assertThat(buyers.path("entries")).isEqualTo(before.getLast().path("entries"));
        assertThat(verified(world, buyers).answers().unjudged()).isNotEmpty();
        ObjectNode listings = before.getFirst().deepCopy();
        listings.set("entries", entries(tables, chains.getFirst()));
        listings.putArray("openings");
        assertThat(verified(world, listings).answers().checked()).isZero();
        ObjectNode own = listings.deepCopy();
        own.set("entries", entries(tables, ownChain));
        assertThat(verified(world, own).entries()).isEqualTo(2);
        assertThat(own.path("entries").path(1).path("kind").stringValue()).isEqualTo("openings_erased");

        assertThat(erase(asking, state).statusCode()).as("nobody any more").isEqualTo(404);
    }

    @Test
    @DisplayName("REC-6: no chain holds in clear who a seller is, what they wrote, or by which passkey they signed")
    void clear(World world, Path state) throws Exception {
        LoggedRecord.of(world, state); // a deal, with events of which the marketplace is told
        Asking asking = Asking.of(world, state);
        story(asking);
        Tables tables = Tables.of(state);
        String payload = tables.text(
                "SELECT value::jsonb ->> 'payload_digest' FROM opening WHERE person = ? AND value LIKE '%payload_digest%' LIMIT 1",
                asking.sub);
        assertThat(payload).startsWith("sha-256:");

        for (String told : List.of(
                asking.sub,
                Sha256.text(asking.sub.getBytes(StandardCharsets.UTF_8)).substring("sha-256:".length()),
                passkey(asking, state),
                payload)) {
            assertThat(tables.holding(told)).doesNotContain("entry", "chain_head", "log_head");
        }
        for (String member : List.of(
                "request_digest", "display_digest", "title_digest", "ticket", "marketplace_body_hash", "seller")) {
            assertThat(entriesWith(tables, member, "TRUE")).as(member).isEqualTo("0");
        }
        assertThat(entriesWith(tables, "jwk", "entry #>> '{kind}' <> 'event'")).isEqualTo("0");
        assertThat(entriesWith(
                        tables,
                        "payload_digest",
                        "jsonb_exists(entry -> 'body', 'agent_id') AND entry #>> '{kind}' <> 'event'"))
                .as("of who acts for a seller; a report stands beside its digest")
                .isEqualTo("0");
    }

    @Test
    @DisplayName(
            "REC-6, MGT-1: a seller who sold is erased when nothing of it goes on any more; what was sold and reported stays, and verifies")
    void sold(World world, Path state) throws Exception {
        Dealing dealing = Dealing.of(world);
        String sub = dealing.haggle.sub;
        Tables tables = Tables.of(state);
        ok(200, dealing.commit(dealing.mayCommit("auto"), "{}"));
        world.behave(dealing.events(), 500, 0, 2);
        dealing.with("funds_held");
        Dealing.refused(dealing.report("released"), 409, "release_condition_unmet");
        Agent agent = dealing.haggle.seller;
        ok(201, dealing.report(agent, dealing.claims(agent, "example.note"), dealing.haggle.token()));
        dealing.with("shipped", "delivered", "accepted");
        assertThat(tables.holding(sub)).contains("opening", "listing", "negotiation", "listing_agent");
        assertUnfinished(erase(world, state, sub), "deal " + dealing.id);
        dealing.with("released");
        List<String> types = dealing.types();
        told(tables, sub);
        JsonNode before = dealing.record(dealing.holder, null).path("entries");

        String offer = tables.text("SELECT offer_id FROM deal WHERE deal_id = ?", dealing.id);
        String listing = tables.text("SELECT listing_id FROM deal WHERE deal_id = ?", dealing.id);
        for (String goesOn : List.of(
                "UPDATE listing SET closed = NOT closed WHERE seller = ?",
                "UPDATE offer SET moving = CASE WHEN moving IS NULL THEN 'int_x' END"
                        + " WHERE negotiation_id = (SELECT negotiation_id FROM negotiation WHERE seller = ?)",
                "UPDATE deal SET moving = CASE WHEN moving IS NULL THEN 'int_x' END"
                        + " WHERE negotiation_id = (SELECT negotiation_id FROM negotiation WHERE seller = ?)")) {
            tables.execute(goesOn, sub);
            assertUnfinished(
                    erase(world, state, sub),
                    goesOn.contains("listing SET")
                            ? "listing " + listing
                            : goesOn.contains("offer SET") ? "offer " + offer : "deal " + dealing.id);
            tables.execute(goesOn, sub);
        }
        for (String waits : List.of("open", "funds_held", "accepted", "rejected", "released")) {
            tables.execute("UPDATE deal SET state = ? WHERE deal_id = ?", waits, dealing.id);
            if (!waits.equals("released")) {
                assertThat(erase(world, state, sub).statusCode()).as(waits).isEqualTo(409);
            }
        }

        HttpResponse<String> answer = erase(world, state, sub);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(tables.holding(sub)).isEmpty();
        assertThat(erase(world, state, sub).statusCode()).as("nobody any more").isEqualTo(404);
        assertThat(dealing.types()).isEqualTo(types);
        assertThat(dealing.state()).isEqualTo("released");
        ObjectNode after = (ObjectNode) dealing.record(dealing.holder, null);
        assertThat(after.path("entries")).isEqualTo(before);
        verified(world, after);
        byte[] dossier = LoggedRecord.dossier(world, state, dealing.id);
        assertThat(new String(dossier, StandardCharsets.UTF_8)).doesNotContain(sub);
        DossierReport report = new DossierVerifier(Registries.load()).verify(dossier);
        assertThat(report.passed()).as(report.toString()).isTrue();
    }

    @Test
    @DisplayName(
            "REC-6, EVT-4: the marketplace may let a deal that never ends go on without its seller, and nothing else that goes on")
    void leavingDeals(World world, Path state) throws Exception {
        Dealing dealing = Dealing.of(world).with("funds_held", "delivered", "rejected not_as_described");
        String sub = dealing.haggle.sub;
        Tables tables = Tables.of(state);
        told(tables, sub);
        String openings = "/sellers/" + sub + "/openings";
        assertThat(Asking.manage(world, state, "DELETE", openings, "").statusCode())
                .isEqualTo(409);
        for (String wrong : List.of("?deals=all", "?deals", "?deals=unfinished&deals=unfinished")) {
            assertThat(Asking.manage(world, state, "DELETE", openings + wrong, "")
                            .statusCode())
                    .as(wrong)
                    .isEqualTo(400);
        }
        String moves = "UPDATE deal SET moving = CASE WHEN moving IS NULL THEN 'int_x' END WHERE deal_id = ?";
        tables.execute(moves, dealing.id);
        String leaving = openings + "?deals=unfinished";
        assertThat(Asking.manage(world, state, "DELETE", leaving, "").statusCode())
                .isEqualTo(409);
        tables.execute(moves, dealing.id);
        String chain = tables.text("SELECT chain_id FROM seller_chain WHERE seller = ?", sub);
        assertThat(Asking.manage(world, state, "DELETE", leaving, "").statusCode())
                .isEqualTo(200);
        assertThat(tables.holding(sub)).isEmpty();
        assertThat(entries(tables, "seller/" + chain).path(0).at("/body/deals").stringValue())
                .isEqualTo("unfinished");
        Dealing.refused(
                dealing.report(
                        dealing.haggle.seller,
                        dealing.claims(dealing.haggle.seller, "example.note"),
                        dealing.haggle.token()),
                403,
                "not_in_scope");
        dealing.with("return", "refund");
        assertThat(dealing.state()).isEqualTo("refunded");
        verified(world, (ObjectNode) dealing.record(dealing.buyer, null));
    }

    @Test
    @DisplayName("REC-6, MGT-1: what the marketplace isn't told yet keeps its seller from being erased")
    void untold(World world, Path state) throws Exception {
        Dealing dealing = Dealing.of(world).with("funds_held", "accepted");
        String sub = dealing.haggle.sub;
        told(Tables.of(state), sub);
        world.behave(dealing.events(), 500, 0, 1);
        dealing.with("released");
        assertUnfinished(eraseNow(world, state, sub), "call deal/" + dealing.id);
        assertThat(erase(world, state, sub).statusCode()).isEqualTo(200);
    }

    @Test
    @DisplayName(
            "REC-6: who waits for a seller's rows to erase them keeps nobody's chain, as those who hold such rows wait for chains")
    void rowsFirst(World world, Path state) throws Exception {
        Tables tables = Tables.of(state);
        for (String rows : List.of("SELECT FROM passkey WHERE seller = ?", "SELECT FROM listing WHERE seller = ?")) {
            Asking asking = Asking.of(world, state);
            Asking.manage(world, state, "DELETE", "/listings/" + asking.listed(), "");
            String chain = tables.text("SELECT chain_id FROM seller_chain WHERE seller = ?", asking.sub);
            told(tables, asking.sub);
            Tables.Held held = tables.hold(rows, asking.sub, "SELECT ?");
            Thread erasing = Thread.startVirtualThread(() -> {
                try {
                    eraseNow(world, state, asking.sub);
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            await().atMost(Duration.ofSeconds(20)).until(() -> held.waiting() > 0);
            assertThat(tables.text(
                            "SELECT count(*)::text FROM (SELECT FROM chain_head WHERE subject_type = 'seller'"
                                    + " AND subject_id = ? FOR UPDATE SKIP LOCKED) AS free",
                            chain))
                    .as(rows)
                    .isEqualTo("1");
            held.connection().close();
            erasing.join();
        }
    }

    private static String entriesWith(Tables tables, String member, String condition) throws Exception {
        return tables.text(
                "SELECT count(*)::text FROM (SELECT convert_from(jcs, 'UTF8')::jsonb AS entry FROM entry) AS entries"
                        + " WHERE jsonb_exists(entry -> 'body', ?) AND " + condition,
                member);
    }

    @Test
    @DisplayName("REC-6: who sells a listing afterwards reads nothing that is about its seller before")
    void another(World world, Path state) throws Exception {
        Asking former = Asking.of(world, state);
        String listing = story(former);
        Asking next = Asking.of(world, state);
        String told = """
                {"seller":"%s","title":"A lamp","list_price":{"amount":50000,"currency":"EUR"},"term_set":"goods.small/1"}""".formatted(next.sub);
        assertThat(Asking.manage(world, state, "PUT", "/listings/" + listing, told)
                        .statusCode())
                .isEqualTo(200);

        ObjectNode record = record(next.seller, "listing/" + listing, next.grant.token());
        assertThat(record.toString()).contains(next.sub).doesNotContain(former.sub);
        verified(world, record);
    }

    @Test
    @DisplayName("MGT-1: a seller with a question that waits, or of whom nothing is known, is not erased")
    void notNow(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        Answer question = asked(asking.call("/listings", asking.listing()));
        assertUnfinished(
                erase(asking, state),
                "question " + question.json().path("approval_id").stringValue());
        assertThat(asking.approve(question, asking.terms()).status()).isEqualTo(200);
        assertThat(erase(asking, state).statusCode()).isEqualTo(409);
        assertThat(Asking.manage(world, state, "DELETE", "/sellers/nobody-here/openings", "")
                        .statusCode())
                .isEqualTo(404);
        assertThat(Asking.manage(world, state, "GET", "/sellers/nobody-here/openings", "")
                        .statusCode())
                .isEqualTo(404);
    }

    /** MGT-1: 409 that names all that is not over, by kind and id, by its schema. */
    private static void assertUnfinished(HttpResponse<String> answer, String... named) throws Exception {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(409);
        JsonNode told = JsonMapper.shared().readTree(answer.body());
        assertThat(Registries.load().schemas().validate("seller-unfinished", told))
                .isEmpty();
        assertThat(told.path("unfinished")
                        .valueStream()
                        .map(affair -> affair.path("kind").stringValue() + " "
                                + affair.path("id").stringValue()))
                .containsExactly(named);
    }

    private static HttpResponse<String> erase(Asking asking, Path state) throws Exception {
        return erase(asking.world, state, asking.sub);
    }

    /** Upstream calls end a moment after their seller's yes. */
    private static HttpResponse<String> erase(World world, Path state, String sub) throws Exception {
        told(Tables.of(state), sub);
        return eraseNow(world, state, sub);
    }

    private static HttpResponse<String> eraseNow(World world, Path state, String sub) throws Exception {
        return Asking.manage(world, state, "DELETE", "/sellers/" + sub + "/openings", "");
    }

    private static void told(Tables tables, String sub) {
        await().atMost(Duration.ofSeconds(20))
                .until(() -> tables.text("SELECT count(*)::text FROM intent WHERE strpos(fields || step, ?) > 0", sub)
                        .equals("0"));
    }

    private static String passkey(Asking asking, Path state) throws Exception {
        HttpResponse<String> list =
                Asking.manage(asking.world, state, "GET", "/sellers/" + asking.sub + "/passkeys", "");
        return JsonMapper.shared()
                .readTree(list.body())
                .path("passkeys")
                .path(0)
                .path("credential_id")
                .stringValue();
    }

    private static JsonNode entries(Tables tables, String chain) throws Exception {
        String[] subject = chain.split("/", 2);
        String list = tables.text(
                "SELECT '[' || string_agg(convert_from(jcs, 'UTF8'), ',' ORDER BY seq) || ']' FROM entry"
                        + " WHERE subject_type = ? AND subject_id = ?",
                subject[0],
                subject[1]);
        return JsonMapper.shared().readTree(list);
    }

    private static ObjectNode record(Agent agent, String subject, @Nullable String token) throws Exception {
        return (ObjectNode) ok(200, agent.read("/records/" + subject, token)).json();
    }

    private static RecordReport verified(World world, ObjectNode record) throws Exception {
        ObjectNode bundle = record.deepCopy();
        bundle.set("keys", world.get(world.address("gateway_profile")).path("keys"));
        RecordReport report =
                new RecordVerifier(Registries.load()).verify(bundle.toString().getBytes(StandardCharsets.UTF_8));
        assertThat(report.passed()).as(report.toString()).isTrue();
        return report;
    }
}
