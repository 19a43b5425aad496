package dev.rctp.gateway.faults;

import static java.util.Comparator.comparingInt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.store.embedded.EmbeddedServer;
import dev.rctp.gateway.store.embedded.ServerBinaries;
import dev.rctp.registries.Money;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How far below the floor a price is: nothing outside tells it. */
@Tag("long")
class FloorDistanceTest {

    private static final long FLOOR = 7_391_846_205L;
    /** Of each price: what a gateway asks by itself may fall into one of them, hardly into all. */
    private static final int ATTEMPTS = 3;

    @TempDir
    Path state;

    private String listing = "";
    private String sub = "";

    private void list(World world) throws IOException, InterruptedException {
        sub = world.listings().getFirst().path("seller").asString();
        listing = world.list(sub, "A camera", new Money(FLOOR + 1_000_000, "EUR"), new Money(FLOOR, "EUR"));
    }

    @Test
    @DisplayName(
            "DEC-3: a refusal below the floor is the same bytes and the same statements at any distance, for offer, counter and reprice")
    void sameAtAnyDistance() throws Exception {
        ServerBinaries programs = ServerBinaries.unpack(Surroundings.PROGRAMS);
        try (Surroundings around = Surroundings.in(state, 28_400, this::list);
                EmbeddedServer server = EmbeddedServer.start(around.database(), programs);
                StatementLog statements = StatementLog.of(server, around.database())) {
            around.serve("gateway", config -> {
                statements.external(config);
                config.withObject("/offers/budgets")
                        .put("per_agent", 1000)
                        .put("per_operator", 1000)
                        .put("per_seller_agent", 1000);
            });
            Agent seller = around.agents("seller-ops", around.gateway()).getFirst();
            Agent buyer = around.agents("buyer-ops-a", around.gateway()).getFirst();
            Bargain bargain = Bargain.over(listing, sub, around.world(), seller, around.gateway());
            String offer = bargain.offered(buyer, FLOOR + 1);

            Map<String, Attempt> verbs = Map.of(
                    "offer.create", amount -> bargain.offer(buyer, amount),
                    "offer.counter", amount -> bargain.counter(offer, amount),
                    "listing.reprice", amount -> bargain.reprice(amount));
            for (Map.Entry<String, Attempt> verb : verbs.entrySet()) {
                verb.getValue().at(1); // the first of each may begin what the others find
                List<Refusal> refusals = new ArrayList<>();
                for (long amount : new long[] {FLOOR - 1, FLOOR - 2, FLOOR - 1000, FLOOR / 2, 1_000_000, 1, 0}) {
                    List<Refusal> sameAmount = new ArrayList<>();
                    for (int i = 0; i < ATTEMPTS; i++) {
                        long from = statements.mark();
                        Answer answer = verb.getValue().at(amount);
                        assertThat(answer.decision())
                                .isEqualTo("forbid;action=\"" + verb.getKey() + "\";reason=below_floor");
                        sameAmount.add(new Refusal(masked(answer), statements.since(from)));
                    }
                    assertThat(sameAmount.stream().map(Refusal::bytes))
                            .containsOnly(sameAmount.getFirst().bytes());
                    refusals.add(Collections.min(
                            sameAmount,
                            comparingInt(refusal -> refusal.statements().size())));
                }
                assertThat(refusals.getFirst().statements()).isNotEmpty();
                for (Refusal refusal : refusals) {
                    assertThat(refusal.bytes()).isEqualTo(refusals.getFirst().bytes());
                    assertThat(String.join("\n", refusal.statements()))
                            .isEqualTo(String.join("\n", refusals.getFirst().statements()));
                }
            }
        }
    }

    private interface Attempt {
        Answer at(long amount) throws IOException, InterruptedException;
    }

    private record Refusal(String bytes, List<String> statements) {}

    /** What is left of an answer without its id, its time, its place in the chain, and the signature over them; lengths stay. */
    private static String masked(Answer answer) {
        Map<String, Function<String, String>> masks = Map.of(
                "date", value -> "date",
                "request-id", value -> value.replaceAll("[0-9A-Za-z]", "x"),
                "rctp-record", value -> value.replaceAll("seq=\\d+", "seq=n").replaceAll(":[^:]*:", ":hash:"),
                "signature", value -> "signature of " + value.length(),
                "signature-input", value -> value.replaceAll("created=\\d+", "created=n"));
        StringBuilder text = new StringBuilder(answer.status() + "\n");
        answer.fields()
                .lines()
                .forEach(line -> text.append(line.name() + ": "
                        + masks.getOrDefault(line.name(), Function.identity()).apply(line.value()) + "\n"));
        return text + new String(answer.body(), StandardCharsets.UTF_8);
    }
}
