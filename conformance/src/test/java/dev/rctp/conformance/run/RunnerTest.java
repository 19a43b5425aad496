package dev.rctp.conformance.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rctp.conformance.plan.Plan;
import dev.rctp.conformance.plan.PlanReader;
import dev.rctp.conformance.plan.PlanReading;
import dev.rctp.conformance.plan.PlanTemplate;
import dev.rctp.conformance.requirement.Requirement;
import dev.rctp.conformance.requirement.Requirements;
import dev.rctp.conformance.server.HttpHost;
import dev.rctp.conformance.server.Reply;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.World;
import dev.rctp.registries.Registries;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** How tests end, in a world whose target answers 200 with an empty object to everything. */
class RunnerTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    static Path folder;

    private static final Requirements REQUIREMENTS = Requirements.load();
    private static final Requirement MUST = some(Requirement.Level.MUST);
    private static final Requirement SHOULD = some(Requirement.Level.SHOULD);
    private static final Requirement WAITING = REQUIREMENTS.all().stream()
            .filter(one -> one.untested() == null && one.needs().contains(Requirement.Need.CLOCK))
            .findFirst()
            .orElseThrow();

    @SuppressWarnings("NullAway.Init") // set before all
    private static HttpHost target;

    @SuppressWarnings("NullAway.Init") // set before all
    private static World world;

    private static Requirement some(Requirement.Level level) {
        return REQUIREMENTS.all().stream()
                .filter(one -> one.level() == level
                        && one.untested() == null
                        && !one.needs().contains(Requirement.Need.CLOCK))
                .findFirst()
                .orElseThrow();
    }

    @BeforeAll
    static void open() throws Exception {
        target = HttpHost.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                null,
                _ -> Reply.json(200, JsonMapper.shared().createObjectNode()));
        world = new World(plan(""), Registries.load());
    }

    @AfterAll
    static void close() {
        world.close();
        target.close();
    }

    private static Plan plan(String more) throws Exception {
        Path file = folder.resolve("plan.yaml");
        String text = new PlanTemplate("http://localhost:" + target.port(), 29_500, null, null, null, "secret", "seed")
                .text();
        Files.writeString(file, text + more);
        return switch (new PlanReader(REQUIREMENTS, Registries.load().actions(), Map.of()).read(file)) {
            case PlanReading.Good(Plan plan) -> plan;
            case PlanReading.Faulty(var faults) -> throw new IllegalStateException(String.valueOf(faults));
        };
    }

    private static Result run(Requirement requirement, dev.rctp.conformance.run.Test test, String more)
            throws Exception {
        Suite suite = Suite.of(REQUIREMENTS, List.of(all -> all.test(requirement.id(), test)));
        Selection selection = new Selection(plan(more), List.of(requirement.name()));
        List<Result> results = new Runner(suite, selection, world, 2).run(_ -> {});
        assertThat(results).hasSize(1);
        return results.getFirst();
    }

    private static Result run(Requirement requirement, dev.rctp.conformance.run.Test test) throws Exception {
        return run(requirement, test, "");
    }

    private static Call call(Trial t) {
        return Call.of(t.scene().buyer(), "GET", "/offers/off_1");
    }

    @Test
    void whatHoldsPasses() throws Exception {
        assertThat(run(MUST, t -> t.that(true, "It holds.")).outcome()).isEqualTo(Outcome.PASS);
    }

    @Test
    void aMustThatDoesNotHoldFailsWithItsSentenceAndItsExchanges() throws Exception {
        Result result = run(MUST, t -> t.refused(t.send(call(t)), 401, "signature_invalid"));

        assertThat(result.outcome()).isEqualTo(Outcome.FAIL);
        assertThat(result.sentence()).contains("A refusal 401 `signature_invalid` was expected, not 200");
        assertThat(result.exchanges()).hasSize(1);
        assertThat(result.exchanges().getFirst().base()).contains("\"@method\": GET", "\"@signature-params\": ");
        assertThat(new String(result.exchanges().getFirst().response(), StandardCharsets.US_ASCII))
                .startsWith("HTTP/1.1 200");
    }

    @Test
    void aShouldThatDoesNotHoldWarns() throws Exception {
        assertThat(run(SHOULD, t -> t.that(false, "It should.")).outcome()).isEqualTo(Outcome.WARN);
    }

    @Test
    void aNegativeWhoseControlIsNotAcceptedIsBlocked() throws Exception {
        Result result = run(MUST, t -> t.control(call(t), 201));

        assertThat(result.outcome()).isEqualTo(Outcome.BLOCKED);
        assertThat(result.sentence()).contains("201", "200");
    }

    @Test
    void aSkipIsNeverAPass() throws Exception {
        Result result = run(WAITING, _ -> {
            throw new IllegalStateException("it must not be run");
        });

        assertThat(result.outcome()).isEqualTo(Outcome.SKIP);
        assertThat(result.sentence()).contains("target.clock_url");
    }

    @Test
    void whatTheTargetHasNotIsNotApplicable() throws Exception {
        Result result = run(MUST, t -> {
            throw t.notApplicable("There is none.");
        });

        assertThat(result.outcome()).isEqualTo(Outcome.NOT_APPLICABLE);
    }

    @Test
    void aFaultOfTheRunnersIsNoFailureOfTheTargets() throws Exception {
        Result result = run(MUST, _ -> {
            throw new IllegalStateException("a bug");
        });

        assertThat(result.outcome()).isEqualTo(Outcome.ERROR);
        assertThat(result.sentence()).contains("a bug");
    }

    @Test
    void anExpectedFailureThatPassesIsStale() throws Exception {
        String expected = "\nexpected_failures:\n  " + MUST.name() + ": \"ticket 1\"\n";

        assertThat(run(MUST, t -> t.that(true, "It holds."), expected).stale()).isTrue();
        assertThat(run(MUST, t -> t.that(false, "It holds."), expected).stale()).isFalse();
        assertThat(run(MUST, t -> t.that(false, "It holds."), expected).expectedFailure())
                .isTrue();
    }

    @Test
    void whatMustRunAloneRunsAlone() throws Exception {
        List<Requirement> alone = REQUIREMENTS.all().stream()
                .filter(one -> one.untested() == null && one.needs().equals(java.util.Set.of(Requirement.Need.ALONE)))
                .limit(3)
                .toList();
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Suite suite = Suite.of(
                REQUIREMENTS,
                List.of(all -> alone.forEach(one -> all.test(one.id(), _ -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    running.decrementAndGet();
                }))));
        List<String> names = alone.stream().map(Requirement::name).toList();

        assertThat(new Runner(suite, new Selection(plan(""), names), world, 8).run(_ -> {}))
                .hasSameSizeAs(alone);
        assertThat(most).hasValue(1);
    }

    @Test
    void oneRequirementHasOneTest() {
        assertThatThrownBy(() -> Suite.of(REQUIREMENTS, List.of(all -> {
                    all.test(MUST.id(), _ -> {});
                    all.test(MUST.id(), _ -> {});
                })))
                .hasMessageContaining("has two tests");
        assertThatThrownBy(() -> Suite.of(REQUIREMENTS, List.of(all -> all.test("GRA-99.1", _ -> {}))))
                .hasMessageContaining("no requirement GRA-99.1");
    }
}
