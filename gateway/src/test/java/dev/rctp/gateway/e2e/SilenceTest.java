package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Asking.asked;
import static dev.rctp.gateway.e2e.Asking.url;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.approval.Question;
import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.SellersPhone;
import dev.rctp.gateway.cli.demo.World;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/** APR-4, INV-2: silence is no to the millisecond, through a gateway whose clock stands still and with nothing being swept up. */
@ExtendWith(Sandboxed.class)
class SilenceTest {

    private static final Duration ALMOST = Duration.ofSeconds(870);
    private static final String COMMITTED = "SELECT state FROM approval WHERE approval_id = ?";

    @TempDir
    Path folder;

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);

    /** A gateway at the time of this test. */
    private record Still(AnotherGateway gateway, Agent seller, Agent buyer) {

        String page(Answer asked) {
            return "http://localhost:" + gateway.port() + URI.create(url(asked)).getPath();
        }

        JsonNode status(Answer asked) throws Exception {
            return Haggle.ok(200, seller.read("/approvals/" + Asking.id(asked), null))
                    .json();
        }

        String offer(String id) throws Exception {
            return Haggle.ok(200, buyer.read("/offers/" + id, null))
                    .json()
                    .path("state")
                    .stringValue();
        }
    }

    private Still still(AnotherGateway gateway, Path state) throws Exception {
        URI address = URI.create("http://localhost:" + gateway.port());
        HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        return new Still(
                gateway,
                AnotherGateway.agent(state, http, address, now::get, "seller-ops", 0),
                AnotherGateway.agent(state, http, address, now::get, "buyer-ops-b", 0));
    }

    private static Instant end(Answer asked) {
        return Instant.parse(asked.json().path("expires_at").stringValue());
    }

    /** Keeps every gateway from writing down that an approval has expired. */
    private static void stopSweeping(Tables tables) throws Exception {
        tables.execute("CREATE FUNCTION unswept() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'");
        tables.execute("CREATE TRIGGER unswept BEFORE UPDATE ON approval FOR EACH ROW WHEN (NEW.state = 'expired')"
                + " EXECUTE FUNCTION unswept()");
    }

    private static void sweep(Tables tables) throws Exception {
        tables.execute("DROP TRIGGER IF EXISTS unswept ON approval");
        tables.execute("DROP FUNCTION IF EXISTS unswept()");
    }

    @Test
    @DisplayName("APR-4: an answer counts a millisecond before the end, and is refused at the end")
    void toTheMillisecond(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        String listing = asking.listed();
        String early = asking.offered(asking.buyer, listing, 41_000);
        String late = asking.offered(asking.rival, listing, 42_000);
        Answer first = asked(asking.accept(late));
        Answer second = asked(asking.accept(early));
        Tables tables = Tables.of(state);
        stopSweeping(tables);
        world.advance(ALMOST); // the marketplace takes no signature from the future
        now.set(end(first).minusMillis(1));
        try (AnotherGateway gateway = AnotherGateway.start(state, folder, "still", now::get, config -> {})) {
            Still still = still(gateway, state);
            String tooLate = asking.phone
                    .open(still.page(first))
                    .json()
                    .at("/challenges/approve")
                    .stringValue();
            now.set(end(first));
            SellersPhone.Said refused = asking.phone.answer(still.page(first), "approve", tooLate);
            assertThat(refused.status()).isEqualTo(422);
            assertThat(refused.json().path("code").stringValue()).isEqualTo("approval_invalid");
            assertThat(still.status(first).path("status").stringValue()).isEqualTo("expired");

            now.set(end(second).minusMillis(1));
            SellersPhone.Said counts = asking.phone.answer(still.page(second), "approve", null);
            assertThat(counts.status()).as(counts.json().toString()).isEqualTo(200);
            assertThat(counts.json().at("/result/status").intValue())
                    .as(counts.json().toString())
                    .isEqualTo(200);
            assertThat(tables.text(COMMITTED, Asking.id(first))).isEqualTo("pending");
        } finally {
            sweep(tables);
        }
    }

    @Test
    @DisplayName(
            "APR-4, INV-2: at the end all say expired with nothing swept up; sweeping adds the entry and the webhook, and changes nothing")
    void unswept(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        String listing = asking.listed();
        String offer = asking.offered(asking.buyer, listing, 41_000);
        Answer accept = asked(asking.accept(offer));
        Answer terms = asked(asking.setTerms(listing, JsonNodeFactory.instance.objectNode()));
        Tables tables = Tables.of(state);
        stopSweeping(tables);
        world.advance(ALMOST);
        asking.grant = asking.granted("ask");
        now.set(end(terms).minusMillis(1));
        try (AnotherGateway gateway = AnotherGateway.start(state, folder, "unswept", now::get, config -> {})) {
            Still still = still(gateway, state);
            now.set(end(accept).minusMillis(1));
            assertThat(still.offer(offer)).isEqualTo("awaiting_approval");
            assertThat(still.status(accept).path("status").stringValue()).isEqualTo("pending");

            now.set(end(terms));
            JsonNode said = still.status(accept);
            assertThat(said.path("status").stringValue()).isEqualTo("expired");
            assertThat(said.path("decided_at").stringValue())
                    .isEqualTo(accept.json().path("expires_at").stringValue());
            assertThat(said.at("/result/body/code").stringValue()).isEqualTo("approval_declined");
            assertThat(still.offer(offer)).isEqualTo("declined");
            assertThat(asking.phone.open(still.page(accept)).json().has("challenges"))
                    .isFalse();
            assertThat(page(still, accept)).contains("data-state=\"expired\"");
            assertThat(listed(gateway, state, asking.sub, accept)).isEqualTo("expired");
            assertThat(listed(gateway, state, asking.sub, terms)).isEqualTo("expired");
            Answer anew = still.seller().call("PUT", "/listings/" + listing + "/terms", asking.grant.token(), "{}");
            asked(anew); // APR-1: the question that silence has ended is in nobody's way
            assertThat(tables.text(COMMITTED, Asking.id(accept))).isEqualTo("pending");
            assertThat(entries(tables, Asking.id(accept))).isEqualTo("0");

            sweep(tables);
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> tables.text(COMMITTED, Asking.id(accept)).equals("expired"));
            assertThat(still.status(accept)).isEqualTo(said);
            assertThat(still.offer(offer)).isEqualTo("declined");
            assertThat(entries(tables, Asking.id(accept))).isEqualTo("1");
            Inbox inbox = Inbox.of(world, "seller-ops");
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(inbox.about(Asking.id(accept)))
                            .extracting(Inbox.Came::said)
                            .containsExactly("approval.decided expired"));
        } finally {
            sweep(tables);
        }
    }

    private static String page(Still still, Answer asked) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(
                            HttpRequest.newBuilder(URI.create(still.page(asked)))
                                    .header("accept", "text/html")
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }

    /** What the seller's list at the management port says of it. */
    private static String listed(AnotherGateway gateway, Path state, String sub, Answer asked) throws Exception {
        String secret = AnotherGateway.read(state.resolve("secrets.json"))
                .path("RCTP_MANAGEMENT_SECRET")
                .asString();
        try (HttpClient http = HttpClient.newHttpClient()) {
            String body = http.send(
                            HttpRequest.newBuilder(gateway.management()
                                            .resolve("/sellers/" + Asking.encoded(sub) + "/approvals"))
                                    .header("authorization", "Bearer " + secret)
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
            return JsonMapper.shared()
                    .readTree(body)
                    .path("approvals")
                    .valueStream()
                    .filter(one -> one.toString().contains(Asking.id(asked)))
                    .map(one -> one.path("status").asString())
                    .findFirst()
                    .orElse(body);
        }
    }

    private static String entries(Tables tables, String approval) throws Exception {
        return tables.text(
                "SELECT count(*)::text FROM entry WHERE convert_from(jcs, 'UTF8')::jsonb ->> 'kind' = 'approval_expired'"
                        + " AND convert_from(jcs, 'UTF8')::jsonb #>> '{body,approval}' = ?",
                Question.digest(approval));
    }
}
