package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.registries.Money;
import dev.rctp.registries.StrictJson;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code offers} and {@code deals} of the configuration, as agents meet them. */
@ExtendWith(Sandboxed.class)
class OffersConfigTest {

    private static final String ACCEPT = "dev.rctp.deal:offer_accept";

    @TempDir
    private Path folder;

    private static void otherwise(ObjectNode config) {
        ObjectNode offers = config.putObject("offers").put("checkout_lifetime", "2m");
        config.putObject("deals").put("funds_within", "1h");
        offers.putObject("expiry").put("default", "2h").put("max", "3h");
        offers.putObject("budgets").put("per_agent", 1).put("per_operator", 2);
    }

    private AnotherGateway start(World world, Path state) throws Exception {
        return AnotherGateway.start(state, folder, "offers", AnotherGateway.clock(world), OffersConfigTest::otherwise);
    }

    private static URI address(AnotherGateway gateway) {
        return URI.create("http://localhost:" + gateway.port());
    }

    /** The sandbox's agents, calling that gateway. */
    private record Cast(World world, Path state, HttpClient http, AnotherGateway gateway) {
        Agent agent(String operator, int n) throws Exception {
            return AnotherGateway.agent(state, http, address(gateway), AnotherGateway.clock(world), operator, n);
        }
    }

    private static Answer offer(Agent agent, String listing, int amount, String more) throws Exception {
        return agent.call("POST", "/listings/" + listing + "/offers", null, """
                {"deal_terms": {"price": {"amount": %d, "currency": "EUR"}, "fulfillment": {"option": "shipping"},
                                "payment": {"option": "escrow"}}%s}""".formatted(amount, more));
    }

    private static String list(World world) throws Exception {
        String sub = world.listings().getFirst().path("seller").asString();
        return world.list(sub, "A lamp", new Money(90_000, "EUR"), new Money(70_000, "EUR"));
    }

    private static Duration stands(Answer offer, World world) {
        Instant end = Instant.parse(offer.json().path("expires_at").asString());
        return Duration.between(world.clock().instant(), end);
    }

    @Test
    @DisplayName("OFF-4, DIS-1: the configured expiry is published, and holds; what asks for more is cut short")
    void expiry(World world, Path state) throws Exception {
        try (AnotherGateway gateway = start(world, state);
                HttpClient http = HttpClient.newHttpClient()) {
            Cast cast = new Cast(world, state, http, gateway);
            JsonNode deal = world.get(address(gateway).resolve("/.well-known/ucp"))
                    .path("ucp")
                    .path("capabilities")
                    .path("dev.rctp.deal")
                    .get(0);
            assertThat(deal.at("/config/offer_expiry/default_seconds").asLong()).isEqualTo(7_200);
            assertThat(deal.at("/config/offer_expiry/max_seconds").asLong()).isEqualTo(10_800);

            Agent buyer = cast.agent("buyer-ops-a", 0);
            String listing = list(world);
            Duration slack = Duration.ofSeconds(30);
            assertThat(stands(offer(buyer, listing, 80_000, ""), world)).isCloseTo(Duration.ofHours(2), slack);
            String wish = ", \"expires_at\": \"" + world.clock().instant().plus(Duration.ofDays(1)) + "\"";
            assertThat(stands(offer(buyer, listing, 81_000, wish), world)).isCloseTo(Duration.ofHours(3), slack);
        }
    }

    @Test
    @DisplayName("OFF-6: the configured budgets hold, for an agent and for its operator")
    void budgets(World world, Path state) throws Exception {
        try (AnotherGateway gateway = start(world, state);
                HttpClient http = HttpClient.newHttpClient()) {
            Cast cast = new Cast(world, state, http, gateway);
            String listing = list(world);
            Agent one = cast.agent("buyer-ops-a", 0);
            Agent other = cast.agent("buyer-ops-a", 1);
            assertThat(offer(one, listing, 1, "").decision()).endsWith("reason=below_floor");
            assertThat(offer(one, listing, 90_000, "").decision()).endsWith("reason=offer_budget_exceeded");
            assertThat(offer(other, listing, 1, "").decision()).endsWith("reason=below_floor");
            assertThat(offer(cast.agent("buyer-ops-b", 0), listing, 90_000, "").status())
                    .isEqualTo(201);
        }
    }

    @Test
    @DisplayName("CHK-1, EVT-6: a checkout lasts as long as configured, and a deal waits so long for its funds")
    void checkout(World world, Path state) throws Exception {
        try (AnotherGateway gateway = start(world, state);
                HttpClient http = HttpClient.newHttpClient()) {
            Cast cast = new Cast(world, state, http, gateway);
            String listing = list(world);
            Agent buyer = cast.agent("buyer-ops-b", 1);
            Agent seller = cast.agent("seller-ops", 0);
            String sub = world.listings().getFirst().path("seller").asString();
            String token = world.grant(sub, seller, List.of(ACCEPT), Map.of(ACCEPT, "auto"))
                    .token();
            String offer =
                    offer(buyer, listing, 80_000, "").json().path("offer_id").asString();
            assertThat(seller.call("POST", "/offers/" + offer + "/accept", token, "{}")
                            .status())
                    .isEqualTo(200);
            String text =
                    buyer.read("/offers/" + offer, null).json().path("checkout").asString();
            JsonNode claims = StrictJson.parse(Base64.getUrlDecoder().decode(text.split("\\.", -1)[1]));
            assertThat(claims.path("exp").asLong() - claims.path("iat").asLong())
                    .isEqualTo(120);

            Answer deal = buyer.call("POST", "/deals", null, "{\"checkout\": \"" + text + "\"}");
            assertThat(deal.json().path("state").asString()).isEqualTo("open");
            world.advance(Duration.ofHours(1));
            assertThat(world.agent("buyer-ops-b", 1)
                            .read("/deals/" + deal.json().path("deal_id").asString(), null)
                            .json()
                            .path("state")
                            .asString())
                    .as("by every gateway, whatever its own configuration says")
                    .isEqualTo("lapsed");
        }
    }
}
