package dev.rctp.gateway.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.e2e.Sandboxed;
import dev.rctp.registries.Money;
import dev.rctp.registries.Registries;
import dev.rctp.registries.StrictJson;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** {@code docs/deals.md}: its exchanges are played as they stand there, in their order. */
@ExtendWith(Sandboxed.class)
class DealsPageTest {

    private static final Pattern EVENT = Pattern.compile("<([a-z_]+) by ([a-z]+)>");
    private static final List<String> SCOPES = List.of("dev.rctp.deal:offer_accept", "dev.rctp.deal:commit_to_ship");
    private static final Money PRICE = new Money(78_000, "EUR");

    @TempDir
    private Path folder;

    private static Page page() throws Exception {
        return Checkout.page("docs/deals.md");
    }

    @Test
    @DisplayName(
            "EVT-1 to EVT-5, DEC-4: every exchange of the page happens as it stands there; its claims are those of the schema")
    void exchanges(World world) throws Exception {
        String sub = world.listings().getFirst().path("seller").stringValue();
        Map<String, Agent> agents = Map.of(
                "seller", world.agent("seller-ops", 0),
                "buyer", world.agent("buyer-ops-b", 0),
                "stranger", world.agent("buyer-ops-a", 0),
                "holder", world.agent("escrow", 0),
                "carrier", world.agent("carrier", 0));
        String token = world.grant(
                        sub,
                        of(agents, "seller"),
                        SCOPES,
                        SCOPES.stream().collect(Collectors.toMap(s -> s, _ -> "auto")))
                .token();
        JsonNode deal = opened(world, agents, sub, token);
        Map<String, String> known = new HashMap<>();
        known.put("dea_1", deal.path("deal_id").stringValue());
        known.put(
                "2027-01-31T00:00:00Z",
                world.clock().instant().plus(Duration.ofDays(3)).toString());
        ExchangePlayer player = new ExchangePlayer(world.gateway(), agents, token, null, known);
        Map<String, String> signed = new HashMap<>();

        Iterator<String> blocks = page().blocks("http").iterator();
        int exchanges = 0;
        while (blocks.hasNext()) {
            HttpExample request = HttpExample.parse(blocks.next());
            Matcher event = EVENT.matcher(request.body());
            if (event.find()) {
                String named = event.group();
                player.know(
                        named,
                        signed.computeIfAbsent(
                                named, _ -> event(world, of(agents, event.group(2)), event.group(1), deal)));
            }
            player.play(request, blocks.next());
            exchanges++;
        }
        assertThat(exchanges).isEqualTo(11);
    }

    @Test
    @DisplayName("EVT-1: what the page's Node.js and Java make of a key is an event that the gateway records")
    void made(World world, Path state) throws Exception {
        String sub = world.listings().getFirst().path("seller").stringValue();
        Agent holder = world.agent("escrow", 0);
        Map<String, Agent> agents =
                Map.of("seller", world.agent("seller-ops", 0), "buyer", world.agent("buyer-ops-b", 0));
        Files.writeString(folder.resolve("agent.jwk"), jwk(state, holder).toString());
        Instant now = world.clock().instant(); // other tests may have moved it
        Files.writeString(
                folder.resolve("event.mjs"),
                page().block("js", "rctp-deal-event+jwt").replace("Date.now()", "" + now.toEpochMilli()));
        Files.writeString(
                folder.resolve("Event.java"),
                page().block("java", "rctp-deal-event+jwt").replace("Instant.now()", "Instant.parse(\"" + now + "\")"));
        String java = System.getProperty("java.home") + "/bin/java";
        List<List<String>> commands = List.of(
                List.of("node", "event.mjs"),
                List.of(java, "-cp", System.getProperty("java.class.path"), "Event.java"));
        for (List<String> command : commands) {
            String token = world.grant(
                            sub, of(agents, "seller"), SCOPES, Map.of(SCOPES.get(0), "auto", SCOPES.get(1), "auto"))
                    .token();
            String deal = opened(world, agents, sub, token).path("deal_id").stringValue();
            List<String> words = new ArrayList<>(command);
            words.addAll(List.of(holder.profile(), deal));
            Shell.Ended ended = Shell.in(folder, folder).run(words);
            assertThat(ended.exit()).as(ended.err()).isZero();
            Answer answer = holder.call("POST", "/deals/" + deal + "/events", null, ended.out());
            assertThat(answer.status()).as(answer.json().toString()).isEqualTo(201);
        }
    }

