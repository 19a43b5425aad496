package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.Main;
import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.registries.Money;
import dev.rctp.registries.StrictJson;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** {@code rctp terms reseal} beside gateways that run. */
@ExtendWith(OnTime.class)
class TermsResealTest {

    private static final String NEW_KEY = "B".repeat(42) + "A";

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();

    private static ObjectNode json(Path file) throws Exception {
        return StrictJson.parseObject(Files.readAllBytes(file));
    }

    private static String oldKey(Path state) throws Exception {
        return json(state.resolve("secrets.json")).path("RCTP_TERMS_KEY").asString();
    }

    private static void newKey(ObjectNode config, String oldKey) {
        ObjectNode terms = config.putObject("terms");
        terms.putObject("encryption_key").put("id", "sandbox-2").put("key", NEW_KEY);
        terms.putArray("retired_encryption_keys")
                .addObject()
                .put("id", "sandbox-1")
                .put("key", oldKey);
    }

    private int reseal(Path config) {
        out.getBuffer().setLength(0);
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(out, true))
                .execute("terms", "reseal", "--config", config.toString());
    }

    /** The sandbox's own configuration without variables, against its running database. */
    private Path configuration(Path state, String withKey) throws Exception {
        String text = Files.readString(state.resolve("gateway.yaml"));
        for (var secret : json(state.resolve("secrets.json")).properties()) {
            text = text.replace("${" + secret.getKey() + "}", secret.getValue().asString());
        }
        ObjectNode config = StrictJson.parseObject(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        config.withObject("/profile")
                .put("signing_key", state.resolve("gateway-key.jwk").toString());
        config.putObject("store")
                .put("url", Tables.url(state.resolve("database")))
                .put("user", "rctp")
                .put("password", Tables.password(state.resolve("database")))
                .put("max_connections", 2);
        newKey(config, withKey);
        return Files.writeString(
                Files.createDirectories(folder.resolve("reseal")).resolve("gateway.yaml"), config.toString());
    }

    private static String offer(Agent buyer, String listing, int amount) throws Exception {
        return buyer.call("POST", "/listings/" + listing + "/offers", null, """
                        {"deal_terms": {"price": {"amount": %d, "currency": "EUR"}, "fulfillment": {"option": "shipping"},
                                        "payment": {"option": "escrow"}}}""".formatted(amount))
                .decision();
    }

    @Test
    @DisplayName(
            "LST-4, APR-6: all terms get the new key while a gateway that knows both judges by them; held calls keep theirs")
    void rotates(World world, Path state) throws Exception {
        String sub = world.listings().getFirst().path("seller").asString();
        String listing = world.list(sub, "A lamp", new Money(90_000, "EUR"), new Money(70_000, "EUR"));
        Path config = configuration(state, oldKey(state));
        String oldKey = oldKey(state);
        try (AnotherGateway gateway = AnotherGateway.start(
                        state, folder, "both-keys", AnotherGateway.clock(world), second -> newKey(second, oldKey));
                HttpClient http = HttpClient.newHttpClient()) {
            Agent buyer = AnotherGateway.agent(
                    state,
                    http,
                    URI.create("http://localhost:" + gateway.port()),
                    AnotherGateway.clock(world),
                    "buyer-ops-a",
                    0);
            assertThat(offer(buyer, listing, 69_999)).endsWith("below_floor");

            Asking asking = Asking.of(world, state);
            Answer held = Asking.asked(asking.call("/listings", asking.listing()));
            assertThat(reseal(config)).as(out.toString()).isEqualTo(1);
            assertThat(out.toString().lines())
                    .containsExactly(
                            "3 sealed with key sandbox-2.",
                            "1 held with key sandbox-1 until sellers have decided: keep that key, and ask again then.");
            asking.phone.answer(Asking.url(held), "decline", null);
            assertThat(offer(buyer, listing, 69_999)).endsWith("below_floor");
            assertThat(offer(buyer, listing, 70_000)).isEqualTo("auto");

            assertThat(reseal(config)).isZero();
            assertThat(out.toString().lines()).containsExactly("0 sealed with key sandbox-2.");
        }
        assertThat(offer(world.agent("buyer-ops-b", 0), listing, 80_000))
                .as("a gateway without the new key refuses, and lets nothing pass")
                .endsWith("enforcement_unavailable");
        back(config, oldKey);
    }

    /** To the sandbox's own key again, first with a key that can't open anything. */
    private void back(Path config, String oldKey) throws Exception {
        ObjectNode changed = json(config);
        ObjectNode terms = changed.putObject("terms");
        terms.putObject("encryption_key").put("id", "sandbox-1").put("key", oldKey);
        Files.writeString(config, changed.toString());
        assertThat(reseal(config)).isEqualTo(1);
        assertThat(out.toString().lines())
                .containsExactly(
                        "0 sealed with key sandbox-1.",
                        "3 still sealed with key sandbox-2: no configured key opens them, or they came meanwhile.");

        terms.putArray("retired_encryption_keys")
                .addObject()
                .put("id", "sandbox-2")
                .put("key", NEW_KEY);
        Files.writeString(config, changed.toString());
        assertThat(reseal(config)).isZero();
        assertThat(out.toString()).doesNotContain(NEW_KEY, oldKey);
    }

    @Test
    @DisplayName("what it can't be done with is said in a line or two, with exit code 1")
    void refuses(Path state) throws Exception {
        Path config = configuration(state, oldKey(state));
        assertThat(reseal(folder.resolve("none.yaml"))).isEqualTo(1);
        assertThat(out.toString()).contains("none.yaml does not exist");

        Files.writeString(config, Files.readString(config).replace("sandbox-2", "sandbox-1"));
        assertThat(reseal(config)).isEqualTo(1);
        assertThat(out.toString()).contains("/terms/retired_encryption_keys/0/id");
    }
}
