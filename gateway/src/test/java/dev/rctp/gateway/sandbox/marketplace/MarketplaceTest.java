package dev.rctp.gateway.sandbox.marketplace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.sandbox.loopback.TestClient;
import dev.rctp.gateway.sandbox.loopback.TestClient.Answer;
import dev.rctp.registries.IdSource;
import dev.rctp.registries.Money;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class MarketplaceTest {

    private static final Money PRICE = new Money(4900, "EUR");
    /** What the gateway adds to a call; the first lets it write here. */
    private static final String[] FORWARDED = {"RCTP-Seller", "slr_1", "Forwarded", "for=127.0.0.1"};

    private final TestClient http = new TestClient();
    private Marketplace marketplace;
    private String listing;

    @BeforeEach
    void start() throws IOException {
        marketplace = start(null);
        listing = marketplace.addListing("slr_1", "A red bicycle", PRICE);
    }

    @AfterEach
    void stop() {
        marketplace.close();
        http.close();
    }

    @Test
    @DisplayName("GET /listings lists all, each with listing_id, seller, title and list_price")
    void listings() {
        JsonNode all = http.get(marketplace.address() + "/listings").json();

        assertThat(all.toString())
                .isEqualTo("[{\"title\":\"A red bicycle\",\"list_price\":{\"amount\":4900,\"currency\":\"EUR\"},"
                        + "\"listing_id\":\"" + listing + "\",\"seller\":\"slr_1\"}]");
        assertThat(marketplace.listingsOf("slr_1")).containsExactly(listing);
        assertThat(marketplace.listingsOf("slr_2")).isEmpty();
    }

    @Test
    @DisplayName("PRX-6: a write that did not come through the gateway is 401 and changes nothing")
    void writesNeedTheGateway() {
        Answer answer = http.post(
                marketplace.address() + "/listings/" + listing + "/reprice",
                "{\"list_price\":{\"amount\":1,\"currency\":\"EUR\"}}");

        assertThat(answer.status()).isEqualTo(401);
        assertThat(http.get(marketplace.address() + "/listings/" + listing)
                        .json()
                        .at("/list_price/amount")
                        .intValue())
                .isEqualTo(4900);
    }

    @Test
    @DisplayName(
            "PRX-2: the same Idempotency-Key gives the same answer and one effect, also for calls at the same time")
    void idempotency() throws Exception {
        Callable<Answer> call = () -> write("/listings/" + listing + "/answers", "{\"text\":\"Yes\"}", "key-1");
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<String> answers = threads
                    .invokeAll(Stream.generate(() -> call).limit(20).toList())
                    .stream()
                    .map(Future::resultNow)
                    .map(Answer::text)
                    .distinct()
                    .toList();
            assertThat(answers).hasSize(1);
        }
        assertThat(effects()).isEqualTo(1);
        assertThat(log()).hasSize(20);
        assertThat(write("/listings/" + listing + "/offers", "{}", "key-1").status())
                .isEqualTo(409);
    }

    @Test
    @DisplayName(
            "The log has method, path with the raw query, headers and body of what was forwarded, and nothing else")
    void theLog() {
        http.get(marketplace.address() + "/listings");
        http.get(marketplace.address() + "/search?q=red%20b&z=%7E", FORWARDED);
        write("/listings/" + listing + "/answers", "{\"text\": \"Yes\"}", "key-2");

        List<JsonNode> log = log();
        assertThat(log).hasSize(2);
        assertThat(log.getFirst().get("path").stringValue()).isEqualTo("/search?q=red%20b&z=%7E");
        assertThat(log.getFirst().get("effect").booleanValue()).isFalse();
        assertThat(log.getLast().get("method").stringValue()).isEqualTo("POST");
        assertThat(log.getLast().get("body").stringValue()).isEqualTo("{\"text\": \"Yes\"}");
        assertThat(log.getLast().at("/headers/rctp-seller").stringValue()).isEqualTo("slr_1");
        assertThat(http.send("DELETE", marketplace.address() + "/test/log", "").status())
                .isEqualTo(204);
        assertThat(log()).isEmpty();
    }

    @Test
    @DisplayName("PRX-2: a planned veto answers so many times, has no effect, and a retry with the same key then works")
    void behaviour() {
        String path = "/listings/" + listing + "/offers";
        plan("{\"path\":\"/offers\",\"status\":409,\"delay_ms\":0,\"times\":2}");

        assertThat(http.get(marketplace.address() + "/listings").status()).isEqualTo(200);
        assertThat(write(path, "{}", "key-3").status()).isEqualTo(409);
        assertThat(write(path, "{}", "key-3").status()).isEqualTo(409);
        assertThat(write(path, "{}", "key-3").status()).isEqualTo(201);
        assertThat(effects()).isEqualTo(1);
    }

    @Test
    void behavioursTakeABodyAndAMethodAndAreUsedOnceByDefault() {
        plan("{\"path\":\"/listings\",\"status\":503,\"method\":\"GET\",\"body\":{\"why\":\"test\"}}");

        Answer first = http.get(marketplace.address() + "/listings");
        assertThat(first.status()).isEqualTo(503);
        assertThat(first.json().get("why").stringValue()).isEqualTo("test");
        assertThat(http.get(marketplace.address() + "/listings").status()).isEqualTo(200);
    }

    @Test
    @DisplayName(
            "A behaviour for one path isn't used up by a call to a longer one that has its own; of two alike the older goes first")
    void theNearest() {
        String path = "/listings/" + listing + "/offers";
        plan("{\"path\":\"/listings\",\"status\":503}");
        plan("{\"path\":\"" + path + "\",\"status\":409}");
        plan("{\"path\":\"" + path + "\",\"status\":422}");

        assertThat(write(path, "{}", "key-5").status()).isEqualTo(409);
        assertThat(write(path, "{}", "key-5").status()).isEqualTo(422);
        assertThat(http.get(marketplace.address() + "/listings").status()).isEqualTo(503);
    }

    @Test
    @DisplayName("A behaviour without a status only delays: the call has its effect before")
    void delay() {
        plan("{\"path\":\"/answers\",\"delay_ms\":150}");

        long before = System.nanoTime();
        assertThat(write("/listings/" + listing + "/answers", "{}", "key-4").status())
                .isEqualTo(200);
        assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(150_000_000L);
        assertThat(effects()).isEqualTo(1);
    }

    @Test
    void everyVerbHasItsEffect() {
        JsonNode created = write("/listings", "{\"title\":\"Lamp\",\"seller\":\"slr_9\"}", "v1")
                .json();
        assertThat(created.get("seller").stringValue()).isEqualTo("slr_1");
        String offer = write("/listings/" + listing + "/offers", "{\"deal_terms\":{}}", "v2", "RCTP-Offer", "off_1")
                .json()
                .get("offer_id")
                .stringValue();
        assertThat(offer).isEqualTo("off_1");
        assertThat(write("/offers/off_1/counter", "{}", "v3", "RCTP-Offer", "off_2")
                        .status())
                .isEqualTo(201);
        assertThat(write("/offers/off_2/accept", "{}", "v4").json().get("state").stringValue())
                .isEqualTo("accepted");
        assertThat(write("/deals", "{\"checkout\":\"x\"}", "v5", "RCTP-Deal", "dea_1")
                        .status())
                .isEqualTo(201);
        assertThat(write("/deals/dea_1/commit", "{}", "v6").status()).isEqualTo(200);
        assertThat(http.send(
                                "PUT",
                                marketplace.address() + "/listings/" + listing + "/terms",
                                "{\"terms_commitment\":\"c\",\"seller\":\"slr_9\"}",
                                FORWARDED)
                        .json()
                        .get("seller")
                        .stringValue())
                .isEqualTo("slr_1");
        assertThat(http.send("PATCH", marketplace.address() + "/account", "{\"email\":\"a@b.example\"}", FORWARDED)
                        .status())
                .isEqualTo(200);
        assertThat(http.get(marketplace.address() + "/account", FORWARDED).text())
                .contains("a@b.example");
        assertThat(http.get(marketplace.address() + "/listings/" + listing + "/offers")
                        .text())
                .contains("off_1", "off_2");
        assertThat(effects()).isEqualTo(8);
        assertThat(write("/listings/none/answers", "{}", "v7").status()).isEqualTo(404);
    }

    @Test
    @DisplayName("PRX-4: the ungoverned routes: search, a download of any size, a stream of events")
    void ungoverned() {
        assertThat(http.get(marketplace.address() + "/search?q=RED").json().size())
                .isEqualTo(1);
        assertThat(http.get(marketplace.address() + "/search?q=blue").json().size())
                .isEqualTo(0);
        Answer download = http.get(marketplace.address() + "/download?bytes=200001");
        assertThat(download.field("content-length")).isEqualTo("200001");
        assertThat(download.text()).hasSize(200_001).startsWith("abc").endsWith("yzabcdefghi");
        Answer events = http.get(marketplace.address() + "/events-stream?count=3&interval_ms=1");
        assertThat(events.field("content-type")).isEqualTo("text/event-stream");
        assertThat(events.text()).endsWith("id: 3\nevent: tick\ndata: {\"n\":3}\n\n");
    }

    @Test
    void listingsOutliveARestart(@TempDir Path state) throws IOException {
        try (Marketplace first = start(state)) {
            first.addListing("slr_1", "A lamp", PRICE);
        }
        try (Marketplace second = start(state)) {
            assertThat(second.listingsOf("slr_1")).hasSize(1);
        }
    }

    private static Marketplace start(@Nullable Path state) throws IOException {
        return Marketplace.start(new MarketplaceSettings(
                0,
                (request, body) -> request.fields().contains("rctp-seller"),
                IdSource.random(new SecureRandom()),
                state));
    }

    private Answer write(String path, String body, String key, String... headers) {
        String[] all = Stream.of(FORWARDED, new String[] {"Idempotency-Key", key}, headers)
                .flatMap(Stream::of)
                .toArray(String[]::new);
        return http.post(marketplace.address() + path, body, all);
    }

    private void plan(String behaviour) {
        assertThat(http.post(marketplace.address() + "/test/behaviour", behaviour)
                        .status())
                .isEqualTo(200);
    }

    private List<JsonNode> log() {
        return http.get(marketplace.address() + "/test/log")
                .json()
                .valueStream()
                .toList();
    }

    private long effects() {
        return log().stream().filter(line -> line.get("effect").booleanValue()).count();
    }
}
