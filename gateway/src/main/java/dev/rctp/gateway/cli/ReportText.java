package dev.rctp.gateway.cli;

import dev.rctp.attest.verify.RecordReport;
import dev.rctp.attest.verify.RecordReport.Completeness;
import dev.rctp.attest.verify.RecordReport.Integrity;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A verifier's report for a person. */
public final class ReportText {

    private ReportText() {}

    /** One line for each verdict, and one for answers and events that are not judged, where there are any. */
    public static List<String> lines(RecordReport report) {
        List<String> lines = new ArrayList<>();
        lines.add("integrity:    " + integrity(report));
        lines.add("completeness: " + completeness(report.completeness()));
        if (!report.unjudged().isEmpty()) {
            lines.add("not judged:   seq "
                    + report.unjudged().stream().map(String::valueOf).collect(Collectors.joining(", "))
                    + ": what came before is not in this file, or not open to who read it");
        }
        return List.copyOf(lines);
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
