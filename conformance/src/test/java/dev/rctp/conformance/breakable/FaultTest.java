package dev.rctp.conformance.breakable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.conformance.run.Outcome;
import dev.rctp.conformance.run.Result;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who tests the tester: each fault is caught by the test named for it, on the expectation named for it. */
class FaultTest {

    private static final int AT_LEAST = 40;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    static Path folder;

    @SuppressWarnings("NullAway.Init") // set before each
    private static Bench bench;

    @BeforeAll
    static void open() throws Exception {
        bench = Bench.in(folder);
    }

    static Stream<Catches> faults() {
        return Catches.all().stream();
    }

    @Test
    void everyFaultHasATestThatHasToCatchIt() {
        Set<Fault> caught = EnumSet.noneOf(Fault.class);
        Catches.all().forEach(one -> caught.add(one.fault()));

        assertThat(Arrays.stream(Fault.values()).filter(one -> !caught.contains(one)))
                .isEmpty();
        assertThat(caught).hasSizeGreaterThan(AT_LEAST);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("faults")
    void caughtByTheTestNamedForIt(Catches one) throws Exception {
        List<Result> results = bench.judge(Set.of(one.fault()), List.of(one.requirement()));

        assertThat(results).hasSize(1);
        Result result = results.getFirst();
        assertThat(result.outcome()).as(result.sentence()).isIn(Outcome.FAIL, Outcome.WARN);
        assertThat(result.sentence()).contains(one.sentence());
    }
}
