package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Asking.asked;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.SellersPhone;
import dev.rctp.gateway.cli.demo.World;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A marketplace that says of a new listing that it is one which another seller has. */
@ExtendWith(Sandboxed.class)
class ForeignListingTest {

    private static final String ROW = "SELECT l::text FROM listing l WHERE listing_id = ?";
    private static final String TERMS = "SELECT count(*)::text FROM listing_terms WHERE listing_id = ?";

    @TempDir
    Path folder;

    @Test
    @DisplayName(
            "LST-8, LST-9, PRX-2: a yes that names another seller's listing is none; nothing of that listing changes, and the call is sent again")
    void another(World world, Path state) throws Exception {
        String others = Asking.of(world, state).listed();
        Tables tables = Tables.of(state);
        String row = tables.text(ROW, others);
        String terms = tables.text(TERMS, others);
        Asking asking = Asking.of(world, state);
        Answer question = asked(asking.call("/listings", asking.listing()));
        SellersPhone.Said filled = asking.phone.fill(Asking.url(question), asking.terms());
        String challenge = filled.json().at("/challenges/approve").stringValue();

        AtomicInteger yeses = new AtomicInteger();
        HttpServer marketplace = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        marketplace.createContext("/", exchange -> {
            yeses.incrementAndGet();
            answer(exchange, "{\"listing_id\":\"" + others + "\"}");
        });
        marketplace.start();
        try (AnotherGateway gateway = AnotherGateway.start(
                state,
                folder,
                "foreign-listing",
                AnotherGateway.clock(world),
                config -> config.withObject("/upstream")
                        .put(
                                "base_url",
                                "http://127.0.0.1:" + marketplace.getAddress().getPort())
                        .put("response_timeout", "1s"))) {
            URI page = URI.create(Asking.url(question));
            SellersPhone.Said said =
                    asking.phone.answer("http://localhost:" + gateway.port() + page.getPath(), "approve", challenge);
            assertThat(said.status()).as(said.json().toString()).isEqualTo(200);
        } finally {
            marketplace.stop(0);
        }
        assertThat(yeses).hasPositiveValue();
        assertThat(tables.text(ROW, others)).isEqualTo(row);
        assertThat(tables.text(TERMS, others)).isEqualTo(terms);

        await("the sandbox's marketplace makes it")
                .atMost(Duration.ofSeconds(20))
                .until(() -> asking.status(question).has("result"));
        JsonNode result = asking.status(question).path("result");
        assertThat(result.path("status").intValue()).as(result.toString()).isEqualTo(201);
        String own = result.at("/body/listing_id").stringValue();
        assertThat(own).isNotEqualTo(others);
        assertThat(tables.text("SELECT seller FROM listing WHERE listing_id = ?", own))
                .isEqualTo(asking.sub);
        assertThat(tables.text(
                        "SELECT string_agg(convert_from(jcs, 'UTF8'), ' ' ORDER BY seq) FROM entry"
                                + " WHERE subject_type = 'listing' AND subject_id = ?",
                        Asking.id(question)))
                .contains("\"cause\":\"in_progress\"", "\"kind\":\"done\"");
        assertThat(tables.text(ROW, others)).isEqualTo(row);
    }

    private static void answer(HttpExchange exchange, String json) throws IOException {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        exchange.getRequestBody().readAllBytes();
        exchange.getResponseHeaders().add("content-type", "application/json");
        exchange.sendResponseHeaders(201, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
