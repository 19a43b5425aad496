package dev.rctp.gateway.cli;

import dev.rctp.attest.verify.RecordReport;
import dev.rctp.attest.verify.RecordReport.Answers;
import dev.rctp.attest.verify.RecordReport.Completeness;
import dev.rctp.attest.verify.RecordReport.Integrity;
import dev.rctp.attest.verify.RecordReport.Want;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A verifier's report for a person. */
public final class ReportText {

    private ReportText() {}

    /** One line for each verdict, and one for each thing that is missing to judge sellers' answers. */
    public static List<String> lines(RecordReport report) {
        List<String> lines = new ArrayList<>();
        lines.add("integrity:    " + integrity(report));
        lines.add("approvals:    " + approvals(report));
        if (report.integrity() instanceof Integrity.Sound) {
            for (Want want : Want.values()) {
                unjudged(report.answers(), want).ifPresent(lines::add);
            }
        }
        lines.add("completeness: " + completeness(report.completeness()));
        return List.copyOf(lines);
    }

    /** How many of the sellers' answers are proven: of entries that are not, their answers aren't either. */
    private static String approvals(RecordReport report) {
        if (!(report.integrity() instanceof Integrity.Sound)) {
            return "not judged, for want of a sound record";
        }
        int unjudged = report.answers().unjudged().size();
        return report.answers().checked() + " checked" + (unjudged == 0 ? "" : ", " + unjudged + " not judged");
    }

    private static Optional<String> unjudged(Answers answers, Want want) {
        List<String> numbers = answers.unjudged().stream()
                .filter(answer -> answer.want() == want)
                .map(answer -> String.valueOf(answer.seq()))
                .toList();
        return numbers.isEmpty()
                ? Optional.empty()
                : Optional.of("not judged:   seq " + String.join(", ", numbers) + ": " + sentence(want));
    }

    private static String sentence(Want want) {
        return switch (want) {
            case QUESTION -> "what was asked is not in this file, or not open to who read it";
            case SIGNATURE -> "the passkey's signature is not open in this file; what was asked is";
            case QUESTION_AND_SIGNATURE -> "neither what was asked nor the passkey's signature is open in this file";
        };
    }

    private static String integrity(RecordReport report) {
        return switch (report.integrity()) {
            case Integrity.Sound() -> {
                String slice = report.slice()
                        ? ", A PART from number " + report.firstSeq()
                                + " on: its beginning is not proven (--part accepts that)"
                        : "";
                yield "sound, " + report.entries() + " entries" + slice + ", signed by "
                        + String.join(", ", report.keyIds());
            }
            case Integrity.Unknown(int index, long seq, String keyId) ->
                "CAN'T BE CHECKED: entry " + (index + 1) + " (seq " + seq + ") is signed by " + keyId
                        + ", which is no key of those given; fetch the gateway's profile anew";
            case Integrity.Broken(int index, long seq, String fault) ->
                index < 0 ? "BROKEN: " + fault : "BROKEN at entry " + (index + 1) + " (seq " + seq + "): " + fault;
        };
    }

    private static String completeness(Completeness completeness) {
        return switch (completeness) {
            case Completeness.Complete(int receipts) ->
                "complete against " + receipts + (receipts == 1 ? " receipt" : " receipts");
            case Completeness.Incomplete(String fault) -> "INCOMPLETE: " + fault;
            case Completeness.NotJudged() -> "not judged, for want of receipts or of a sound record";
        };
    }
}
