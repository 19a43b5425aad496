package dev.rctp.gateway.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.SellersPhone;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.e2e.TestPorts;
import dev.rctp.gateway.sandbox.SandboxPorts;
import dev.rctp.gateway.store.embedded.EmbeddedServer;
import dev.rctp.gateway.store.embedded.ServerBinaries;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.registries.Money;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** SIGKILL between a seller's yes and what becomes of the call; the steps are seen through the database and the marketplace. */
@Tag("long")
class KillApprovedTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final List<String> SCOPES = List.of(
            "dev.rctp.listing:create",
            "dev.rctp.listing:set_terms",
            "dev.rctp.listing:reprice",
            "dev.rctp.deal:offer_accept");

    @TempDir
    Path state;

    private final List<String> listings = new ArrayList<>();
    private final Cryptography cryptography = Cryptography.select();

    /** When the gateway is killed. */
    private enum Moment {
        /** While nobody has answered. */
        WAITING,
        /** Before the seller's answer is durable. */
        BEFORE_YES,
        /** After it, while the grant is asked for again. */
        BEFORE_DECIDED,
        /** After the call is decided, and before the marketplace got it. */
        BEFORE_THE_MARKETPLACE,
        /** After the marketplace carried it out, and before it answered; the grant is revoked meanwhile. */
        BEFORE_ITS_ANSWER,
        /** After it answered, and before that is durable. */
        BEFORE_DONE,
        /** After that, and before the approval has its result. */
        BEFORE_THE_RESULT;

        /** Whether some calls may be past it, when a slow machine brings the last of them there. */
        boolean mayBeLate() {
            return this == BEFORE_ITS_ANSWER || this == BEFORE_THE_RESULT;
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName(
            "APR-1, APR-6: killed at any moment from the question to the result, the next start or the other gateway goes on:"
                    + " a held call waits, and one that its seller approved is carried out once")
    void killed(boolean anotherCarriesOn) throws Exception {
        ServerBinaries programs = ServerBinaries.unpack(Surroundings.PROGRAMS);
        int port = anotherCarriesOn ? 28_800 : 28_700;
        StringBuilder report = new StringBuilder();
        try (Surroundings around = Surroundings.in(state, port, this::list);
                EmbeddedServer server = EmbeddedServer.start(around.database(), programs);
                StepWatch steps = StepWatch.of(server)) {
            SandboxPorts others = TestPorts.from(port + 50);
            URI next = around.gateway();
            if (anotherCarriesOn) {
                next = URI.create("http://localhost:" + others.first());
                around.serve("second", config -> {
                    configure(config, server);
                    TwoGatewaysTest.beside(config, others);
                });
            }
            GatewayProcess gateway = around.serve("first", config -> configure(config, server));
            for (Moment moment : Moment.values()) {
                World.Granted grant = granted(around);
                Map<HeldVerb, HeldApproval> held = ask(around, grant);
                kill(moment, around, gateway, steps, grant, held);
                // the other one has a head start; the marketplace reads the gateway's keys from the first
                gateway = around.serve("first", config -> configure(config, server));
                for (Map.Entry<HeldVerb, HeldApproval> one : held.entrySet()) {
                    carriedOutOnce(moment, around, next, one.getKey(), one.getValue());
                }
                assertThat(steps.unfinished()).isEqualTo(0);
                await("no token is left after %s".formatted(moment))
                        .atMost(PATIENCE)
                        .until(() -> steps.tokens() == 0);
                report.append("%-24s held %d, carried out once each%n".formatted(moment, held.size()));
            }
        }
        Files.writeString(
                Files.createDirectories(Path.of("target"))
                        .resolve("kill-approved-" + (anotherCarriesOn ? "other" : "same") + ".txt"),
                report);
    }

    private void list(World world) throws IOException, InterruptedException {
        String sub = world.seller(0).path("sub").asString();
        for (int i = 0; i < Moment.values().length * HeldVerb.values().length; i++) {
            listings.add(
                    world.list(sub, "A camera", new Money(HeldVerb.PRICE, "EUR"), new Money(HeldVerb.FLOOR, "EUR")));
        }
    }

    private static void configure(ObjectNode config, EmbeddedServer server) {
        config.withObject("/upstream").put("response_timeout", "5s"); // what is approved is taken over 15 s later
        config.putObject("store")
                .put("url", server.url())
                .put("user", server.user())
                .put("password", server.password());
    }

    private static World.Granted granted(Surroundings around) throws IOException, InterruptedException {
        World world = around.world();
        Agent seller = around.agents("seller-ops", around.gateway()).getFirst();
        Map<String, String> tiers = SCOPES.stream().collect(Collectors.toMap(scope -> scope, _ -> "ask"));
        return world.grant(world.seller(0).path("sub").asString(), seller, SCOPES, tiers);
    }

    private Map<HeldVerb, HeldApproval> ask(Surroundings around, World.Granted grant)
            throws IOException, InterruptedException {
        URI gateway = around.gateway();
        Agent seller = around.agents("seller-ops", gateway).getFirst();
        Agent buyer = around.agents("buyer-ops-a", gateway).getFirst();
        Map<HeldVerb, HeldApproval> held = new EnumMap<>(HeldVerb.class);
        for (HeldVerb verb : HeldVerb.values()) {
            Bargain bargain = new Bargain(gateway, seller, grant.token(), listings.removeFirst(), "EUR");
            held.put(verb, verb.ask(bargain, buyer));
        }
        return held;
    }

    private SellersPhone phone(World world) {
        return new SellersPhone(world.seller(0), cryptography);
    }

    /** Has the seller say yes to all, and kills the gateway at that moment, before anybody has heard of it. */
    private void kill(
            Moment moment,
            Surroundings around,
            GatewayProcess gateway,
            StepWatch steps,
            World.Granted grant,
            Map<HeldVerb, HeldApproval> held)
            throws Exception {
        World world = around.world();
        List<HeldApproval> all = List.copyOf(held.values());
        try (ExecutorService saying = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<SellersPhone.@Nullable Said>> answers = switch (moment) {
                case WAITING -> {
                    gateway.kill();
                    yield List.of();
                }
                case BEFORE_YES -> {
                    List<String> challenges = new ArrayList<>();
                    for (HeldApproval one : all) {
                        challenges.add(one.yes(phone(world), around.gateway()));
                    }
                    steps.holdAnswers();
                    List<Future<SellersPhone.@Nullable Said>> said = new ArrayList<>();
                    for (int i = 0; i < all.size(); i++) {
                        HeldApproval one = all.get(i);
                        String challenge = challenges.get(i);
                        said.add(saying.submit(() -> one.approve(phone(world), around.gateway(), challenge)));
                    }
                    await().atMost(PATIENCE).until(() -> steps.waiting("UPDATE approval SET attempts"));
                    gateway.kill();
                    steps.letGo();
                    yield said;
                }
                case BEFORE_DECIDED -> {
                    around.silenceAuthorizationServer();
                    List<Future<SellersPhone.@Nullable Said>> said = say(around, all, saying);
                    await().atMost(PATIENCE).until(() -> steps.approvedAndOpen() == all.size());
                    assertThat(steps.unfinished()).isEqualTo(0);
                    gateway.kill();
                    around.restoreAuthorizationServer();
                    yield said;
                }
                case BEFORE_THE_MARKETPLACE -> {
                    around.closeMarketplace();
                    List<Future<SellersPhone.@Nullable Said>> said = say(around, all, saying);
                    await().atMost(PATIENCE).until(() -> steps.unfinished() >= all.size());
                    gateway.kill();
                    around.openMarketplace();
                    yield said;
                }
                case BEFORE_ITS_ANSWER -> {
                    for (HeldApproval one : all) {
                        world.behave(one.target(), 0, 20_000, 1);
                    }
                    List<Future<SellersPhone.@Nullable Said>> said = say(around, all, saying);
                    await().atMost(PATIENCE).until(() -> arrived(world, all));
                    gateway.kill();
                    world.revoke(grant);
                    yield said;
                }
                case BEFORE_DONE -> {
                    around.closeMarketplace();
                    List<Future<SellersPhone.@Nullable Said>> said = say(around, all, saying);
                    await().atMost(PATIENCE).until(() -> steps.unfinished() >= all.size());
                    steps.holdEnds();
                    around.openMarketplace();
                    await().atMost(PATIENCE).until(() -> arrived(world, all));
                    await().atMost(PATIENCE).until(() -> steps.waiting("DELETE FROM intent"));
                    gateway.kill();
                    steps.letGo();
                    yield said;
                }
                case BEFORE_THE_RESULT -> {
                    for (HeldApproval one : all) {
                        world.behave(one.target(), 0, 3_000, 1);
                    }
                    List<Future<SellersPhone.@Nullable Said>> said = say(around, all, saying);
                    await().atMost(PATIENCE).until(() -> arrived(world, all));
                    steps.holdResults();
                    await().atMost(PATIENCE).until(() -> steps.waiting("UPDATE approval SET result"));
                    gateway.kill();
                    steps.letGo();
                    yield said;
                }
            };
            List<SellersPhone.@Nullable Said> heard = new ArrayList<>();
            for (Future<SellersPhone.@Nullable Said> answer : answers) {
                heard.add(answer.get());
            }
            assertThat(heard)
                    .as("answers before %s", moment)
                    .allMatch(said -> said == null
                            || (said.status() == 200
                                    && (moment.mayBeLate() || !said.json().has("result"))));
            if (!heard.isEmpty()) {
                assertThat(heard)
                        .as("who waits at %s", moment)
                        .anyMatch(said -> said == null || !said.json().has("result"));
            }
        }
    }

    private List<Future<SellersPhone.@Nullable Said>> say(
            Surroundings around, List<HeldApproval> all, ExecutorService saying) {
        List<Future<SellersPhone.@Nullable Said>> said = new ArrayList<>();
        for (HeldApproval one : all) {
            said.add(saying.submit(() -> one.approve(phone(around.world()), around.gateway())));
        }
        return said;
    }

    private static boolean arrived(World world, List<HeldApproval> all) throws IOException, InterruptedException {
        List<JsonNode> forwarded = world.forwarded();
        return all.stream()
                .allMatch(one -> one.among(forwarded).stream()
                        .anyMatch(request -> request.path("effect").asBoolean()));
    }

    /** Holds everything against what the agent that asked is told at last. */
    private void carriedOutOnce(Moment moment, Surroundings around, URI next, HeldVerb verb, HeldApproval held)
            throws Exception {
        World world = around.world();
        Agent agent = around.agents("seller-ops", next).getFirst();
        if (moment == Moment.WAITING || moment == Moment.BEFORE_YES) {
            assertThat(held.status(agent, 0).path("status").stringValue()).isEqualTo("pending");
            SellersPhone.Said said = Objects.requireNonNull(held.approve(phone(world), next));
            assertThat(said.status()).as(said.json().toString()).isEqualTo(200);
        }
        JsonNode status = await("a result of " + verb + " " + moment)
                .atMost(PATIENCE)
                .until(() -> held.status(agent, 5), read -> read.has("result"));
        assertThat(status.path("status").stringValue()).isEqualTo("approved");
        assertThat(status.at("/result/status").intValue())
                .as("%s %s: %s", verb, moment, status)
                .isEqualTo(verb.status());
        assertThat(status.at("/result/decision").stringValue()).isEqualTo("auto");

        List<JsonNode> sent = held.among(world.forwarded());
        assertThat(sent.stream()
                        .map(request -> request.at("/headers/idempotency-key").asString())
                        .distinct())
                .as("the gateway's keys of %s %s", verb, moment)
                .hasSize(1);
        assertThat(sent.stream().filter(request -> request.path("effect").asBoolean()))
                .as("the effects of %s %s", verb, moment)
                .hasSize(1);

        SellersPhone.Said again = phone(world).answer(held.page(next), "decline", "c3Bva2VuIGJlZm9yZQ");
        assertThat(again.status()).isEqualTo(422);

        Bargain reader = Bargain.over(
                held.bargain().listing(), world.seller(0).path("sub").asString(), world, agent, next);
        String subject = switch (verb) {
            case ACCEPT ->
                "negotiation/" + status.at("/result/body/negotiation_id").stringValue();
            case CREATE -> "listing/" + held.id();
            default -> "listing/" + held.bargain().listing();
        };
        List<JsonNode> entries = reader.verified(world, subject, List.of());
        assertThat(entries.stream()
                        .filter(entry -> entry.path("kind").asString().equals("approved")))
                .hasSize(1);
        assertThat(Bargain.intents(entries, "done")).containsExactlyElementsOf(Bargain.intents(entries, "decided"));
    }
}
