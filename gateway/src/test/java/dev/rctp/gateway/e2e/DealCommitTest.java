package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Asking.asked;
import static dev.rctp.gateway.e2e.Asking.url;
import static dev.rctp.gateway.e2e.Dealing.COMMIT;
import static dev.rctp.gateway.e2e.Haggle.ok;
import static dev.rctp.gateway.e2e.Haggle.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.SellersPhone;
import dev.rctp.gateway.cli.demo.World;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** {@code deal.commit_to_ship}: the seller's agent promises to ship. */
@ExtendWith(Sandboxed.class)
class DealCommitTest {

    @Test
    @DisplayName(
            "PRX-1, REC-3: a promise is forwarded for its seller, recorded before and after, and answered with the deal")
    void auto(World world) throws Exception {
        Dealing dealing = Dealing.of(world).with("funds_held");
        String shipBy = dealing.haggle.now().plus(Duration.ofDays(2)).toString();
        Answer promised = ok(200, dealing.commit(dealing.mayCommit("auto"), "{\"ship_by\":\"" + shipBy + "\"}"));
        JsonNode sent =
                dealing.haggle.forwarded("/deals/" + dealing.id + "/commit").getFirst();
        List<JsonNode> entries = dealing.record(dealing.buyer, null)
                .path("entries")
                .valueStream()
                .filter(entry ->
                        entry.path("body").path("action").stringValue("").equals(COMMIT))
                .toList();

        assertThat(promised.decision()).isEqualTo("auto");
        assertThat(promised.json().path("state").stringValue()).isEqualTo("funds_held");
        assertThat(promised.json()
                        .path("marketplace")
                        .path("commitment")
                        .path("ship_by")
                        .stringValue())
                .isEqualTo(shipBy);
        assertThat(sent.path("headers").path("rctp-seller").stringValue()).isEqualTo(dealing.haggle.sub);
        assertThat(sent.path("headers").path("rctp-deal").stringValue()).isEqualTo(dealing.id);
        assertThat(sent.path("headers").path("rctp-action").stringValue()).isEqualTo(COMMIT);
        assertThat(entries)
                .extracting(entry -> entry.path("kind").stringValue())
                .containsExactly("decided", "done");
        assertThat(entries.getFirst().path("body").path("ship_by").stringValue())
                .isEqualTo(shipBy);
        assertThat(promised.receipt())
                .startsWith(
                        "\"deal/" + dealing.id + "\";seq=" + entries.getLast().path("seq") + ";");
    }

    @Test
    @DisplayName("a promise is made once, before the money has moved, and not on a deal that lapsed: offer_not_open")
    void once(World world) throws Exception {
        Dealing dealing = Dealing.of(world);
        String token = dealing.mayCommit("auto");
        ok(200, dealing.commit(token, "{}"));
        refused(dealing.commit(token, "{}"), 409, COMMIT, "offer_not_open");
        Dealing released = Dealing.of(world).with("funds_held", "accepted", "released");
        refused(released.commit(released.mayCommit("auto"), "{}"), 409, COMMIT, "offer_not_open");
        Dealing lapsed = Dealing.of(world);
        lapsed.pass(Duration.ofDays(3));

        refused(lapsed.commit(lapsed.mayCommit("auto"), "{}"), 409, COMMIT, "offer_not_open");
    }

    @Test
    @DisplayName(
            "GRA-3, LST-8, DEC-4: it needs the scope, the deal's own seller, and a tier that allows it; a deal unknown or another's is the same refusal")
    void whoMay(World world) throws Exception {
        Dealing dealing = Dealing.of(world);
        refused(dealing.commit(dealing.haggle.token(), "{}"), 403, COMMIT, "action_forbidden");
        refused(dealing.commit(dealing.mayCommit("forbid"), "{}"), 403, COMMIT, "action_forbidden");
        Dealing another = Dealing.of(world);
        Answer others = dealing.commit(another.mayCommit("auto"), "{}");
        refused(others, 403, COMMIT, "not_in_scope");
        Answer unknown = dealing.haggle.seller.call(
                "POST", "/deals/dea_" + "a".repeat(26) + "/commit", another.mayCommit("auto"), "{}");
        assertThat(unknown.body()).isEqualTo(others.body());
        refused(
                dealing.haggle.seller.call("POST", "/deals/" + dealing.id + "/commit", null, "{}"),
                401,
                COMMIT,
                "grant_invalid");
        refused(
                dealing.commit(dealing.mayCommit("auto"), "{\"ship_by\":\"2026-01-01T00:00:00Z\"}"),
                400,
                COMMIT,
                "request_invalid");
        refused(dealing.commit(dealing.mayCommit("auto"), "{\"event\":\"a.b.c\"}"), 400, COMMIT, "request_invalid");
        assertThat(dealing.haggle.forwarded("/deals/" + dealing.id + "/commit")).isEmpty();
    }

