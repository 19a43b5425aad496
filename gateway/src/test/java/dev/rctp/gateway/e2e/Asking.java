package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.SellersPhone;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.SignatureAlgorithm;
import dev.rctp.registries.Registries;
import dev.rctp.registries.Schemas;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A seller of their own with a passkey, and the agent that has to ask them; every answer is checked against its schema. */
final class Asking {

    static final int PRICE = 50_000;
    static final int FLOOR = 40_000;
    static final String ACCEPT = "offer.accept";

    private static final Schemas SCHEMAS = Registries.load().schemas();
    private static final List<String> SCOPES = List.of(
            "dev.rctp.listing:create",
            "dev.rctp.listing:set_terms",
            "dev.rctp.listing:reprice",
            "dev.rctp.listing:answer_buyer",
            "dev.rctp.deal:offer_counter",
            "dev.rctp.deal:offer_accept");

    final World world;
    final String sub = "seller-" + UUID.randomUUID();
    final Agent seller;
    final Agent buyer;
    final Agent rival;
    final SellersPhone phone;
    World.Granted grant;

    private Asking(World world, Path state) throws IOException, InterruptedException {
        this.world = world;
        this.seller = world.agent("seller-ops", 0);
        this.buyer = world.agent("buyer-ops-b", 0);
        this.rival = world.agent("buyer-ops-a", 0);
        this.phone = phone(world, state, sub);
        this.grant = granted("ask");
    }

    static Asking of(World world, Path state) throws IOException, InterruptedException {
        return new Asking(world, state);
    }

    /** A phone whose passkey the marketplace vouches for as this seller's. */
    static SellersPhone phone(World world, Path state, String sub) throws IOException, InterruptedException {
        Cryptography cryptography = Cryptography.select();
        ObjectNode jwk = cryptography.generateJwk(SignatureAlgorithm.ES256);
        ObjectNode known = JsonNodeFactory.instance.objectNode().put("sub", sub);
        ObjectNode passkey = known.putObject("passkey");
        passkey.put(
                "credential_id",
                Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString(UUID.randomUUID().toString().getBytes(StandardCharsets.UTF_8)));
        passkey.set("jwk", jwk);
        passkey.put("rp_id", "localhost").put("origin", world.gateway().toString());
        ObjectNode open = jwk.deepCopy();
        open.remove(List.of("d", "kid", "use"));
        ObjectNode body = JsonNodeFactory.instance.objectNode().set("credential_id", passkey.path("credential_id"));
        body.set("jwk", open);
        HttpResponse<String> taken =
                manage(world, state, "POST", "/sellers/" + encoded(sub) + "/passkeys", body.toString());
        assertThat(taken.statusCode()).as(taken.body()).isEqualTo(201);
        return new SellersPhone(known, cryptography);
    }

    static String encoded(String sub) {
        return URLEncoder.encode(sub, StandardCharsets.UTF_8);
    }

