package dev.rctp.conformance.breakable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.conformance.run.Outcome;
import dev.rctp.conformance.run.Result;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a gateway answers is judged: none of it is the runner's fault. */
class OddAnswersTest {

    @Tag("long")
    @ParameterizedTest
    @ValueSource(longs = 1)
    void oddValuesOfAnswersAreJudged(long seed, @TempDir Path folder) throws Exception {
        List<Result> results = Bench.in(folder).judgeBehindOddAnswers(seed);

        assertThat(results)
                .filteredOn(one -> one.outcome() == Outcome.ERROR)
                .extracting(one -> one.requirement().name() + ": " + one.sentence())
                .isEmpty();
        assertThat(results).filteredOn(one -> one.outcome() == Outcome.FAIL).hasSizeGreaterThan(50);
        assertThat(results).filteredOn(one -> one.outcome() == Outcome.PASS).hasSizeGreaterThan(100);
    }
}