    @Test
    @DisplayName("PRX-2: a veto undoes it, and it may be promised again")
    void veto(World world) throws Exception {
        Dealing dealing = Dealing.of(world);
        world.behave("/deals/" + dealing.id + "/commit", 422, 0, 1);
        Answer vetoed = dealing.commit(dealing.mayCommit("auto"), "{}");
        assertThat(vetoed.status()).isEqualTo(422);
        assertThat(vetoed.decision()).isEqualTo("auto");

        ok(200, dealing.commit(dealing.mayCommit("auto"), "{}"));
    }

    @Test
    @DisplayName(
            "REC-3: a vetoed promise that waits for its deal's row holds no chain: whoever has the row goes on to the chain")
    void vetoTakesTheDealFirst(World world, Path state) throws Exception {
        Dealing dealing = Dealing.of(world);
        world.behave("/deals/" + dealing.id + "/commit", 422, 2000, 1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Answer> vetoed = threads.submit(() -> dealing.commit(dealing.mayCommit("auto"), "{}"));
            await().atMost(Duration.ofSeconds(10))
                    .until(() -> Tables.of(state)
                            .text(
                                    "SELECT count(*)::text FROM deal WHERE deal_id = ? AND committed IS NOT NULL",
                                    dealing.id)
                            .equals("1"));
            Tables.Held held = Tables.of(state)
                    .hold(
                            "SELECT FROM deal WHERE deal_id = ?",
                            dealing.id,
                            "SELECT FROM chain_head WHERE subject_type = 'deal' AND subject_id = ? FOR UPDATE NOWAIT");
            await().atMost(Duration.ofSeconds(10)).until(() -> held.waiting() == 1);
            held.letGo();
            assertThat(vetoed.get(20, TimeUnit.SECONDS).status()).isEqualTo(422);
        }
        ok(200, dealing.commit(dealing.mayCommit("auto"), "{}"));
    }

    @Test
    @DisplayName(
            "APR-1, APR-3, APR-6: asked, the seller sees deal, buyer, price and ship_by, and their yes carries it out, once")
    void ask(World world, Path state) throws Exception {
        Dealing dealing = Dealing.of(world).with("funds_held");
        SellersPhone phone = Asking.phone(world, state, dealing.haggle.sub);
        String shipBy = dealing.haggle.now().plus(Duration.ofDays(2)).toString();
        Answer asked = asked(dealing.commit(dealing.mayCommit("ask"), "{\"ship_by\":\"" + shipBy + "\"}"));
        JsonNode display = asked.json().path("display");
        JsonNode open = phone.open(url(asked)).json();
        assertThat(display.path("deal_id").stringValue()).isEqualTo(dealing.id);
        assertThat(display.path("ship_by").stringValue()).isEqualTo(shipBy);
        assertThat(display.path("price")).isEqualTo(Haggle.money(80_000, "EUR"));
        assertThat(display.path("buyer").path("operator").stringValue()).isEqualTo("Buyer Ops B SARL");
        JsonNode details = open.path("details").path("approve");
        assertThat(details.path("deal_id").stringValue()).isEqualTo(dealing.id);
        assertThat(details.path("price")).isEqualTo(Haggle.money(80_000, "EUR"));
        assertThat(details.has("listing_hash")).isFalse();
        SellersPhone.Said said = phone.answer(
                url(asked), "approve", open.path("challenges").path("approve").stringValue());

        assertThat(said.status()).as(said.json().toString()).isEqualTo(200);
        assertThat(said.json().path("result").path("status").intValue()).isEqualTo(200);
        assertThat(dealing.haggle.forwarded("/deals/" + dealing.id + "/commit")).hasSize(1);
        refused(dealing.commit(dealing.mayCommit("auto"), "{}"), 409, COMMIT, "offer_not_open");
        assertThat(DealEventsTest.verified(world, dealing.record(dealing.buyer, null)))
                .isTrue();
    }

    @Test
    @DisplayName("APR-6: what has ended meanwhile is refused after the seller's yes, and nothing is forwarded")
    void recheck(World world, Path state) throws Exception {
        Dealing dealing = Dealing.of(world).with("funds_held");
        SellersPhone phone = Asking.phone(world, state, dealing.haggle.sub);
        Answer asked = asked(dealing.commit(dealing.mayCommit("ask"), "{}"));
        dealing.with("accepted", "released");
        SellersPhone.Said said = phone.answer(url(asked), "approve", null);

        assertThat(said.json().path("result").path("decision").stringValue())
                .isEqualTo("forbid;action=\"" + COMMIT + "\";reason=offer_not_open");
        assertThat(dealing.haggle.forwarded("/deals/" + dealing.id + "/commit")).isEmpty();
    }

    @Test
    @DisplayName("DEC-4: it is auto where the grant names no tier")
    void defaultTier(World world) throws Exception {
        Dealing dealing = Dealing.of(world);
        String token = world.grant(dealing.haggle.sub, dealing.haggle.seller, List.of(Dealing.COMMIT_SCOPE), Map.of())
                .token();

        ok(200, dealing.commit(token, "{}"));
    }
}
