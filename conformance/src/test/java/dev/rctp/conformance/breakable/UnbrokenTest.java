package dev.rctp.conformance.breakable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.conformance.requirement.Requirement;
import dev.rctp.conformance.run.Outcome;
import dev.rctp.conformance.run.Result;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With no fault switched on nothing fails, skips or blocks. */
class UnbrokenTest {

    @Test
    void whoIsCallingIsJudged(@TempDir Path folder) throws Exception {
        List<Result> results = Bench.in(folder).judge(Set.of(), List.of("SIG-1", "GRA-3"));

        assertThat(results)
                .filteredOn(one -> one.outcome() != Outcome.PASS)
                .extracting(one -> one.requirement().name() + " " + one.outcome() + ": " + one.sentence())
                .isEmpty();
        assertThat(results).hasSizeGreaterThan(15);
    }

    @Tag("long")
    @Test
    void withoutFaultsEverythingIsJudgedAndHolds(@TempDir Path folder) throws Exception {
        List<Result> results = Bench.in(folder).judge(Set.of(), List.of());

        assertThat(results)
                .filteredOn(one -> one.outcome() != Outcome.PASS && one.outcome() != Outcome.NOT_APPLICABLE)
                .extracting(one -> one.requirement().name() + " " + one.outcome() + ": " + one.sentence())
                .isEmpty();
        assertThat(results)
                .filteredOn(one -> one.outcome() == Outcome.NOT_APPLICABLE)
                .extracting(Result::requirement)
                .filteredOn(one -> !one.needs().contains(Requirement.Need.EXTERNAL_AS))
                .extracting(Requirement::id)
                .containsExactlyInAnyOrder("DEC-4.9", "PRX-5.7", "SIG-5.4");
        assertThat(results).filteredOn(one -> one.outcome() == Outcome.PASS).hasSizeGreaterThan(900);
    }
}
