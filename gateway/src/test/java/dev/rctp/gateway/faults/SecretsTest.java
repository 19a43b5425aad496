package dev.rctp.gateway.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.Story;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.HttpFields;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

@Tag("long")
class SecretsTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final long FLOOR = 8_765_432_109L;
    private static final long LIST_PRICE =
            9_192_939_495L; // shares no run of digits with the floor, of which the search takes six for a find
    private static final String SCOPE = "dev.rctp.listing:answer_buyer";
    private static final String TEXT = "{\"text\":\"Yes.\"}";

    @TempDir
    Path state;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final List<String> responses = new ArrayList<>();
    private final Map<String, Spellings> secrets = new LinkedHashMap<>();

    @Test
    @DisplayName(
            "INV-1: no token, key, secret or private term in any answer, log line, record, table or call to the marketplace")
    void nothingLeaks() throws Exception {
        secrets.put("floor", Spellings.ofMoney(FLOOR));
        try (SandboxProcess sandbox = SandboxProcess.start(state, 27_700)) {
            World world = sandbox.world();
            assertThat(new Story(world, Cryptography.select(), step -> {}).tell())
                    .isTrue();
            String listing = list(world);
            knowSecrets();
            Agent agent = world.agent("seller-ops", 0);
            String token = everyKindOfAnswer(world, agent, listing);

            Map<String, String> artefacts = new LinkedHashMap<>();
            artefacts.put("record", record(agent, listing, token));
            artefacts.put(
                    "marketplace log", world.get(world.test("marketplace_log")).toString());
            artefacts.put("webhooks", world.get(world.test("webhooks")).toString());
            artefacts.put("answers", String.join("\n", responses));
            await("the perimeter's entries").until(() -> dump().contains("perimeter"));
            artefacts.put("metrics", plain("GET", world.address("management").resolve("/metrics"), "", null));
            artefacts.put("tables", dump());
            artefacts.put("gateway's output", sandbox.process().output());
            artefacts.put("PostgreSQL's log", Files.readString(state.resolve("database/postgres.log")));

            Spellings listPrice = Spellings.ofMoney(LIST_PRICE);
            assertThat(artefacts.get("tables"))
                    .satisfies(text -> assertThat(listPrice.in(text)).isTrue());
            assertThat(artefacts.get("answers"))
                    .satisfies(text -> assertThat(listPrice.in(text)).isTrue());
            artefacts.forEach((name, text) -> {
                assertThat(text).as(name).isNotBlank();
                secrets.forEach((what, spellings) -> {
                    assertThat(spellings.in(text)).as("%s in %s", what, name).isFalse();
                    assertThat(planted(spellings, text))
                            .as("planted %s in %s", what, name)
                            .isTrue();
                });
            });
        }
    }

    /** Whether the search finds each spelling of the secret somewhere in the middle of the text. */
    private static boolean planted(Spellings spellings, String text) {
        int middle = text.length() / 2;
        return spellings.all().stream()
                .allMatch(spelling ->
                        spellings.in(text.substring(0, middle) + " " + spelling + " " + text.substring(middle)));
    }

    private String list(World world) throws IOException, InterruptedException {
        ObjectNode listing = JSON.createObjectNode()
                .put("seller", world.listings().getFirst().path("seller").asString())
                .put("title", "A bicycle")
                .put("term_set", "goods.small/1");
        listing.putObject("list_price").put("amount", LIST_PRICE).put("currency", "EUR");
        ObjectNode terms = listing.putObject("terms");
        terms.putObject("floor").put("amount", FLOOR).put("currency", "EUR");
        terms.put("available_until", "2099-01-01T00:00:00Z").put("deliver_within_days", 7);
        terms.putArray("fulfillment_options").add("shipping");
        terms.putArray("payment_terms").add("escrow");
        String id = JSON.readTree(plain("POST", world.test("listings"), listing.toString(), null))
                .path("listing_id")
                .asString();
        assertThat(id).isNotEmpty();

        terms.put("deliver_within_days", 99);
        plain("POST", world.test("listings"), listing.toString(), null);
        terms.put("deliver_within_days", 7)
                .putObject("floor")
                .put("amount", FLOOR)
                .put("currency", "XXX");
        plain("POST", world.test("listings"), listing.toString(), null);
        terms.put("floor", FLOOR);
        plain("POST", world.test("listings"), listing.toString(), null);
        terms.put("floor", Long.toString(FLOOR));
        plain("POST", world.test("listings"), listing.toString(), null);
        plain("POST", world.test("listings"), listing.toString().replace("}", ""), null);
        return id;
    }

    private void knowSecrets() throws IOException {
        JSON.readTree(Files.readAllBytes(state.resolve("secrets.json")))
                .properties()
                .forEach(secret -> secrets.put(
                        secret.getKey(), Spellings.of(secret.getValue().asString())));
        secrets.put(
                "database password",
                Spellings.of(
                        Files.readString(state.resolve("database/password")).strip()));
        secrets.put("gateway's key", privatePart(JSON.readTree(Files.readAllBytes(state.resolve("gateway-key.jwk")))));
        JsonNode file = JSON.readTree(Files.readAllBytes(state.resolve("sandbox.json")));
        file.path("operators")
                .forEach(operator -> operator.path("agents")
                        .forEach(agent -> secrets.put(
                                "key of " + agent.path("agent_id").asString(), privatePart(agent.path("jwk")))));
        file.path("sellers")
                .forEach(seller -> secrets.put(
                        "passkey of " + seller.path("sub").asString(),
                        privatePart(seller.path("passkey").path("jwk"))));
    }

    private static Spellings privatePart(JsonNode jwk) {
        String d = jwk.path("d").asString();
        assertThat(d).hasSizeGreaterThan(40);
        return Spellings.of(d);
    }

    private String everyKindOfAnswer(World world, Agent agent, String listing) throws Exception {
        String sub = world.listings().getFirst().path("seller").asString();
        World.Granted grant = world.grant(sub, agent, List.of(SCOPE), Map.of(SCOPE, "auto"));
        World.Granted revoked = world.grant(sub, agent, List.of(SCOPE), Map.of(SCOPE, "auto"));
        secrets.put("token", Spellings.of(grant.token()));
        secrets.put("revoked token", Spellings.of(revoked.token()));
        world.revoke(revoked);
        String answers = "/listings/" + listing + "/answers";
        String key = Agent.newKey();

        assertThat(told(agent.call("POST", answers, grant.token(), TEXT, key)).status())
                .isEqualTo(200);
        assertThat(told(agent.call("POST", answers, grant.token(), TEXT, key)).replayed())
                .isTrue();
        told(agent.call("POST", answers, grant.token(), TEXT.replace("Yes", "No"), key));
        told(agent.call("POST", answers, grant.token(), TEXT, "short"));
        told(agent.call("POST", answers, grant.token(), "{\"text\":5}"));
        told(agent.call("POST", answers, grant.token(), "{"));
        told(agent.call("POST", answers, revoked.token(), TEXT));
        told(agent.call("POST", answers, null, TEXT));
        told(agent.call("PATCH", "/account", grant.token(), "{}"));
        told(agent.call("POST", "/listings/unknown/answers", grant.token(), TEXT));
        told(agent.call("POST", "/listings/" + listing + "/reprice", grant.token(), "{}"));
        told(agent.call("PUT", "/listings/" + listing + "/terms", grant.token(), "{\"floor\":" + FLOOR + "}"));
        told(agent.call("POST", "/listings/" + listing + "/offers", null, "{\"deal_terms\":" + FLOOR + "}"));
        told(agent.call("DELETE", "/listings/" + listing, grant.token(), ""));
        told(world.stranger("https://stranger.example/profile").call("POST", answers, grant.token(), TEXT));
        byte[] body = TEXT.getBytes(StandardCharsets.UTF_8);
        HttpFields signed = agent.sign("POST", answers, grant.token(), body, Agent.newKey());
        told(agent.send("POST", answers, signed, new byte[] {'{', '}'}));
        told(agent.send("POST", answers, signed.toBuilder().remove("signature").build(), body));
        HttpFields twice = signed.toBuilder()
                .add("authorization", "Bearer " + grant.token())
                .build();
        told(agent.send("POST", answers, twice, body));
        told(agent.send("POST", answers + "/../x", signed, body));
        world.behave(answers, 409, 0, 1);
        told(agent.call("POST", answers, grant.token(), TEXT));
        told(agent.read("/listings", grant.token()));
        told(agent.read("/listings/" + listing, grant.token()));
        told(agent.read("/listings/" + listing + "/terms", grant.token()));
        told(agent.read("/records/listing/" + listing, grant.token()));
        told(agent.read("/records/listing/" + listing, revoked.token()));
        told(agent.read("/.well-known/ucp", null));
        told(agent.read("/.well-known/oauth-protected-resource", null));

        URI management = world.address("management");
        String bearer = "Bearer "
                + JSON.readTree(Files.readAllBytes(state.resolve("secrets.json")))
                        .path("RCTP_MANAGEMENT_SECRET")
                        .asString();
        plain("GET", management.resolve("/readyz"), "", null);
        plain("PUT", management.resolve("/listings/x"), "{}", "Bearer wrong");
        plain("PUT", management.resolve("/listings/x"), "{}", bearer);
        plain("PUT", management.resolve("/listings/x"), "{\"floor\":{\"amount\":" + FLOOR + "}}", bearer);
        plain("GET", management.resolve("/listings/" + listing), "", bearer);
        plain("DELETE", management.resolve("/listings/none"), "", bearer);
        return grant.token();
    }

    private Answer told(Answer answer) {
        StringBuilder text = new StringBuilder().append(answer.status()).append('\n');
        answer.fields()
                .lines()
                .forEach(line -> text.append(line.name())
                        .append(": ")
                        .append(line.value())
                        .append('\n'));
        responses.add(
                text.append(new String(answer.body(), StandardCharsets.UTF_8)).toString());
        return answer;
    }

    private String plain(String method, URI uri, String body, @Nullable String authorization)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .header("content-type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (authorization != null) {
            request.header("authorization", authorization);
        }
        HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        responses.add(response.statusCode() + "\n" + response.headers().map() + "\n" + response.body());
        return response.body();
    }

    private String record(Agent agent, String listing, String token) throws IOException, InterruptedException {
        Answer answer = told(agent.read("/records/listing/" + listing, token));
        assertThat(answer.status()).isEqualTo(200);
        return answer.json().toString();
    }

    /** Every value of every table, binary ones as they are and in hexadecimal. */
    private String dump() throws IOException, SQLException {
        Path database = state.resolve("database");
        String port =
                Files.readAllLines(database.resolve("data/postmaster.pid")).get(3);
        String password = Files.readString(database.resolve("password")).strip();
        String url = "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
        StringBuilder all = new StringBuilder();
        try (Connection connection = DriverManager.getConnection(url, "rctp", password)) {
            for (String table : tables(connection)) {
                try (Statement statement = connection.createStatement();
                        ResultSet rows = statement.executeQuery("SELECT * FROM \"" + table + "\"")) {
                    append(table, rows, all);
                }
            }
        }
        return all.toString();
    }

    private static List<String> tables(Connection connection) throws SQLException {
        List<String> tables = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet names =
                        statement.executeQuery("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")) {
            while (names.next()) {
                tables.add(names.getString(1));
            }
        }
        assertThat(tables).contains("entry", "call", "intent", "listing", "listing_terms");
        return tables;
    }

    private static void append(String table, ResultSet rows, StringBuilder all) throws SQLException {
        int columns = rows.getMetaData().getColumnCount();
        while (rows.next()) {
            all.append(table);
            for (int i = 1; i <= columns; i++) {
                Object value = rows.getObject(i);
                if (value instanceof byte[] bytes) {
                    all.append('|').append(new String(bytes, StandardCharsets.ISO_8859_1));
                    all.append('|').append(HexFormat.of().formatHex(bytes));
                } else {
                    all.append('|').append(value);
                }
            }
            all.append('\n');
        }
    }
}