    private static JsonNode jwk(Path state, Agent agent) throws Exception {
        return StrictJson.parse(Files.readAllBytes(state.resolve("sandbox.json")))
                .path("operators")
                .valueStream()
                .flatMap(operator -> operator.path("agents").valueStream())
                .map(known -> known.path("jwk"))
                .filter(jwk -> jwk.path("kid").asString("").equals(agent.jkt()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    @DisplayName("EVT-1: the page's claims, with what is theirs filled in, are an event of the schema")
    void claims() throws Exception {
        String text = page().block("json", "funds_held")
                .replace("<holder>", "https://escrow.example/.well-known/ucp")
                .replace("dea_1", "dea_" + "a".repeat(26))
                .replace("\"<seconds>\"", "1796040000")
                .replace("<now>", "2026-11-30T12:00:00Z")
                .replace("<yours>", "e-1");
        JsonNode claims = StrictJson.parse(text.getBytes(StandardCharsets.UTF_8));
        assertThat(Registries.load().schemas().validate("deal-event", claims)).isEmpty();
    }

    private static JsonNode opened(World world, Map<String, Agent> agents, String sub, String token) throws Exception {
        String listing = world.list(sub, "A camera", new Money(90_000, "EUR"), new Money(70_000, "EUR"));
        ObjectNode offer = JsonNodeFactory.instance.objectNode();
        ObjectNode terms = offer.putObject("deal_terms");
        terms.putObject("price").put("amount", PRICE.amount()).put("currency", PRICE.currency());
        terms.putObject("fulfillment").put("option", "shipping");
        terms.putObject("payment").put("option", "escrow");
        Agent buyer = of(agents, "buyer");
        String id = ok(buyer.call("POST", "/listings/" + listing + "/offers", null, offer.toString()))
                .path("offer_id")
                .stringValue();
        ok(of(agents, "seller").call("POST", "/offers/" + id + "/accept", token, "{}"));
        ObjectNode checkout = JsonNodeFactory.instance.objectNode();
        checkout.set("checkout", ok(buyer.read("/offers/" + id, null)).path("checkout"));
        return ok(buyer.call("POST", "/deals", null, checkout.toString()));
    }

    private static Agent of(Map<String, Agent> agents, String name) {
        return Objects.requireNonNull(agents.get(name), name);
    }

    private static JsonNode ok(Answer answer) {
        assertThat(answer.status()).as(answer.json().toString()).isBetween(200, 201);
        return answer.json();
    }

    private static String event(World world, Agent by, String type, JsonNode deal) {
        ObjectNode claims = JsonNodeFactory.instance.objectNode();
        claims.put("iss", by.profile())
                .put("deal_id", deal.path("deal_id").stringValue())
                .put("type", type);
        var now = world.clock().instant();
        claims.put("occurred_at", now.truncatedTo(ChronoUnit.SECONDS).toString());
        claims.put("iat", now.getEpochSecond()).put("jti", UUID.randomUUID().toString());
        switch (type) {
            case "funds_held", "released", "refund" ->
                claims.set("amount", deal.path("deal_terms").path("price"));
            case "shipped" -> claims.put("relation", "first_hand");
            default -> {
                // says nothing more
            }
        }
        return by.jws("rctp-deal-event+jwt", claims);
    }
}
