package dev.rctp.conformance.report;

import dev.rctp.registries.CanonicalJson;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The report for programs, by {@code report.schema.json}; signed where there is a key. */
public final class JsonReport {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final @Nullable ReportKey key;

    /** Signed by this key; null for none. */
    public JsonReport(@Nullable ReportKey key) {
        this.key = key;
    }

    /** The report's text. */
    public String text(Report report) {
        ObjectNode root = root(report);
        if (key != null) {
            root.put("signature", key.sign(CanonicalJson.bytes(root)));
        }
        return MAPPER.writeValueAsString(root) + "\n";
    }

    private static ObjectNode root(Report report) {
        ObjectNode root = NODES.objectNode();
        root.put("format", "rctp-conformance-report/1");
        root.put("run_id", report.runId());
        root.put("runner", report.runner());
        root.put("started", time(report.started()));
        root.put("took_ms", report.took().toMillis());
        root.put("target", report.target());
        root.put("plan_digest", report.planDigest());
        root.set("profiles", texts(report.profiles()));
        root.put("partial", report.partial());
        root.set("only", texts(report.only()));
        root.put("verdict", report.verdict().text());
        root.put("exit_code", report.verdict().exitCode());
        root.set("counts", counts(report.counts()));
        ArrayNode sections = root.putArray("sections");
        for (Map.Entry<ProtocolSection, List<Finding>> one : report.sections().entrySet()) {
            sections.addObject()
                    .put("section", one.getKey().number())
                    .put("title", one.getKey().title())
                    .set("counts", counts(Counts.of(one.getValue())));
        }
        ArrayNode results = root.putArray("results");
        report.findings().forEach(one -> results.add(result(one)));
        return root;
    }

    private static ObjectNode counts(Counts counts) {
        ObjectNode node = NODES.objectNode();
        for (Standing standing : Standing.values()) {
            node.put(name(standing), counts.of(standing));
        }
        return node;
    }

    private static String name(Standing standing) {
        return standing.name().toLowerCase(Locale.ROOT);
    }

    private static ObjectNode result(Finding finding) {
        ObjectNode node = NODES.objectNode();
        node.put("id", finding.name());
        node.put("section", finding.requirement().section());
        node.put("level", finding.requirement().level().name().toLowerCase(Locale.ROOT));
        node.put("profile", finding.requirement().profile().name().toLowerCase(Locale.ROOT));
        node.put("text", finding.requirement().text());
        node.put("outcome", name(finding.standing()));
        node.put("took_ms", finding.took().toMillis());
        if (!finding.sentence().isEmpty()) {
            node.put("sentence", finding.sentence());
        }
        if (!finding.reason().isEmpty()) {
            node.put("expected_because", finding.reason());
        }
        if (!finding.exchanges().isEmpty()) {
            node.put("exchanges_left_out", finding.leftOut());
            ArrayNode exchanges = node.putArray("exchanges");
            finding.exchanges()
                    .forEach(one -> exchanges
                            .addObject()
                            .put("at", time(one.at()))
                            .put("took_ms", one.took().toMillis())
                            .put("request", one.request())
                            .put("signature_base", one.base())
                            .put("response", one.response()));
        }
        return node;
    }

    private static ArrayNode texts(List<String> texts) {
        ArrayNode all = NODES.arrayNode();
        texts.forEach(all::add);
        return all;
    }

    private static String time(Instant at) {
        return at.truncatedTo(ChronoUnit.MILLIS).toString();
    }
}
