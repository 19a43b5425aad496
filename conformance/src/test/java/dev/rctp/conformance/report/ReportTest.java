package dev.rctp.conformance.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.conformance.requirement.Requirement;
import dev.rctp.conformance.requirement.Requirements;
import dev.rctp.conformance.run.Outcome;
import dev.rctp.conformance.run.Result;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ReportTest {

    private static final Requirement ONE = Requirements.load().find("GRA-3.2").orElseThrow();
    private static final Requirement TWO = Requirements.load().find("GRA-3.3").orElseThrow();

    @ParameterizedTest
    @CsvSource({
        "PASS, 0",
        "PASS WARN NOT_APPLICABLE, 0",
        "PASS FAIL, 1",
        "PASS FAIL BLOCKED ERROR, 1",
        "PASS SKIP, 4",
        "PASS BLOCKED, 4",
        "NOT_APPLICABLE, 4",
        "PASS SKIP ERROR, 5"
    })
    void theExitCodeSaysTheGravest(String outcomes, int code) {
        List<Result> results = Arrays.stream(outcomes.split(" "))
                .map(one -> MadeRun.result(ONE, Outcome.valueOf(one), false))
                .toList();

        assertThat(MadeRun.report(results).verdict().exitCode()).isEqualTo(code);
    }

    @Test
    void nothingRunIsNotConformant() {
        assertThat(MadeRun.report(List.of()).verdict()).isEqualTo(Verdict.INCOMPLETE);
    }

    @Test
    void anExpectedFailureIsNoFailure() {
        Report report = MadeRun.report(
                List.of(MadeRun.result(ONE, Outcome.FAIL, true), MadeRun.result(TWO, Outcome.PASS, false)));

        assertThat(report.verdict()).isEqualTo(Verdict.EXCEPTED);
        assertThat(report.verdict().exitCode()).isZero();
        assertThat(report.findings().getFirst().standing()).isEqualTo(Standing.EXPECTED);
        assertThat(report.findings().getFirst().reason()).isEqualTo("ticket 123 [redacted]");
    }

    @Test
    void nothingButExpectedFailuresIsNotConformant() {
        Report report = MadeRun.report(List.of(MadeRun.result(ONE, Outcome.FAIL, true)));

        assertThat(report.verdict()).isEqualTo(Verdict.INCOMPLETE);
    }

    @Test
    void anExpectedFailureThatPassesIsAFailure() {
        Report report = MadeRun.report(List.of(MadeRun.result(ONE, Outcome.PASS, true)));

        assertThat(report.verdict()).isEqualTo(Verdict.NOT_CONFORMANT);
        assertThat(report.counts().text()).isEqualTo("1 stale expected failure");
    }

    @Test
    void aRunOfSomeSaysThatItIsPartial() {
        Report report = MadeRun.report(List.of(MadeRun.result(ONE, Outcome.PASS, false)), "RCTP-GRA-3");

        assertThat(report.verdict()).isEqualTo(Verdict.CONFORMANT);
        assertThat(report.summary()).isEqualTo("Partial run of RCTP-GRA-3: 1 passed.");
    }

    @Test
    void longExchangesAreCutAndTheFirstOfManyLeftOut() {
        Result one = MadeRun.result(ONE, Outcome.FAIL, false);
        Result many = new Result(
                ONE,
                Outcome.FAIL,
                "x".repeat(30_000),
                Collections.nCopies(30, one.exchanges().getLast()),
                one.took(),
                false);

        Finding finding = MadeRun.report(List.of(many)).findings().getFirst();

        assertThat(finding.leftOut()).isEqualTo(6);
        assertThat(finding.exchanges()).hasSize(24);
        assertThat(finding.sentence()).endsWith("… 6000 more characters");
    }
}
