package dev.rctp.gateway.cli;

import dev.rctp.gateway.explain.Difference;
import dev.rctp.gateway.explain.Explanation;
import dev.rctp.gateway.explain.Finding;
import dev.rctp.msgsig.Authentication;
import java.util.Locale;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** An explanation for tools. */
final class ExplanationJson {

    private ExplanationJson() {}

    static ObjectNode of(Explanation explanation) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("verdict", explanation.verdict().name().toLowerCase(Locale.ROOT));
        var findings = json.putArray("findings");
        for (Finding finding : explanation.findings()) {
            findings.addObject()
                    .put("mistake", finding.mistake().code())
                    .put("clause", finding.mistake().clause())
                    .put("title", finding.mistake().title())
                    .put("sentence", finding.sentence())
                    .put("remedy", finding.mistake().remedy());
        }
        Authentication.Unauthenticated refusal = explanation.refusal();
        if (refusal != null) {
            json.putObject("refusal")
                    .put("reason", refusal.reason().code())
                    .put("cause", refusal.cause())
                    .put("sentence", refusal.sentence());
        }
        json.put("base", explanation.base());
        Difference difference = explanation.difference();
        if (difference != null) {
            json.putObject("difference")
                    .put("line", difference.line())
                    .put("column", difference.column())
                    .put("expected", difference.expected())
                    .put("signed", difference.signed());
        }
        return json;
    }
}
