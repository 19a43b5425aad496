package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.cli.RecordFetch;
import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A sale that its seller was asked about, with refusals on both sides and events of which the marketplace took one, and what a party keeps of it.
 *
 * @param record the negotiation's, as the seller's agent reads it
 * @param proof of that record's head
 * @param profile the gateway's
 * @param logKey the log's key as it is published
 * @param deal the deal's id
 */
public record LoggedRecord(ObjectNode record, ObjectNode proof, JsonNode profile, String logKey, String deal) {

    /** What becomes of a deal. */
    @FunctionalInterface
    private interface Course {
        void events(Asking asking, String deal) throws IOException, InterruptedException;
    }

    /** Sells something, and has the log signed. */
    public static LoggedRecord of(World world, Path state) throws IOException, InterruptedException {
        return of(world, state, LoggedRecord::events);
    }

    /** The same of a deal whose money goes back, where both the release and a refund too early are refused. */
    public static LoggedRecord refunded(World world, Path state) throws IOException, InterruptedException {
        return of(world, state, LoggedRecord::refund);
    }

    private static LoggedRecord of(World world, Path state, Course course) throws IOException, InterruptedException {
        Asking asking = Asking.of(world, state);
        String listing = asking.listed();
        String offer = asking.offered(asking.buyer, listing, 45_000);
        asking.buyer.call(
                "POST",
                "/listings/" + listing + "/offers",
                null,
                Haggle.proposal(30_000).toString());
        asking.call("/offers/" + offer + "/counter", Haggle.proposal(20_000));
        var asked = Asking.asked(asking.accept(offer));
        JsonNode open = asking.phone.open(Asking.url(asked)).json();
        String challenge = open.path("challenges").path("approve").stringValue();
        assertThat(asking.phone.answer(Asking.url(asked), "approve", challenge).status())
                .isEqualTo(200);
        JsonNode accepted = asking.buyer.read("/offers/" + offer, null).json();
        String checkout = accepted.path("checkout").stringValue();
        JsonNode deal = Haggle.ok(
                        201,
                        asking.buyer.call(
                                "POST",
                                "/deals",
                                null,
                                JsonNodeFactory.instance
                                        .objectNode()
                                        .put("checkout", checkout)
                                        .toString()))
                .json();
        course.events(asking, deal.path("deal_id").stringValue());
        assertThat(Asking.manage(world, state, "POST", "/checkpoint", "").statusCode())
                .isEqualTo(200);
        String chain = "/records/negotiation/" + accepted.path("negotiation_id").stringValue();
        String token = asking.grant.token();
        return new LoggedRecord(
                (ObjectNode) Haggle.ok(200, asking.seller.read(chain, token)).json(),
                (ObjectNode) Haggle.ok(200, asking.seller.read(chain + "/proof", token))
                        .json(),
                world.get(world.address("gateway_profile")),
                text(world, "/.well-known/rctp/checkpoint-key"),
                deal.path("deal_id").stringValue());
    }

    /** The holder is refused what is too early, the marketplace what has happened, and the buyer accepts. */
    private static void events(Asking asking, String deal) throws IOException, InterruptedException {
        Agent holder = asking.world.agent("escrow", 0);
        asking.world.behave("/deals/" + deal + "/events", 422, 0, 1);
        assertThat(report(asking, holder, deal, "released").status()).isEqualTo(409);
        assertThat(report(asking, holder, deal, "funds_held").status()).isEqualTo(201);
        assertThat(report(asking, asking.buyer, deal, "accepted").status()).isEqualTo(201);
        await().atMost(Duration.ofSeconds(30)).until(() -> told(asking, deal) == 2);
    }

    private static void refund(Asking asking, String deal) throws IOException, InterruptedException {
        Agent holder = asking.world.agent("escrow", 0);
        Agent marketplace = asking.world.agent("marketplace", 0);
        assertThat(report(asking, holder, deal, "funds_held").status()).isEqualTo(201);
        assertThat(report(asking, marketplace, deal, "delivered").status()).isEqualTo(201);
        assertThat(report(asking, asking.buyer, deal, "rejected").status()).isEqualTo(201);
        assertThat(report(asking, holder, deal, "released").status()).isEqualTo(409);
        assertThat(report(asking, holder, deal, "refund").status()).isEqualTo(409);
        assertThat(report(asking, asking.world.agent("carrier", 0), deal, "return")
                        .status())
                .isEqualTo(201);
        assertThat(report(asking, holder, deal, "refund").status()).isEqualTo(201);
        await().atMost(Duration.ofSeconds(30)).until(() -> told(asking, deal) == 5);
    }

    private static Answer report(Asking asking, Agent by, String deal, String type)
            throws IOException, InterruptedException {
        Instant now = asking.world.clock().instant();
        ObjectNode claims = JsonNodeFactory.instance.objectNode();
        claims.put("iss", by.profile()).put("deal_id", deal).put("type", type);
        claims.put("occurred_at", now.truncatedTo(ChronoUnit.SECONDS).toString());
        claims.put("iat", now.getEpochSecond()).put("jti", UUID.randomUUID().toString());
        switch (type) {
            case "delivered" ->
                claims.put("relation", "relayed")
                        .put("reported_by", "Some Parcels")
                        .put("source_event_id", UUID.randomUUID().toString());
            case "return" -> claims.put("relation", "first_hand");
            case "rejected" -> claims.put("reason", "not_as_described");
            case "funds_held", "released", "refund" -> claims.set("amount", Haggle.money(45_000, "EUR"));
            default -> {
                // says nothing more
            }
        }
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("event", by.jws("rctp-deal-event+jwt", claims));
        return by.call("POST", "/deals/" + deal + "/events", null, body.toString());
    }

    /** How many events the marketplace has answered. */
    private static long told(Asking asking, String deal) throws IOException, InterruptedException {
        return asking.buyer
                .read("/records/deal/" + deal, null)
                .json()
                .path("entries")
                .valueStream()
                .filter(entry -> entry.at("/body/action").asString("").equals("deal.event"))
                .filter(entry ->
                        Set.of("done", "failed").contains(entry.path("kind").asString()))
                .count();
    }

    /** What the marketplace's own export of the deal is (REC-6). */
    public byte[] dossier(World world, Path state) throws IOException, InterruptedException {
        return dossier(world, state, deal);
    }

    /** The same of any deal. */
    static byte[] dossier(World world, Path state, String deal) throws IOException, InterruptedException {
        JsonNode secrets = JsonMapper.shared().readTree(Files.readString(state.resolve("secrets.json")));
        String bearer = secrets.path("RCTP_MANAGEMENT_SECRET").asString();
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (HttpClient http = HttpClient.newHttpClient()) {
            new RecordFetch(http, world.address("management"), bearer).write(deal, file, 1 << 24);
        }
        return file.toByteArray();
    }

    /** The record with the proof and all keys in it, as one file. */
    public ObjectNode bundle() {
        ObjectNode bundle = record.deepCopy();
        bundle.set("keys", profile.path("keys"));
        bundle.putArray("proofs").add(proof);
        return bundle.put("log_key", logKey.strip());
    }

    private static String text(World world, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(world.gateway().resolve(path + "?" + UUID.randomUUID()))
                .build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(200);
            return answer.body();
        }
    }
}
