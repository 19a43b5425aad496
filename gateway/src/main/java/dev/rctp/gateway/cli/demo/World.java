package dev.rctp.gateway.cli.demo;

import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.MalformedKeyException;
import dev.rctp.msgsig.SignatureAlgorithm;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Money;
import dev.rctp.registries.StrictJson;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A running sandbox as its {@code sandbox.json} shows it to anyone outside. */
public final class World {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final JsonNode file;
    private final Path secrets;
    private final Cryptography cryptography;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    /** Reads the file that the sandbox wrote when it was ready. */
    public World(Path sandboxFile, Cryptography cryptography) throws IOException {
        try {
            this.file = StrictJson.parse(Files.readAllBytes(sandboxFile));
        } catch (InvalidJsonException e) {
            throw new IOException("sandbox.json is not JSON: " + e.getMessage(), e);
        }
        this.secrets = sandboxFile.resolveSibling("secrets.json");
        this.cryptography = cryptography;
    }

    /** Where the gateway is. */
    public URI gateway() {
        return URI.create(file.path("gateway").asString());
    }

    /** An address of {@code sandbox.json}, such as {@code management}. */
    public URI address(String name) {
        return URI.create(file.path(name).asString());
    }

    /** The n-th seller of {@code sandbox.json}, from 0. */
    public JsonNode seller(int n) {
        return file.path("sellers").get(n);
    }

    /** The n-th agent of an operator, from 0. */
    public Agent agent(String operator, int n) {
        for (JsonNode known : file.path("operators")) {
            if (known.path("name").asString().equals(operator)) {
                return agent(
                        known.path("profile").asString(), known.path("agents").get(n));
            }
        }
        throw new IllegalArgumentException("no operator " + operator);
    }

    /** An agent with a fresh key that claims this profile. */
    public Agent stranger(String profile) {
        ObjectNode stranger = JSON.createObjectNode().put("agent_id", "stranger");
        stranger.set("jwk", cryptography.generateJwk(SignatureAlgorithm.ES256));
        return agent(profile, stranger);
    }

    /** An agent with this {@code agent_id} and private {@code jwk} under this profile. */
    public Agent agent(String profile, JsonNode agent) {
        try {
            return new Agent(
                    http,
                    gateway(),
                    agent.path("agent_id").asString(),
                    profile,
                    cryptography.signingKey(agent.path("jwk")),
                    clock());
        } catch (MalformedKeyException e) {
            throw new IllegalStateException("a key of sandbox.json is malformed", e);
        }
    }

