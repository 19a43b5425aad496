package dev.rctp.conformance.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import dev.rctp.conformance.run.Result;
import dev.rctp.registries.CanonicalJson;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

final class ReportFormatsTest {

    private final List<Result> results = MadeRun.results();
    private final Report report = MadeRun.report(results);

    @Test
    void jsonIsAsItsSchemaSays(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("key.jwk");
        Files.writeString(file, new ECKeyGenerator(Curve.P_256).generate().toJSONString());
        Schema schema = schema();

        assertThat(schema.validate(new JsonReport(null).text(report), InputFormat.JSON))
                .isEmpty();
        assertThat(schema.validate(new JsonReport(ReportKey.read(file)).text(report), InputFormat.JSON))
                .isEmpty();
        assertThat(schema.validate("{\"format\":\"rctp-conformance-report/1\"}", InputFormat.JSON))
                .isNotEmpty();
    }

    @Test
    void jsonIsSignedOverItsCanonicalForm(@TempDir Path folder) throws Exception {
        ECKey key = new ECKeyGenerator(Curve.P_256).generate();
        Path file = folder.resolve("key.jwk");
        Files.writeString(file, key.toJSONString());

        ObjectNode root = (ObjectNode) JsonMapper.shared().readTree(new JsonReport(ReportKey.read(file)).text(report));
        String signature = root.remove("signature").asString();
        JWSObject signed = JWSObject.parse(signature, new Payload(CanonicalJson.bytes(root)));

        assertThat(signed.verify(new ECDSAVerifier(key.toPublicJWK().toECKey())))
                .isTrue();
        assertThat(signed.getHeader().getType().toString()).isEqualTo("rctp-conformance-report+jwt");
        assertThat(signed.getHeader().getKeyID())
                .isEqualTo(key.computeThumbprint().toString());
    }

    @Test
    void aPublicKeySignsNothing(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("key.jwk");
        Files.writeString(
                file, new ECKeyGenerator(Curve.P_256).generate().toPublicJWK().toJSONString());

        assertThatThrownBy(() -> ReportKey.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith("has no private key of P-256 or Ed25519.");
    }

    @Test
    void junitIsXmlWithASuiteForEachSection() throws Exception {
        byte[] octets = new JUnitReport().text(report).getBytes(StandardCharsets.UTF_8);
        Document xml =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new ByteArrayInputStream(octets));
        Element root = xml.getDocumentElement();

        assertThat(root.getElementsByTagName("testsuite").getLength())
                .isEqualTo(report.sections().size());
        assertThat(root.getElementsByTagName("testcase").getLength()).isEqualTo(results.size());
        assertThat(root.getElementsByTagName("failure").getLength())
                .isEqualTo(report.of(Standing.FAILED).size()
                        + report.of(Standing.STALE).size())
                .isEqualTo(Integer.parseInt(root.getAttribute("failures")));
        assertThat(root.getElementsByTagName("error").getLength())
                .isEqualTo(report.of(Standing.BLOCKED).size()
                        + report.of(Standing.FAULT).size());
    }

    @Test
    void htmlRunsNothingOfTheTargetAndLoadsNothing() {
        String html = new HtmlReport().text(report);

        assertThat(html).doesNotContain("<script>alert").contains("&lt;script&gt;alert(1)", "⟦U+202E⟧", "⟦U+0000⟧");
        assertThat(Pattern.compile("<script").matcher(html).results().count()).isEqualTo(1);
        assertThat(html)
                .doesNotContainPattern(
                        "(?i)<(link|img|iframe|object|embed|base)\\b|\\s(src|href)=\"(?!#)|url\\(|@import");
        assertThat(html).contains("default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'");
    }

    @Test
    void htmlHasEveryRequirementAndOpensFailures() {
        String html = new HtmlReport().text(report);

        assertThat(report.findings()).allSatisfy(one -> assertThat(html).contains("id=\"" + one.name() + "\""));
        assertThat(report.of(Standing.FAILED))
                .isNotEmpty()
                .allSatisfy(one -> assertThat(html).contains("id=\"" + one.name() + "\" data-s=\"failed\" open>"));
    }

    @Test
    void markdownHasSectionsAndFailures() {
        String text = new MarkdownReport().text(report);

        assertThat(text)
                .startsWith("## RCTP conformance: not conformant\n")
                .contains("| 3 Agent Grant |", "### Failed (", "&lt;script&gt;");
        assertThat(report.of(Standing.FAILED))
                .allSatisfy(one -> assertThat(text).contains("- **" + one.name() + "** "));
    }

    @Test
    void theConsoleTellsFailuresSectionsAndVerdict() {
        String text = console(false);

        assertThat(text)
                .doesNotContain("\r")
                .contains("FAILED RCTP-", "3 Agent Grant ", "Not conformant. ", "Skipped, since the plan lacks")
                .contains("Requests, signature bases and responses: report.html");
    }

    @Test
    void aTerminalSeesOneLineThatChanges() {
        assertThat(console(true))
                .contains("\r[1/" + results.size() + "] 1 passed")
                .doesNotContain("\u001B");
    }

    private String console(boolean terminal) {
        StringWriter text = new StringWriter();
        ConsoleReport console = new ConsoleReport(new PrintWriter(text), terminal, results.size());
        report.findings().forEach(console::progress);
        console.summary(report, Path.of("report.html"));
        return text.toString();
    }

    private static Schema schema() throws IOException {
        try (InputStream in = JsonReport.class.getResourceAsStream("/dev/rctp/conformance/report.schema.json")) {
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(Objects.requireNonNull(in), InputFormat.JSON);
        }
    }
}
