package dev.rctp.gateway.cli;

import static dev.rctp.gateway.cli.Typed.rctp;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.e2e.OnTime;
import dev.rctp.registries.StrictJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code rctp call} against a real gateway. */
@ExtendWith(OnTime.class)
class CallTest {

    private static final String SCOPE = "dev.rctp.listing:answer_buyer";

    @TempDir
    private Path folder;

    private String profile = "";
    private String token = "";
    private String secret = "";
    private String answers = "";

    @BeforeEach
    void grant(World world, Path state) throws Exception {
        JsonNode file = StrictJson.parse(Files.readAllBytes(state.resolve("sandbox.json")));
        JsonNode operator = file.path("operators").get(0);
        JsonNode jwk = operator.path("agents").get(0).path("jwk");
        Files.writeString(folder.resolve("agent.jwk"), jwk.toString());
        profile = operator.path("profile").stringValue();
        secret = jwk.path("d").stringValue();
        Agent agent = world.agent("seller-ops", 0);
        JsonNode listing = world.listings().getFirst();
        token = world.grant(listing.path("seller").asString(), agent, List.of(SCOPE), Map.of(SCOPE, "auto"))
                .token();
        Files.writeString(folder.resolve("token.txt"), token + "\n");
        answers = world.gateway() + "/listings/" + listing.path("listing_id").asString() + "/answers";
    }

    private Typed call(String... words) {
        List<String> all = new ArrayList<>(
                List.of("call", "--key", folder.resolve("agent.jwk").toString(), "--profile", profile));
        all.addAll(List.of(words));
        Typed typed = rctp(all.toArray(String[]::new));
        assertThat(typed.all()).doesNotContain(secret);
        return typed;
    }

    private String tokenFile() {
        return "@" + folder.resolve("token.txt");
    }

    @Test
    @DisplayName(
            "SIG-2, DEC-2, DEC-6, RSP-1: -v shows base, decision, receipt and whose the answer is, never the token")
    void accepted() {
        for (String given : List.of(token, tokenFile())) {
            Typed typed = call("-v", "--verify", "--token", given, "POST", answers, "-d", "{\"text\":\"Yes.\"}");
            assertThat(typed.exit()).as(typed.err()).isZero();
            assertThat(typed.err())
                    .contains("\"@method\": POST\n", "\"authorization\": Bearer (hidden)\n", "\"@signature-params\": (")
                    .contains(
                            "> idempotency-key: ", "> authorization: Bearer (hidden)", "< 200", "< rctp-decision: auto")
                    .contains("* Decision: auto, carried out.", "* Receipt: entry ")
                    .contains("* The answer is the gateway's, to this very request (key ")
                    .doesNotContain(token);
        }
    }

    @Test
    @DisplayName("-d @FILE sends a file byte by byte, and --token @FILE its text: neither is a file of arguments")
    void namedFiles(World world) throws Exception {
        String body = """
                {
                  "text": "Yes, \\"as new\\", it's here. # 1"
                }
                """;
        Path file = Files.writeString(folder.resolve("the body.json"), body);
        Typed sent = call("--token", tokenFile(), "POST", answers, "-d", "@" + file);
        assertThat(sent.exit()).as(sent.all()).isZero();
        assertThat(world.forwarded().getLast().path("body").stringValue()).isEqualTo(body);

        Typed split = call(
                "-v", "--token", "@" + Files.writeString(folder.resolve("two"), "a b"), "POST", answers, "-d", "{}");
        assertThat(split.err()).contains("* Decision: forbid, grant_invalid");
        Path arguments = Files.writeString(folder.resolve("arguments"), "GET " + answers);
        assertThat(call("@" + arguments).err()).contains("Missing required parameter");
    }

    @Test
    @DisplayName("a refusal is exit 1, and -v names its reason")
    void refused() {
        Typed typed = call("-v", "--verify", "POST", answers, "-d", "{\"text\":\"Yes.\"}");
        assertThat(typed.exit()).isEqualTo(1);
        assertThat(typed.err()).contains("* Decision: forbid, grant_invalid (listing.answer_buyer).");
    }

    @Test
    @DisplayName("IDM-1: the caller's own Idempotency-Key is kept, so a repeat is a replay")
    void replay() {
        String header = "Idempotency-Key: 0123456789-0123456789-" + System.nanoTime();
        String[] words = {"-v", "-H", header, "--token", tokenFile(), "POST", answers, "-d", "{\"text\":\"Once.\"}"};
        assertThat(call(words).exit()).isZero();
        assertThat(call(words).err()).contains("< idempotency-replayed: true");
    }

    @Test
    @DisplayName("RSP-1: --verify is exit 3 where the keys are not those that signed, or the answer has no signature")
    void unproven(World world) {
        Typed others = call(
                "--verify",
                "--gateway-profile",
                profile,
                "--token",
                tokenFile(),
                "POST",
                answers,
                "-d",
                "{\"text\":\"x\"}");
        assertThat(others.exit()).isEqualTo(3);
        assertThat(others.err()).contains("NOT proven to be the gateway's");

        Typed ungoverned = call("--verify", "GET", world.gateway() + "/search");
        assertThat(ungoverned.exit()).isEqualTo(3);
        Typed noKeys = call("--verify", "GET", world.address("marketplace") + "/listings");
        assertThat(noKeys.exit()).isEqualTo(3);
    }

    @Test
    @DisplayName("what can't be sent is exit 2 and one sentence, or the usage")
    void notSent() throws Exception {
        assertThat(call("GET", "http://localhost:1/").err())
                .contains("nothing answers at")
                .hasLineCount(1);
        assertThat(call("POST", answers, "-d", "@" + folder.resolve("missing")).err())
                .hasLineCount(1);
        Path broken = Files.writeString(folder.resolve("broken.jwk"), secret);
        for (Typed typed : List.of(
                call("GET", "http://localhost:1/"),
                call("POST", answers, "-d", "@" + folder.resolve("missing")),
                rctp("call", "--key", broken.toString(), "--profile", profile, "GET", answers),
                call("GET", "/listings"),
                call("G T", answers),
                call("-H", "Host: other", "GET", answers),
                call("-H", "no colon", "GET", answers),
                call("--token", "a\nb", "GET", answers),
                call("GET"))) {
            assertThat(typed.exit()).as(typed.err()).isEqualTo(2);
            assertThat(typed.all()).doesNotContain("\tat ").doesNotContain(secret);
        }
    }
}
