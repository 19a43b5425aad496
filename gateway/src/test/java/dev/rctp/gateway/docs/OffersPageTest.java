package dev.rctp.gateway.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.e2e.Sandboxed;
import dev.rctp.registries.Money;
import dev.rctp.registries.Reason;
import dev.rctp.registries.Registries;
import dev.rctp.terms.negotiation.OfferState;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** {@code docs/offers.md}: its exchanges are played, its table of states is the code's. */
@ExtendWith(Sandboxed.class)
class OffersPageTest {

    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern MEMBER = Pattern.compile("`(offers\\.[a-z_.]+)`");
    private static final Pattern BECOMES = Pattern.compile("`([a-z_]+)` → `([a-z_]+)`");

    private static Page page() throws Exception {
        return Checkout.page("docs/offers.md");
    }

    private static List<String> codes(String text) {
        return CODE.matcher(text).results().map(code -> code.group(1)).toList();
    }

    @Test
    @DisplayName("OFF-7: the table of states is that of the code, move by move")
    void states() throws Exception {
        Map<String, Map<String, String>> told = new TreeMap<>();
        for (List<String> row : page().section("## States").rows()) {
            String name = codes(row.getFirst()).getFirst();
            if (Arrays.stream(OfferState.values())
                    .anyMatch(state -> state.code().equals(name))) {
                told.put(
                        name,
                        BECOMES.matcher(row.get(2))
                                .results()
                                .collect(Collectors.toMap(move -> move.group(1), move -> move.group(2))));
            }
        }
        Map<String, Map<String, String>> coded = new TreeMap<>();
        for (OfferState state : OfferState.values()) {
            Map<String, String> moves = new HashMap<>();
            for (OfferState.Move move : OfferState.Move.values()) {
                state.after(move).ifPresent(next -> moves.put(name(move), next.code()));
            }
            coded.put(state.code(), moves);
        }
        assertThat(told).isEqualTo(coded);
        List<String> explained = page().section("## States").rows().stream()
                .flatMap(row -> codes(row.getFirst()).stream())
                .toList();
        assertThat(explained)
                .containsAll(Arrays.stream(OfferState.Move.values())
                        .map(OffersPageTest::name)
                        .toList());
    }

    private static String name(OfferState.Move move) {
        return move.name().toLowerCase(Locale.ROOT);
    }

    @Test
    @DisplayName("DEC-3: the reasons of the page have the statuses of the registry")
    void reasons() throws Exception {
        List<List<String>> rows = page().section("## What a refusal means").rows();
        assertThat(rows).hasSize(11);
        for (List<String> row : rows) {
            Reason reason = Reason.ofCode(codes(row.getFirst()).getFirst()).orElseThrow();
            assertThat(row.getFirst()).endsWith("` " + reason.status());
        }
    }

    @Test
    @DisplayName("the members of the configuration that it names are there")
    void members() throws Exception {
        JsonNode schema = Registries.load().schemas().document("gateway-config");
        List<String> members = MEMBER.matcher(page().text())
                .results()
                .map(member -> member.group(1))
                .toList();
        assertThat(members)
                .hasSizeGreaterThan(3)
                .allSatisfy(member -> assertThat(schema.at("/properties/" + member.replace(".", "/properties/"))
                                .isObject())
                        .as(member)
                        .isTrue());
    }

    @Test
    @DisplayName(
            "LST-5, LST-6, OFF-1 to OFF-8, CHK-1: every exchange of the page happens as it stands there, in its order")
    void exchanges(World world) throws Exception {
        ExchangePlayer player = player(world);
        Iterator<String> blocks = page().blocks("http").iterator();
        int exchanges = 0;
        while (blocks.hasNext()) {
            player.play(HttpExample.parse(blocks.next()), blocks.next());
            exchanges++;
        }
        assertThat(exchanges).isEqualTo(13);
    }

    private static ExchangePlayer player(World world) throws Exception {
        Map<String, Agent> agents = Map.of(
                "buyer", world.agent("buyer-ops-b", 0),
                "another buyer", world.agent("buyer-ops-a", 0),
                "seller", world.agent("seller-ops", 0));
        String sub = world.listings().getFirst().path("seller").asString();
        String camera = world.list(sub, "A camera with two lenses", new Money(90_000, "EUR"), new Money(70_000, "EUR"));
        ObjectNode termless = JsonNodeFactory.instance.objectNode().put("seller", sub);
        termless.put("title", "A tripod").put("term_set", "goods.small/1");
        termless.putObject("list_price").put("amount", 20_000).put("currency", "EUR");
        List<String> scopes =
                List.of("dev.rctp.deal:offer_counter", "dev.rctp.deal:offer_accept", "dev.rctp.listing:reprice");
        String token = world.grant(
                        sub,
                        world.agent("seller-ops", 0),
                        scopes,
                        scopes.stream().collect(Collectors.toMap(s -> s, _ -> "auto")))
                .token();
        return new ExchangePlayer(
                world.gateway(), agents, token, null, Map.of("l_1", camera, "l_2", world.list(termless)));
    }
}
