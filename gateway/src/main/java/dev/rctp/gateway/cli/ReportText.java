package dev.rctp.gateway.cli;

import dev.rctp.attest.verify.DossierReport;
import dev.rctp.attest.verify.RecordReport;
import dev.rctp.attest.verify.RecordReport.Answers;
import dev.rctp.attest.verify.RecordReport.Completeness;
import dev.rctp.attest.verify.RecordReport.Integrity;
import dev.rctp.attest.verify.RecordReport.Unjudged;
import dev.rctp.attest.verify.RecordReport.Want;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A verifier's report for a person. */
public final class ReportText {

    private ReportText() {}

    /** One line for each verdict, one for each thing that is missing to judge answers and events, and one for the log's key. */
    public static List<String> lines(RecordReport report) {
        List<String> lines = new ArrayList<>(verdicts(report));
        log(report).ifPresent(lines::add);
        return List.copyOf(lines);
    }

    private static List<String> verdicts(RecordReport report) {
        List<String> lines = new ArrayList<>();
        lines.add("integrity:    " + integrity(report));
        lines.add("approvals:    " + approvals(report));
        if (report.integrity() instanceof Integrity.Sound) {
            for (Want want : Want.values()) {
                unjudged(report.answers(), want).ifPresent(lines::add);
            }
            if (!report.unjudgedEvents().isEmpty()) {
                lines.add(unjudged(report.unjudgedEvents(), "what came before the event is not in this file"));
            }
        }
        lines.add("completeness: " + completeness(report.completeness()));
        return lines;
    }

    /** Whose heads count is as good as the key they are signed with. */
    private static Optional<String> log(RecordReport report) {
        return Optional.ofNullable(report.log())
                .map(log -> "log key:      " + log.key()
                        + (log.kept() ? "" : ", the file's own: compare it with the one that the gateway publishes"));
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
        List<Long> numbers = answers.unjudged().stream()
                .filter(answer -> answer.want() == want)
                .map(Unjudged::seq)
                .toList();
        return numbers.isEmpty() ? Optional.empty() : Optional.of(unjudged(numbers, sentence(want)));
    }

    private static String unjudged(List<Long> numbers, String sentence) {
        return "not judged:   seq " + numbers.stream().map(String::valueOf).collect(Collectors.joining(", ")) + ": "
                + sentence;
    }

    private static String sentence(Want want) {
        return switch (want) {
            case QUESTION -> "what was asked is not in this file, or not open to who read it";
            case SIGNATURE -> "the passkey's signature is not open in this file; what was asked is";
            case QUESTION_AND_SIGNATURE -> "neither what was asked nor the passkey's signature is open in this file";
        };
    }

    /** For each chain its name and the lines of its report; last what is wrong with the file, or that nothing is. */
    public static List<String> lines(DossierReport report) {
        List<String> lines = new ArrayList<>();
        for (DossierReport.Chain chain : report.chains()) {
            lines.add(chain.subject());
            verdicts(chain.report()).forEach(line -> lines.add("  " + line));
        }
        report.chains().stream()
                .flatMap(chain -> log(chain.report()).stream())
                .findFirst()
                .ifPresent(lines::add);
        lines.add(report.fault() == null ? verdict(report) : "the file is BROKEN: " + report.fault());
        return List.copyOf(lines);
    }

    private static String verdict(DossierReport report) {
        if (report.passed()) {
            return "all " + report.chains().size() + " chains verified";
        }
        return report.lacksKeys() ? "NOT ALL CHAINS CAN BE CHECKED" : "NOT ALL CHAINS VERIFIED";
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
            case Completeness.Complete(long upTo, int receipts, int heads) ->
                "complete against " + against(receipts, heads) + ", up to seq " + upTo
                        + ": the chain had come so far then; what followed, they don't tell";
            case Completeness.FilesOwn(int receipts, int heads) ->
                "not judged: " + against(receipts, heads)
                        + " in the file, but that is the file's own word; give receipts or the log's key that you kept";
            case Completeness.Incomplete(String fault) -> "INCOMPLETE: " + fault;
            case Completeness.NotJudged() -> "not judged, for want of receipts, of signed heads or of a sound record";
        };
    }

    private static String against(int receipts, int heads) {
        List<String> parts = new ArrayList<>();
        if (receipts > 0) {
            parts.add(receipts + (receipts == 1 ? " receipt" : " receipts"));
        }
        if (heads > 0) {
            parts.add(heads + (heads == 1 ? " signed head" : " signed heads"));
        }
        return String.join(" and ", parts);
    }
}
