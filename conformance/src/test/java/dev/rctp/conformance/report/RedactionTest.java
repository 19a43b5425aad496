package dev.rctp.conformance.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.rctp.conformance.requirement.Requirements;
import dev.rctp.conformance.run.Outcome;
import dev.rctp.conformance.run.Result;
import dev.rctp.conformance.wire.Exchange;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RedactionTest {

    private final Redaction redaction = Redaction.of(MadeRun.plan(Map.of()));

    @Test
    void noReportHasASecret() {
        everyReport()
                .forEach((name, text) -> assertThat(MadeRun.SECRETS)
                        .as(name)
                        .allSatisfy(secret ->
                                assertThat(text.contains(secret)).as(secret).isFalse()));
    }

    @Test
    void theMadeRunHasEachSecret() {
        String all = MadeRun.results().stream()
                .flatMap(one -> one.exchanges().stream())
                .map(one -> VisibleText.of(one.request()) + VisibleText.of(one.response()))
                .reduce("", String::concat);

        assertThat(MadeRun.SECRETS)
                .allSatisfy(
                        secret -> assertThat(all.contains(secret)).as(secret).isTrue());
    }

    @Test
    void noReportHasWhatATargetCouldHideOrRun() {
        everyReport().forEach((name, text) -> {
            assertThat(text.chars().allMatch(one -> one >= ' ' || one == '\n' || one == '\t' || one == '\r'))
                    .as(name)
                    .isTrue();
            assertThat(text.contains("\u202E")).as(name).isFalse();
        });
    }

    @Test
    void aTokenIsTakenOutUnderAnyScheme() {
        assertThat(redaction.text("Authorization: Secret abc")).isEqualTo("Authorization: Secret [redacted]");
        assertThat(redaction.text("authorization: abc")).isEqualTo("authorization: [redacted]");
        assertThat(redaction.text("\"authorization\": DPoP abc")).isEqualTo("\"authorization\": DPoP [redacted]");
        assertThat(redaction.text("{\"authorization\":\"Bearer abc\"}"))
                .isEqualTo("{\"authorization\":\"[redacted]\"}");
    }

    @Test
    void aCheckoutLosesItsSignatureOnly() {
        String payload = MadeRun.CHECKOUT.substring(0, MadeRun.CHECKOUT.lastIndexOf('.'));

        assertThat(redaction.text("{\"checkout\":\"" + MadeRun.CHECKOUT + "\"}"))
                .isEqualTo("{\"checkout\":\"" + payload + ".[redacted]\"}");
    }

    @Test
    void aTicketIsTakenOutInQueriesAndPaths() {
        assertThat(redaction.text("GET /enroll?ticket=abc&x=1 HTTP/1.1"))
                .isEqualTo("GET /enroll?ticket=[redacted]&x=1 HTTP/1.1");
        assertThat(redaction.text("GET /enroll/abcdefgh1 HTTP/1.1")).isEqualTo("GET /enroll/[redacted] HTTP/1.1");
    }

    @Test
    void aVeryLongSecretIsTakenOutToo() {
        assertThat(redaction.text("{\"token\":\"" + "a".repeat(2_000_000) + "\"}"))
                .isEqualTo("{\"token\":\"[redacted]\"}");
        assertThat(redaction.text("{\"token\":\"a\\\"b\"}")).isEqualTo("{\"token\":\"[redacted]\"}");
    }

    @Test
    void whatIsNoSecretStays() {
        String text = "{\"code\":\"grant_invalid\",\"token_type\":\"x\",\"k\":\"short\"} Signature: sig1=:AAAA:";

        assertThat(redaction.text(text)).isEqualTo(text);
    }

    private static Map<String, String> everyReport() {
        List<Result> results = MadeRun.results();
        Report report = MadeRun.report(results);
        StringWriter console = new StringWriter();
        ConsoleReport lines = new ConsoleReport(new PrintWriter(console), false, results.size());
        report.findings().forEach(lines::progress);
        lines.summary(report, null);
        Map<String, String> all = new LinkedHashMap<>();
        all.put("console", console.toString());
        all.put("json", new JsonReport(null).text(report));
        all.put("junit", new JUnitReport().text(report));
        all.put("markdown", new MarkdownReport().text(report));
        all.put("html", new HtmlReport().text(report));
        return all;
    }

    @Test
    void whatATargetSendsCannotMakeAReportSlow() {
        String tokens = "eyJ".repeat(700_000);
        String members = "{\"token\":\"secret-0123456789\"},".repeat(60_000);
        for (String hostile : List.of(tokens, members)) {
            Exchange exchange = new Exchange(
                    new byte[0], "", hostile.getBytes(StandardCharsets.UTF_8), Instant.EPOCH, Duration.ZERO);
            Result result = new Result(
                    Requirements.load().find("GRA-3.2").orElseThrow(),
                    Outcome.FAIL,
                    "It failed.",
                    List.of(exchange),
                    Duration.ZERO,
                    false);

            String text = assertTimeoutPreemptively(
                    Duration.ofSeconds(20), () -> new HtmlReport().text(MadeRun.report(List.of(result))));

            assertThat(text).doesNotContain("secret-0123456789").hasSizeLessThan(200_000);
        }
    }
}