    /** A call of the management API. */
    static HttpResponse<String> manage(World world, Path state, String method, String path, String body)
            throws IOException, InterruptedException {
        JsonNode secrets = JsonMapper.shared().readTree(Files.readString(state.resolve("secrets.json")));
        try (HttpClient http = HttpClient.newHttpClient()) {
            URI uri = world.address("management").resolve(path);
            return http.send(
                    HttpRequest.newBuilder(uri)
                            .header(
                                    "authorization",
                                    "Bearer "
                                            + secrets.path("RCTP_MANAGEMENT_SECRET")
                                                    .asString())
                            .method(method, HttpRequest.BodyPublishers.ofString(body))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }

    World.Granted granted(String tier) throws IOException, InterruptedException {
        return granted(tier, Duration.ofHours(1));
    }

    World.Granted granted(String tier, Duration time) throws IOException, InterruptedException {
        Map<String, String> tiers = new HashMap<>();
        SCOPES.forEach(scope -> tiers.put(scope, tier));
        return world.grant(sub, seller, SCOPES, tiers, time);
    }

    ObjectNode terms() {
        return terms(FLOOR);
    }

    ObjectNode terms(long floor) {
        ObjectNode terms = JsonNodeFactory.instance.objectNode();
        terms.set("floor", Haggle.money(floor, "EUR"));
        terms.put(
                "available_until",
                world.clock().instant().plus(Duration.ofDays(30)).toString());
        terms.putArray("fulfillment_options").add("pickup").add("shipping");
        terms.putArray("payment_terms").add("escrow");
        terms.put("deliver_within_days", 5);
        return terms;
    }

    ObjectNode listing() {
        ObjectNode listing = JsonNodeFactory.instance.objectNode().put("title", "A lamp");
        listing.set("list_price", Haggle.money(PRICE, "EUR"));
        return listing.put("term_set", "goods.small/1");
    }

    /** A listing that its seller approved; its id. */
    String listed() throws IOException, InterruptedException {
        Answer asked = asked(call("/listings", listing()));
        SellersPhone.Said approved = approve(asked, terms());
        assertThat(approved.status()).as(approved.json().toString()).isEqualTo(200);
        return approved.json().path("result").path("body").path("listing_id").stringValue();
    }

    /** Fills in the form and approves. */
    SellersPhone.Said approve(Answer asked, ObjectNode terms) throws IOException, InterruptedException {
        SellersPhone.Said filled = phone.fill(url(asked), terms);
        assertThat(filled.status()).as(filled.json().toString()).isEqualTo(200);
        return phone.answer(
                url(asked),
                "approve",
                filled.json().path("challenges").path("approve").stringValue());
    }

    Answer call(String target, ObjectNode body) throws IOException, InterruptedException {
        return seller.call("POST", target, grant.token(), body.toString());
    }

    Answer setTerms(String listing, ObjectNode body) throws IOException, InterruptedException {
        return seller.call("PUT", "/listings/" + listing + "/terms", grant.token(), body.toString());
    }

    Answer accept(String offer) throws IOException, InterruptedException {
        return call("/offers/" + offer + "/accept", JsonNodeFactory.instance.objectNode());
    }

    String offered(Agent agent, String listing, long amount) throws IOException, InterruptedException {
        Answer offer = agent.call(
                "POST",
                "/listings/" + listing + "/offers",
                null,
                Haggle.proposal(amount).toString());
        return Haggle.id(Haggle.ok(201, Haggle.checked("offer", offer)));
    }

    String state(Agent agent, String offer) throws IOException, InterruptedException {
        return Haggle.ok(200, agent.read("/offers/" + offer, null))
                .json()
                .path("state")
                .stringValue();
    }

    /** The same answer, if it says that the seller is asked. */
    static Answer asked(Answer answer) {
        assertThat(answer.status())
                .as(new String(answer.body(), StandardCharsets.UTF_8))
                .isEqualTo(202);
        assertThat(SCHEMAS.validate("approval-request", answer.json()))
                .as(answer.json().toString())
                .isEmpty();
        assertThat(answer.decision())
                .matches("ask;approval_id=\"" + id(answer) + "\";expires_in=[0-9]+;on_timeout=deny");
        return answer;
    }

    static String id(Answer asked) {
        return asked.json().path("approval_id").stringValue();
    }

    static String url(Answer asked) {
        return asked.json().path("approval_url").stringValue();
    }

    /** What the agent that asked reads of it. */
    JsonNode status(Answer asked) throws IOException, InterruptedException {
        return status(asked, "");
    }

    JsonNode status(Answer asked, String query) throws IOException, InterruptedException {
        JsonNode status = Haggle.ok(200, seller.read("/approvals/" + id(asked) + query, null))
                .json();
        assertThat(SCHEMAS.validate("approval-status", status))
                .as(status.toString())
                .isEmpty();
        return status;
    }

    /** What the marketplace got on paths that hold this text. */
    List<JsonNode> forwarded(String path) throws IOException, InterruptedException {
        return world.forwarded().stream()
                .filter(request -> request.path("path").stringValue().contains(path))
                .toList();
    }
}
