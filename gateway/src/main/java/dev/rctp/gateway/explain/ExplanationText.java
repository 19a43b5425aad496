package dev.rctp.gateway.explain;

import dev.rctp.msgsig.Authentication;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An explanation for a person, as lines of plain text. */
public final class ExplanationText {

    private ExplanationText() {}

    /** The verdict, each finding with what mends it, the expected base, and the first line that differs. */
    public static List<String> lines(Explanation explanation) {
        List<String> lines = new ArrayList<>(List.of(headline(explanation)));
        int number = 1;
        for (Finding finding : explanation.findings()) {
            lines.add("");
            lines.add(number++ + ". " + finding.mistake().title() + " ("
                    + finding.mistake().code() + ", " + finding.mistake().clause() + ")");
            lines.add("   " + finding.sentence());
            lines.add("   Mend it: " + finding.mistake().remedy());
        }
        Authentication.Unauthenticated refusal = explanation.refusal();
        if (refusal != null) {
            String cause = refusal.cause() == null ? "" : " (" + refusal.cause() + ")";
            lines.addAll(
                    List.of("", "A gateway answers " + refusal.reason().code() + cause + ": " + refusal.sentence()));
        }
        String base = explanation.base();
        if (base != null) {
            lines.addAll(List.of("", "The signature base that is expected:"));
            base.lines().forEach(line -> lines.add("  " + line));
        }
        Difference difference = explanation.difference();
        if (difference != null) {
            lines.addAll(List.of("", "The first line that differs is line " + difference.line() + ":"));
            lines.add("  expected: " + shown(difference.expected()));
            lines.add("  signed:   " + shown(difference.signed()));
            lines.add("            " + " ".repeat(difference.column() - 1) + "^");
        }
        return lines;
    }

    /** The verdict in one sentence. */
    public static String headline(Explanation explanation) {
        int count = explanation.findings().size();
        return switch (explanation.verdict()) {
            case VALID -> "The signature is valid.";
            case FAULTY ->
                count == 1 ? "The signature fails. One thing is wrong:" : "The signature fails. These are wrong:";
            case UNEXPLAINED -> "The signature fails, and what is wrong can't be named.";
            case UNDECIDED -> "Whether the signature is valid can't be told.";
        };
    }

    private static String shown(@Nullable String line) {
        return line == null ? "(no such line)" : line.isEmpty() ? "(an empty line)" : line;
    }
}