    /** The sandbox's one clock, asked each time. */
    public InstantSource clock() {
        URI clock = test("clock");
        return () -> {
            try {
                return Instant.parse(get(clock).path("now").asString());
            } catch (IOException e) {
                throw new IllegalStateException("the sandbox's clock does not answer", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            }
        };
    }

    /** Moves the clock forward. */
    public void advance(Duration step) throws IOException, InterruptedException {
        post(test("clock"), JSON.createObjectNode().put("advance_s", step.toSeconds()));
    }

    /** The listings that the marketplace shows: {@code listing_id}, {@code seller}, {@code title}, {@code list_price}. */
    public List<JsonNode> listings() throws IOException, InterruptedException {
        JsonNode listings = get(address("marketplace").resolve("/listings"));
        return (listings.isArray() ? listings : listings.path("listings"))
                .valueStream()
                .toList();
    }

    /** Lets a seller list a thing at this price with terms that they approve, this floor among them; gives its {@code listing_id}. */
    public String list(String sub, String title, Money listPrice, Money floor)
            throws IOException, InterruptedException {
        ObjectNode listing = JSON.createObjectNode();
        listing.put("seller", sub).put("title", title).put("term_set", "goods.small/1");
        put(listing.putObject("list_price"), listPrice);
        ObjectNode terms = listing.putObject("terms");
        put(terms.putObject("floor"), floor);
        terms.put("available_until", clock().instant().plus(Duration.ofDays(30)).toString());
        terms.putArray("fulfillment_options").add("pickup").add("shipping");
        terms.putArray("payment_terms").add("escrow");
        terms.put("deliver_within_days", 7);
        return list(listing);
    }

    /** Lists a thing as this request to the sandbox says; gives its {@code listing_id}. */
    public String list(ObjectNode listing) throws IOException, InterruptedException {
        return post(test("listings"), listing).path("listing_id").asString();
    }

    private static void put(ObjectNode json, Money money) {
        json.put("amount", money.amount()).put("currency", money.currency());
    }

    /** A grant. */
    public record Granted(String grantId, String token) {}

    /** Lets a seller grant an agent these scopes with these tiers, for an hour. */
    public Granted grant(String sub, Agent agent, List<String> scopes, Map<String, String> tiers)
            throws IOException, InterruptedException {
        return grant(sub, agent, scopes, tiers, Duration.ofHours(1));
    }

    /** Lets a seller grant an agent these scopes with these tiers, for this time. */
    public Granted grant(String sub, Agent agent, List<String> scopes, Map<String, String> tiers, Duration time)
            throws IOException, InterruptedException {
        ObjectNode request = JSON.createObjectNode();
        request.put("sub", sub)
                .put("jkt", agent.jkt())
                .put("agent_id", agent.agentId())
                .put("expires_in", time.toSeconds());
        scopes.forEach(request.putArray("scopes")::add);
        tiers.forEach(request.putObject("tiers")::put);
        JsonNode granted = post(test("grant"), request);
        return new Granted(
                granted.path("grant_id").asString(),
                granted.path("access_token").asString());
    }

    /** Lets the seller revoke the grant. */
    public void revoke(Granted grant) throws IOException, InterruptedException {
        post(URI.create(test("grant") + "/" + grant.grantId() + "/revoke"), JSON.createObjectNode());
    }

    /** What the gateway forwarded to the marketplace. */
    public List<JsonNode> forwarded() throws IOException, InterruptedException {
        return get(test("marketplace_log")).valueStream().toList();
    }

    /** Makes the marketplace answer so: {@code path}, {@code status}, {@code delay_ms}, {@code times}. */
    public void behave(String path, int status, int delayMillis, int times) throws IOException, InterruptedException {
        ObjectNode behaviour = JSON.createObjectNode();
        behaviour
                .put("path", path)
                .put("status", status)
                .put("delay_ms", delayMillis)
                .put("times", times);
        post(test("marketplace_behaviour"), behaviour);
    }

    /** Plans how this operator's host answers its next webhooks. */
    public void failWebhooks(String operator, int status, int times) throws IOException, InterruptedException {
        ObjectNode behaviour = JSON.createObjectNode().put("path", "/" + operator + "/webhooks");
        post(test("webhooks"), behaviour.put("status", status).put("times", times));
    }

    /** A test endpoint's address. */
    public URI test(String name) {
        return URI.create(file.path("test").path(name).asString());
    }

    /** Has the gateway sign its log of chain heads now, as the marketplace can; gives the checkpoint. */
    public JsonNode signLog() throws IOException, InterruptedException {
        String secret = JSON.readTree(Files.readAllBytes(secrets))
                .path("RCTP_MANAGEMENT_SECRET")
                .asString();
        return exchange(HttpRequest.newBuilder(address("management").resolve("/checkpoint"))
                .header("authorization", "Bearer " + secret)
                .POST(HttpRequest.BodyPublishers.noBody()));
    }

    /** What the gateway publishes at this path, as text. */
    public String text(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(gateway().resolve(path))
                .timeout(Duration.ofSeconds(20))
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    /** A JSON document. */
    public JsonNode get(URI uri) throws IOException, InterruptedException {
        return exchange(HttpRequest.newBuilder(uri).GET());
    }

    private JsonNode post(URI uri, JsonNode body) throws IOException, InterruptedException {
        return exchange(HttpRequest.newBuilder(uri)
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body))));
    }

    private JsonNode exchange(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<byte[]> response =
                http.send(request.timeout(Duration.ofSeconds(20)).build(), HttpResponse.BodyHandlers.ofByteArray());
        if (response.statusCode() >= 300) {
            throw new IOException(response.uri() + " answered " + response.statusCode());
        }
        return response.body().length == 0 ? JSON.nullNode() : JSON.readTree(response.body());
    }
}
