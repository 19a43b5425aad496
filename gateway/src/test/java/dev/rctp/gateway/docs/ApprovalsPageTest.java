package dev.rctp.gateway.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.approval.passkey.PasskeyFault;
import dev.rctp.gateway.Main;
import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.SellersPhone;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.e2e.Sandboxed;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.registries.Reason;
import dev.rctp.registries.Registries;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code docs/approvals.md}: its exchanges are played, and what they leave in the record is verified as it says. */
@ExtendWith(Sandboxed.class)
class ApprovalsPageTest {

    private static final Pattern REASON = Pattern.compile("(\\d{3}) `([a-z_]+)`");
    private static final Pattern MEMBER = Pattern.compile("`(approvals\\.[a-z_]+)`");
    private static final List<String> SCOPES = List.of("dev.rctp.listing:create", "dev.rctp.deal:offer_accept");

    @TempDir
    private Path folder;

    private static Page page() throws Exception {
        return Checkout.page("docs/approvals.md");
    }

    @Test
    @DisplayName(
            "APR-1 to APR-4, APR-7, APR-8, LST-3, OFF-7, REC-4, REC-6: every exchange of the page happens as it stands"
                    + " there, in its order; the record that they leave verifies, and not with another amount")
    void exchanges(World world) throws Exception {
        Agent seller = world.agent("seller-ops", 0);
        String sub = world.seller(0).path("sub").stringValue();
        String token = token(world, seller, sub);
        ExchangePlayer player = new ExchangePlayer(
                world.gateway(),
                Map.of("seller", seller, "buyer", world.agent("buyer-ops-b", 0)),
                token,
                new SellersPhone(world.seller(0), Cryptography.select()),
                Map.of(
                        "2027-01-31T00:00:00Z",
                        world.clock().instant().plus(Duration.ofDays(60)).toString()));
        Iterator<String> blocks = page().blocks("http").iterator();
        int exchanges = 0;
        while (blocks.hasNext()) {
            HttpExample request = HttpExample.parse(blocks.next());
            String answer = blocks.next();
            if (answer.contains("\"status\": \"expired\"")) {
                world.advance(Duration.ofMinutes(15));
                player.token(token(world, seller, sub));
            }
            player.play(request, answer);
            if (answer.contains("\"status\": \"expired\"")) {
                silent(seller, player);
            }
            exchanges++;
        }
        assertThat(exchanges).isEqualTo(19);
        verified(world, seller, player);
    }

    private static String token(World world, Agent seller, String sub) throws Exception {
        return world.grant(sub, seller, SCOPES, SCOPES.stream().collect(Collectors.toMap(s -> s, _ -> "ask")))
                .token();
    }

    private static byte[] record(Agent seller, ExchangePlayer player) throws Exception {
        return seller.read("/records/negotiation/" + player.real("neg_1"), player.token())
                .body();
    }

    /** What the page shows next stands behind the entry of housekeeping, as it would for a person. */
    private static void silent(Agent seller, ExchangePlayer player) {
        await("silence is written down")
                .atMost(Duration.ofSeconds(20))
                .until(() -> new String(record(seller, player), StandardCharsets.UTF_8).contains("approval_expired"));
    }

    private void verified(World world, Agent seller, ExchangePlayer player) throws Exception {
        Files.write(folder.resolve("record.json"), record(seller, player));
        Files.writeString(
                folder.resolve("profile.json"),
                world.get(world.address("gateway_profile")).toString());
        List<String> commands =
                page().blocks("sh").stream().flatMap(String::lines).toList();
        List<String> results = page().blocks("text");
        assertThat(commands).hasSize(3);
        said(commands.getFirst(), 0, results.getFirst());
        assertThat(Shell.in(folder, folder).run(commands.get(1)).exit()).isZero();
        assertThat(Files.mismatch(folder.resolve("record.json"), folder.resolve("changed.json")))
                .isPositive();
        said(commands.getLast(), 1, results.getLast());
    }

    /** Runs a command of the page here, in its folder. */
    private void said(String command, int exit, String text) {
        String[] arguments = command.replaceFirst("^\\./rctp ", "")
                .replaceAll("([a-z]+\\.json)", folder + "/$1")
                .split(" ", -1);
        StringWriter out = new StringWriter();
        int ended = Main.commandLine().setOut(new PrintWriter(out, true)).execute(arguments);
        assertThat(ended).as(out.toString()).isEqualTo(exit);
        assertThat(out.toString().strip()).matches(Pattern.quote(text).replace("<key>", "\\E\\S+\\Q"));
    }

    @Test
    @DisplayName("DEC-3: the reasons of the page have the statuses of the registry")
    void reasons() throws Exception {
        var told = REASON.matcher(page().section("## What becomes of it").text())
                .results()
                .toList();
        assertThat(told)
                .hasSizeGreaterThan(10)
                .allSatisfy(reason -> assertThat(
                                Reason.ofCode(reason.group(2)).orElseThrow().status())
                        .as(reason.group(2))
                        .isEqualTo(Integer.parseInt(reason.group(1))));
    }

    @Test
    @DisplayName("the members of the configuration and the causes that it names are there")
    void names() throws Exception {
        JsonNode schema = Registries.load().schemas().document("gateway-config");
        List<String> members = MEMBER.matcher(page().text())
                .results()
                .map(member -> member.group(1))
                .distinct()
                .toList();
        assertThat(members)
                .hasSize(5)
                .allSatisfy(member -> assertThat(schema.at("/properties/" + member.replace(".", "/properties/"))
                                .isObject())
                        .as(member)
                        .isTrue());
        assertThat(page().text()).contains("`" + PasskeyFault.EMBEDDING.cause() + "`");
    }
}
