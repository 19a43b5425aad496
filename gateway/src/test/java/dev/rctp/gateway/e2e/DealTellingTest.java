package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Haggle.ok;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** The marketplace is told of events after they stand, and has no veto (EVT-5). */
@ExtendWith(Sandboxed.class)
class DealTellingTest {

    private static final Duration SOON = Duration.ofSeconds(30);

    private static List<JsonNode> told(Dealing dealing) throws Exception {
        return dealing.haggle.forwarded(dealing.events());
    }

    private static List<JsonNode> entries(Dealing dealing, String kind) throws Exception {
        return dealing.record(dealing.buyer, null)
                .path("entries")
                .valueStream()
                .filter(entry -> entry.path("kind").stringValue().equals(kind))
                .filter(entry ->
                        entry.path("body").path("action").stringValue("").equals(Dealing.EVENT))
                .toList();
    }

    @Test
    @DisplayName(
            "EVT-5, PRX-1: each event is forwarded as it came, in the order of the entries, once, with its own answer recorded")
    void told(World world) throws Exception {
        Dealing dealing = Dealing.of(world).with("funds_held", "shipped", "delivered", "accepted", "released");
        await().atMost(SOON).until(() -> entries(dealing, "done").size() == 5);
        List<JsonNode> sent = told(dealing);
        List<JsonNode> events = dealing.reported(dealing.buyer, null);

        assertThat(sent).hasSize(5);
        for (int i = 0; i < 5; i++) {
            JsonNode headers = sent.get(i).path("headers");
            assertThat(sent.get(i).path("body").stringValue())
                    .contains(events.get(i).path("body").path("event").stringValue());
            assertThat(headers.path("rctp-agent"))
                    .isEqualTo(events.get(i).path("body").path("caller"));
            assertThat(headers.path("rctp-decision").stringValue()).isEqualTo("auto");
            assertThat(headers.path("rctp-action").stringValue()).isEqualTo(Dealing.EVENT);
            assertThat(headers.path("rctp-deal").stringValue()).isEqualTo(dealing.id);
            assertThat(headers.path("idempotency-key"))
                    .isEqualTo(events.get(i).path("body").path("intent"));
            assertThat(headers.has("authorization")).isFalse();
        }
        assertThat(entries(dealing, "done"))
                .extracting(entry -> entry.path("body").path("intent"))
                .isEqualTo(events.stream()
                        .map(entry -> entry.path("body").path("intent"))
                        .toList());
        assertThat(DealEventsTest.verified(world, dealing.record(dealing.buyer, null)))
                .isTrue();
    }

    @Test
    @DisplayName("EVT-5: a no of the marketplace is recorded and changes nothing")
    void noVeto(World world) throws Exception {
        Dealing dealing = Dealing.of(world);
        world.behave(dealing.events(), 422, 0, 1);
        Answer held = ok(201, dealing.report("funds_held"));
        await().atMost(SOON).until(() -> entries(dealing, "failed").size() == 1);

        assertThat(entries(dealing, "failed")
                        .getFirst()
                        .path("body")
                        .path("marketplace_status")
                        .intValue())
                .isEqualTo(422);
        assertThat(dealing.state()).isEqualTo("funds_held");
        assertThat(dealing.reported(dealing.holder, null)).containsExactly(held.json());
        dealing.with("accepted", "released");
    }

    @Test
    @DisplayName(
            "EVT-5, PRX-2: while the marketplace is away nobody waits for it; it is told afterwards, in order, under the same keys")
    void later(World world) throws Exception {
        Dealing dealing = Dealing.of(world);
        world.behave(dealing.events(), 503, 0, 2);
        dealing.with("funds_held", "shipped", "delivered");
        await().atMost(Duration.ofSeconds(60))
                .until(() -> entries(dealing, "done").size() == 3);
        List<JsonNode> sent = told(dealing);

        assertThat(sent).hasSize(5);
        assertThat(sent.subList(0, 3))
                .extracting(request -> request.path("headers").path("idempotency-key"))
                .containsOnly(sent.getFirst().path("headers").path("idempotency-key"));
        assertThat(sent.subList(2, 5))
                .extracting(request -> request.path("body").stringValue())
                .doesNotHaveDuplicates();
    }

    @Test
    @DisplayName("EVT-5: an event that comes again is not told again")
    void onceTold(World world) throws Exception {
        Dealing dealing = Dealing.of(world);
        var claims = dealing.claims(dealing.holder, "funds_held");
        ok(201, dealing.report(dealing.holder, claims));
        ok(200, dealing.report(dealing.holder, claims));
        dealing.with("accepted");
        await().atMost(SOON).until(() -> entries(dealing, "done").size() == 2);

        assertThat(told(dealing)).hasSize(2);
    }
}
