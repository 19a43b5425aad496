package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Dealing.refused;
import static dev.rctp.gateway.e2e.Haggle.ok;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** Who reads what of a deal's record (REC-1, REC-4, REC-6). */
@ExtendWith(Sandboxed.class)
class DealRecordTest {

    private static List<String> reasons(Dealing dealing, Agent by, @Nullable String token) throws Exception {
        return dealing.record(by, token)
                .path("openings")
                .valueStream()
                .filter(opening -> opening.path("value").has("reason"))
                .map(opening -> opening.path("value").path("reason").stringValue())
                .toList();
    }

    private static void seen(Dealing dealing, Agent by, @Nullable String token) throws Exception {
        JsonNode entries = dealing.record(by, token).path("entries");
        assertThat(entries.toString()).doesNotContain("release_condition_unmet", "request_invalid", "unmet");
    }

    @Test
    @DisplayName("REC-6: a refusal stands in the deal's chain, and only its own side can open it")
    void sides(World world) throws Exception {
        Dealing dealing = Dealing.of(world).with("funds_held");
        dealing.with("shipped");
        String token = dealing.haggle.token();
        Answer buyers = dealing.report(
                dealing.buyer,
                dealing.claims(dealing.buyer, "rejected not_received").put("occurred_at", "2099-01-01T00:00:00Z"));
        refused(buyers, 400, "request_invalid");
        refused(dealing.report("released"), 409, "release_condition_unmet");
        refused(dealing.report(dealing.carrier, "refund"), 403, "not_in_scope");
        refused(
                dealing.report(dealing.haggle.seller, dealing.claims(dealing.haggle.seller, "accepted"), token),
                403,
                "not_in_scope");

        assertThat(buyers.receipt()).startsWith("\"deal/" + dealing.id + "\";seq=");
        assertThat(reasons(dealing, dealing.buyer, null)).containsExactly("request_invalid");
        assertThat(reasons(dealing, dealing.holder, null)).containsExactly("release_condition_unmet");
        assertThat(reasons(dealing, dealing.carrier, null)).containsExactly("not_in_scope");
        assertThat(reasons(dealing, dealing.haggle.seller, token)).containsExactly("not_in_scope");
        assertThat(reasons(dealing, dealing.marketplace, null)).isEmpty();
        for (Agent by : List.of(dealing.buyer, dealing.holder, dealing.carrier, dealing.marketplace)) {
            seen(dealing, by, null);
        }
        assertThat(dealing.record(dealing.holder, null)
                        .at("/openings/0/value/unmet/0")
                        .stringValue())
                .isEqualTo("accepted");
        assertThat(DealEventsTest.verified(world, dealing.record(dealing.holder, null)))
                .isTrue();
    }

    @Test
    @DisplayName(
            "REC-6: who could have had a role and has not leaves its refusals to its own key, not to whoever has it")
    void unowned(World world) throws Exception {
        Dealing dealing = Dealing.of(world);
        Agent second = Hired.of(world, "escrow");
        refused(dealing.report("released"), 409, "release_condition_unmet");
        assertThat(reasons(dealing, dealing.holder, null)).hasSize(1);
        ok(201, dealing.report(second, "funds_held"));

        assertThat(reasons(dealing, second, null)).isEmpty();
        refused(dealing.report(second, "released"), 409, "release_condition_unmet");
        assertThat(reasons(dealing, second, null)).hasSize(1);
        assertThat(dealing.holder.read("/records/deal/" + dealing.id, null).decision())
                .isEqualTo("forbid;reason=not_in_scope");
    }

    @Test
    @DisplayName("REC-4: deal, events and record are for its parties alone: unknown, or another's, is the same 403")
    void parties(World world) throws Exception {
        Dealing dealing = Dealing.of(world).with("funds_held");
        String unknown = "dea_" + "a".repeat(26);
        for (String path : List.of("/deals/%s", "/deals/%s/events", "/records/deal/%s")) {
            String own = path.formatted(dealing.id);
            Answer none = dealing.buyer.read(path.formatted(unknown), null);
            Answer rivals = dealing.haggle.rival.read(own, null);
            Answer sellers = dealing.haggle.seller.read(own, null);
            assertThat(none.decision()).isEqualTo("forbid;reason=not_in_scope");
            assertThat(rivals.body()).isEqualTo(none.body()).isEqualTo(sellers.body());
            String another = dealing.haggle.granted("another-seller", dealing.haggle.seller, "auto");
            assertThat(dealing.haggle.seller.read(own, another).decision()).isEqualTo("forbid;reason=not_in_scope");
            assertThat(dealing.haggle.seller.read(own, "no-token").decision()).isEqualTo("forbid;reason=grant_invalid");
            for (Agent by : List.of(dealing.buyer, dealing.holder, dealing.carrier, dealing.marketplace)) {
                assertThat(by.read(own, null).status()).as(own).isEqualTo(200);
            }
            assertThat(dealing.haggle.seller.read(own, dealing.haggle.token()).status())
                    .isEqualTo(200);
        }
        assertThat(world.stranger("https://stranger.example/.well-known/ucp")
                        .read("/deals/" + dealing.id, null)
                        .decision())
                .isEqualTo("forbid;reason=operator_unknown");
    }

    @Test
    @DisplayName("REC-1: who is no party stands in the perimeter, not in the deal's chain")
    void perimeter(World world, Path state) throws Exception {
        Dealing dealing = Dealing.of(world);
        int before = dealing.record(dealing.buyer, null).path("entries").size();
        Answer refused = dealing.report(dealing.haggle.rival, "accepted");
        refused(refused, 403, "not_in_scope");

        assertThat(dealing.record(dealing.buyer, null).path("entries")).hasSize(before);
        await().until(() -> Tables.of(state)
                .perimeter()
                .contains(refused.fields().combined("request-id").orElseThrow()));
    }
}
