package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.registries.StrictJson;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The end of a checkout to the millisecond, on a gateway whose clock stands still, while no housekeeping can do anything. */
@ExtendWith(Sandboxed.class)
class LapsedCheckoutTest {

    private static final String NOTHING_WRITTEN = "accepted, held";

    @TempDir
    private Path folder;

    @Test
    @DisplayName(
            "OFF-7, OFF-8, OFF-10, B104: at its end, not a moment before, a checkout gives the listing back, and nothing had to be written for it")
    void atItsEnd(World world, Path state) throws Exception {
        Haggle haggle = Haggle.of(world);
        AtomicReference<Instant> now = new AtomicReference<>(haggle.now());
        try (AnotherGateway gateway = AnotherGateway.start(state, folder, "still", now::get, LapsedCheckoutTest::soon);
                HttpClient http = HttpClient.newHttpClient();
                Connection database = connect(state)) {
            URI address = URI.create("http://localhost:" + gateway.port());
            Agent seller = AnotherGateway.agent(state, http, address, now::get, "seller-ops", 0);
            Agent buyer = AnotherGateway.agent(state, http, address, now::get, "buyer-ops-b", 0);
            Agent rival = AnotherGateway.agent(state, http, address, now::get, "buyer-ops-a", 0);
            String offer = Haggle.id(Haggle.ok(201, offer(haggle, buyer)));
            String other = Haggle.id(Haggle.ok(201, offer(haggle, rival)));
            Haggle.ok(200, accept(haggle, seller, offer));
            String checkout = read(buyer, offer).path("checkout").stringValue();
            Instant end = end(checkout);
            String redemption = "{\"checkout\":\"" + checkout + "\"}";

            now.set(end.minusMillis(1));
            Haggle.refused(accept(haggle, seller, other), 409, Haggle.ACCEPT, "listing_reserved");
            Haggle.refused(offer(haggle, rival), 409, Haggle.CREATE, "listing_reserved");
            assertThat(read(buyer, offer).path("checkout").stringValue()).isEqualTo(checkout);

            now.set(end);
            try (Statement hold = database.createStatement()) {
                hold.execute("LOCK TABLE intent IN SHARE MODE"); // where housekeeping finds what is left to do
                assertThat(read(buyer, offer).path("state").stringValue()).isEqualTo("expired");
                assertThat(read(buyer, offer).has("checkout")).isFalse();
                Haggle.refused(buyer.call("POST", "/deals", null, redemption), 422, Haggle.OPEN, "checkout_invalid");
                Haggle.refused(accept(haggle, seller, offer), 409, Haggle.ACCEPT, "offer_expired");
                Haggle.refused(offer(haggle, buyer), 429, Haggle.CREATE, "offer_budget_exceeded");
                assertThat(written(hold, offer)).isEqualTo(NOTHING_WRITTEN);
                database.rollback();
            }
            Haggle.ok(200, accept(haggle, seller, other));
            assertThat(read(buyer, offer).path("state").stringValue()).isEqualTo("expired");
        }
    }

    /** Before the seller's token is over, by which the authorization server goes. */
    private static void soon(ObjectNode config) {
        config.withObject("/offers").put("checkout_lifetime", "1m");
    }

    private static Instant end(String checkout) throws Exception {
        byte[] claims = Base64.getUrlDecoder().decode(checkout.split("\\.", -1)[1]);
        return Instant.ofEpochSecond(StrictJson.parse(claims).path("exp").longValue());
    }

    private static Answer offer(Haggle haggle, Agent agent) throws Exception {
        ObjectNode proposal = Haggle.proposal(80_000);
        return agent.call("POST", haggle.offers(), null, proposal.toString());
    }

    private static Answer accept(Haggle haggle, Agent seller, String offer) throws Exception {
        return seller.call("POST", "/offers/" + offer + "/accept", haggle.token(), "{}");
    }

    private static JsonNode read(Agent buyer, String offer) throws Exception {
        return Haggle.ok(200, buyer.read("/offers/" + offer, null)).json();
    }

    /** The offer's state and whether its listing is held by it, as the tables have it. */
    private static String written(Statement statement, String offer) throws SQLException {
        try (ResultSet row = statement.executeQuery("""
                SELECT o.state, CASE WHEN l.reserved_for = o.offer_id THEN 'held' ELSE 'free' END
                FROM offer o JOIN listing l USING (listing_id) WHERE o.offer_id = '%s'""".formatted(offer))) {
            row.next();
            return row.getString(1) + ", " + row.getString(2);
        }
    }

    private static Connection connect(Path state) throws Exception {
        Path database = state.resolve("database");
        Connection connection = DriverManager.getConnection(Tables.url(database), "rctp", Tables.password(database));
        connection.setAutoCommit(false);
        return connection;
    }
}
