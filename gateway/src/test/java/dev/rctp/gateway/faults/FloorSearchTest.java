package dev.rctp.gateway.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.store.embedded.EmbeddedServer;
import dev.rctp.gateway.store.embedded.ServerBinaries;
import dev.rctp.registries.Money;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The private floor, looked for in all that leaves the gateway while the whole story is told. */
@Tag("long")
class FloorSearchTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Ten digits each, so that none stands anywhere by chance; of currencies with two, no and three digits. */
    private static final List<Priced> THINGS = List.of(
            new Priced(9_182_637_405L, 7_391_846_205L, 8_137_295_446L, "EUR"),
            new Priced(8_264_913_570L, 6_491_735_829L, 7_519_283_664L, "JPY"),
            new Priced(7_735_192_846L, 5_283_946_171L, 6_948_372_115L, "KWD"));

    /** What stands in the database for approvals in the end. */
    private static final List<String> APPROVING = List.of(
            "passkey_seller", "passkey", "enrolment_challenge", "approval", "approval_challenge", "approval_terms");

    /** By which each seller's agent lowers its list price. */
    private static final long CUT = 1000;

    @TempDir
    Path state;

    private final FloorArtefacts artefacts = new FloorArtefacts();
    private final List<String> listings = new ArrayList<>();
    private String sub = "";

    /** What a thing costs, the least its seller takes, and the least they take later, in minor units. */
    private record Priced(long price, long floor, long raised, String currency) {
        Stream<Long> secrets() {
            return Stream.of(floor, price - floor, raised, price - raised);
        }
    }

    @Test
    @DisplayName(
            "INV-1: no floor in any answer, hosted page, webhook, log line, span, metric, record, statement, table or file, in any spelling, while the whole story is told")
    void nothingTellsTheFloor() throws Exception {
        Queue<String> spans = new ConcurrentLinkedQueue<>();
        HttpServer collector = collector(spans);
        ServerBinaries programs = ServerBinaries.unpack(Surroundings.PROGRAMS);
        try (Surroundings around = Surroundings.in(state, 28_300, this::list);
                EmbeddedServer server = EmbeddedServer.start(around.database(), programs);
                StatementLog statements = StatementLog.of(server, around.database())) {
            GatewayProcess gateway = around.serve("gateway", Map.of("RCTP_LOG_LEVEL", "DEBUG"), config -> {
                statements.external(config);
                config.withObject("/upstream").put("response_timeout", "2s");
                config.putObject("approvals").put("timeout", "30s");
                config.putObject("telemetry")
                        .put(
                                "otlp_endpoint",
                                "http://localhost:" + collector.getAddress().getPort() + "/v1/traces")
                        .put("sample_ratio", 1);
            });
            tell(around);
            HeldStory held = new HeldStory(around, sub, artefacts);
            for (Priced thing : THINGS) {
                held.tell(thing.price(), thing.floor(), thing.raised(), thing.currency());
            }
            Map<String, String> whileAsked = statements.tables();
            assertThat(APPROVING)
                    .allSatisfy(table -> assertThat(whileAsked.get("public." + table))
                            .as("rows of %s", table)
                            .isNotEmpty());
            whileAsked.forEach((table, rows) -> artefacts.keep("table", table + "\n" + rows));
            held.end();
            await("spans").atMost(Duration.ofSeconds(30)).until(() -> !spans.isEmpty());
            management(around.world());
            gateway.terminate();
            gateway.exit(Duration.ofSeconds(60));

            spans.forEach(export -> artefacts.keep("span export", export));
            gateway.output().lines().forEach(line -> artefacts.keep(logKind(line), line));
            around.world().forwarded().forEach(call -> artefacts.keep("call to the marketplace", call.toString()));
            around.world()
                    .get(around.world().test("webhooks"))
                    .forEach(webhook -> artefacts.keep(webhookKind(webhook), webhook.toString()));
            Map<String, String> tables = statements.tables();
            tables.forEach((table, rows) -> artefacts.keep("table", table + "\n" + rows));
            artefacts.keep("PostgreSQL's log, each statement with its parameters", statements.text());
            files(around.database());
        } finally {
            collector.stop(0);
        }
        artefacts.search(
                THINGS.stream().flatMap(Priced::secrets).toList(),
                THINGS.stream()
                        .flatMap(thing -> Stream.of(thing.price(), thing.price() - CUT))
                        .toList());
    }

    private static String logKind(String line) {
        return line.contains("\"hosted\"") ? "log line of a hosted page" : "log line";
    }

    private static String webhookKind(JsonNode webhook) {
        boolean marketplaces = webhook.path("operator").stringValue("").equals("marketplace");
        return marketplaces ? "webhook to the marketplace" : "webhook to an operator";
    }

    private void list(World world) throws IOException, InterruptedException {
        sub = world.listings().getFirst().path("seller").asString();
        for (Priced thing : THINGS) {
            Money price = new Money(thing.price(), thing.currency());
            listings.add(world.list(sub, "A camera", price, new Money(thing.floor(), thing.currency())));
        }
    }

    private void tell(Surroundings around) throws Exception {
        World world = around.world();
        Agent seller = around.agents("seller-ops", around.gateway()).getFirst();
        Bargain granted = Bargain.over("none", sub, world, seller, around.gateway());
        List<Agent> probers = around.agents("buyer-ops-a", around.gateway());
        List<Agent> buyers = around.agents("buyer-ops-b", around.gateway());
        for (int i = 0; i < THINGS.size(); i++) {
            Priced thing = THINGS.get(i);
            Bargain bargain = granted.in(listings.get(i), thing.currency());
            probe(bargain, probers, thing.price(), thing.floor());
            String offer = negotiate(bargain, world, buyers.getFirst(), thing.price(), thing.floor());
            buy(bargain, world, buyers, offer);
            mistakes(bargain, buyers.getLast(), thing.price());
        }
        told("GET", "/listings/unknown/terms", seller.read("/listings/unknown/terms", null));
        told("GET", "/.well-known/ucp", seller.read("/.well-known/ucp", null));
        told("GET", "/.well-known/rctp-openapi.json", seller.read("/.well-known/rctp-openapi.json", null));
    }

    private void probe(Bargain bargain, List<Agent> probers, long price, long floor) throws Exception {
        Agent one = probers.getFirst();
        told("GET", one.read("/listings/" + bargain.listing() + "/terms", null));
        String key = Agent.newKey();
        for (int again = 0; again < 2; again++) {
            String low = bargain.proposal(floor - 1, null);
            refused(one.call("POST", bargain.offers(), null, low, key), 403, "below_floor");
        }
        refused(bargain.offer(one, floor / 2), 403, "below_floor");
        refused(bargain.offer(one, 1), 403, "below_floor");
        refused(bargain.offer(one, price), 429, "offer_budget_exceeded");
        for (long amount = floor + 3; amount > floor - 1; amount -= 2) {
            told("offer.create", bargain.offer(probers.getLast(), amount));
        }
    }

    private String negotiate(Bargain bargain, World world, Agent buyer, long price, long floor) throws Exception {
        String first = id(201, bargain.offer(buyer, floor + 12));
        refused(bargain.counter(first, floor - 3), 403, "below_floor");
        refused(bargain.reprice(floor - 2), 403, "below_floor");
        told("listing.reprice", Bargain.ok(200, bargain.reprice(price - CUT)));
        told("offer.counter", Bargain.ok(201, bargain.counter(first, price - 2000)));
        String body = bargain.proposal(floor + 4_321, first);
        String second = id(201, buyer.call("POST", bargain.offers(), null, body));
        refused(bargain.counter(second, 1), 403, "below_floor");
        refused(bargain.counter(second, price), 429, "offer_budget_exceeded");
        refused(bargain.reprice(price), 429, "offer_budget_exceeded");

        world.behave("/offers/" + second + "/accept", 409, 0, 1);
        told("a veto", Bargain.ok(409, bargain.accept(second)));
        world.behave("/offers/" + second + "/accept", 500, 0, 4);
        String key = Agent.newKey();
        String accept = "/offers/" + second + "/accept";
        await("the accept")
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(300))
                .until(() -> {
                    Answer answer = bargain.seller().call("POST", accept, bargain.token(), "{}", key);
                    return told("offer.accept", answer).status() == 200;
                });
        told("offer.create", bargain.offer(buyer, price));
        return second;
    }

    private void buy(Bargain bargain, World world, List<Agent> buyers, String offer) throws Exception {
        Agent buyer = buyers.getFirst();
        Answer read = told("GET", Bargain.ok(200, buyer.read("/offers/" + offer, null)));
        String redemption = Bargain.redemption(read.json().path("checkout").stringValue());
        refused(buyers.getLast().call("POST", "/deals", null, redemption), 422, "checkout_invalid");
        world.behave("/deals", 422, 0, 1);
        told("a veto", Bargain.ok(422, buyer.call("POST", "/deals", null, redemption)));
        Answer deal = told("deal.open", Bargain.ok(201, buyer.call("POST", "/deals", null, redemption)));
        refused(buyer.call("POST", "/deals", null, redemption), 422, "checkout_invalid");
        refused(bargain.offer(buyer, 1), 409, "listing_closed");
        refused(bargain.reprice(1), 409, "listing_closed");

        String negotiation =
                "/records/negotiation/" + deal.json().path("negotiation_id").stringValue();
        List<String> subjects = List.of(
                negotiation,
                "/records/deal/" + deal.json().path("deal_id").stringValue(),
                "/records/listing/" + bargain.listing(),
                "/offers/" + offer,
                bargain.offers(),
                "/listings/" + bargain.listing() + "/terms",
                "/listings/" + bargain.listing());
        for (String subject : subjects) {
            told("GET", subject, bargain.seller().read(subject, bargain.token()));
            told("GET", subject, buyer.read(subject, null));
            told("GET", subject, buyers.getLast().read(subject, null));
        }
    }

    private void mistakes(Bargain bargain, Agent agent, long price) throws Exception {
        String good = bargain.proposal(price, null);
        for (String bad : List.of(
                "{",
                "{}",
                good.replace("escrow", "cash_on_pickup"),
                good.replace(bargain.currency(), "CHF"),
                good.replace(Long.toString(price), "-1"),
                good.replace(Long.toString(price), price + ".0"),
                good.replace(Long.toString(price), price + "000000000000"),
                bargain.proposal(price, "off_unknown"),
                good.replaceFirst("\\{", "{\"floor\":1,"),
                good.replaceFirst("\\{", "{\"expires_at\":\"2001-01-01T00:00:00Z\","))) {
            told("a mistake", agent.call("POST", bargain.offers(), null, bad));
            told("a mistake", bargain.seller().call("POST", "/offers/off_unknown/counter", bargain.token(), bad));
        }
        told("no token", bargain.seller().call("POST", "/listings/" + bargain.listing() + "/reprice", null, "{}"));
        told("no key", agent.call("POST", bargain.offers(), null, good, ""));
    }

    private void management(World world) throws Exception {
        URI management = world.address("management");
        String bearer = "Bearer "
                + JSON.readTree(Files.readAllBytes(state.resolve("secrets.json")))
                        .path("RCTP_MANAGEMENT_SECRET")
                        .asString();
        try (HttpClient http = HttpClient.newHttpClient()) {
            for (String path : List.of("/metrics", "/readyz", "/healthz", "/debug", "/listings/x")) {
                plain(http, management.resolve(path), "GET", null, "");
                plain(http, management.resolve(path), "GET", bearer, "");
            }
            String seller = "/sellers/" + URLEncoder.encode(sub, StandardCharsets.UTF_8);
            for (String path : List.of(seller + "/approvals", seller + "/passkeys", "/sellers/x/approvals", "/keys")) {
                plain(http, management.resolve(path), "GET", bearer, "");
            }
            plain(http, management.resolve(seller + "/passkeys"), "POST", bearer, "{}");
            String listing =
                    management.resolve("/listings/" + listings.getFirst()).toString();
            plain(http, URI.create(listing), "PUT", bearer, "{}");
            plain(http, URI.create(listing), "DELETE", bearer, "");
        }
    }

    private void plain(HttpClient http, URI uri, String method, @Nullable String authorization, String body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .header("content-type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (authorization != null) {
            request.header("authorization", authorization);
        }
        HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        String kind = uri.getPath().equals("/metrics") ? "metrics" : "answer of the management port";
        artefacts.keep(kind, response.statusCode() + "\n" + response.headers().map() + "\n" + response.body());
    }

    private static HttpServer collector(Queue<String> exports) throws IOException {
        HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/", exchange -> {
            try (exchange) {
                exports.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1));
                exchange.getResponseHeaders().add("content-type", "application/x-protobuf");
                exchange.sendResponseHeaders(200, -1);
            }
        });
        http.start();
        return http;
    }

    private void files(Path database) throws IOException {
        try (var all = Files.walk(state)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                boolean inside = file.startsWith(database.resolve("data"));
                artefacts.keep(
                        inside ? FloorArtefacts.DATABASE : "file beside it",
                        new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
            }
        }
    }

    private static String id(int status, Answer answer) {
        return Bargain.ok(status, answer).json().path("offer_id").stringValue();
    }

    private void refused(Answer answer, int status, String reason) {
        assertThat(told("a refusal", answer).decision()).endsWith("reason=" + reason);
        assertThat(answer.status()).isEqualTo(status);
    }

    private Answer told(String what, String target, Answer answer) {
        return told(what + " " + target, answer);
    }

    private Answer told(String what, Answer answer) {
        String kind = what.startsWith("GET /records/") ? "record" : "answer";
        artefacts.keep(kind, what, answer);
        return answer;
    }
}
