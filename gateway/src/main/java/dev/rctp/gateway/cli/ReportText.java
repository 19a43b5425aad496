package dev.rctp.gateway.cli;

import dev.rctp.attest.verify.DossierReport;
import dev.rctp.attest.verify.RecordReport;
import dev.rctp.attest.verify.RecordReport.Answers;
import dev.rctp.attest.verify.RecordReport.Completeness;
import dev.rctp.attest.verify.RecordReport.Integrity;
import dev.rctp.attest.verify.RecordReport.Signer;
import dev.rctp.attest.verify.RecordReport.Unjudged;
import dev.rctp.attest.verify.RecordReport.Want;
import dev.rctp.attest.verify.RecordReport.Whose;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A verifier's report for a person. */
public final class ReportText {

    private ReportText() {}

    /** One line for each verdict, one for each thing that is missing to judge answers and events, and one for each key of a party and of the log. */
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
        for (Signer signer : report.signers()) {
            lines.add("events by:    " + String.join(", ", signer.roles()) + ", seq " + numbers(signer.events()) + ", "
                    + signer.operator());
            lines.add("their key:    " + signer.keyId() + ", " + whose(signer.whose()));
        }
        lines.add("completeness: " + completeness(report));
        return lines;
    }

    /** Whose heads count is as good as the key they are signed with. */
    private static Optional<String> log(RecordReport report) {
        return Optional.ofNullable(report.log())
                .map(log -> "log key:      " + log.key()
                        + (log.kept() ? "" : ", the file's own: compare it with the published one"));
    }

    /** How many of the sellers' answers are proven: of entries that are not, their answers aren't either. */
    private static String approvals(RecordReport report) {
        if (!(report.integrity() instanceof Integrity.Sound)) {
            return "not judged: the record is not sound";
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
        return "not judged:   seq " + numbers(numbers) + ": " + sentence;
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
            List<String> open = unjudged(report);
            return "all " + report.chains().size() + " chains verified"
                    + (open.isEmpty() ? "" : "; not judged: " + String.join(", ", open));
        }
        return report.isUndecided() ? "NOT ALL CHAINS CAN BE CHECKED" : "NOT ALL CHAINS VERIFIED";
    }

    /** What a reader must not take for shown. */
    private static List<String> unjudged(DossierReport report) {
        List<RecordReport> chains =
                report.chains().stream().map(DossierReport.Chain::report).toList();
        List<String> open = new ArrayList<>();
        if (!chains.stream().allMatch(chain -> chain.completeness() instanceof Completeness.Complete)) {
            open.add("completeness");
        }
        if (chains.stream()
                .flatMap(chain -> chain.signers().stream())
                .anyMatch(one -> one.whose() == Whose.NOT_JUDGED)) {
            open.add("whose the parties' keys are");
        }
        if (chains.stream()
                .anyMatch(chain -> !chain.unjudgedEvents().isEmpty()
                        || !chain.answers().unjudged().isEmpty())) {
            open.add("the entries named above");
        }
        return open;
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

    private static String completeness(RecordReport report) {
        return switch (report.completeness()) {
            case Completeness.Complete(long upTo, int receipts, int heads) ->
                "complete against " + against(receipts, heads) + ", up to seq " + upTo
                        + "; whether more followed can't be told";
            case Completeness.FilesOwn(int receipts, int heads) ->
                "not judged: " + against(receipts, heads) + " in the file, its own word; give "
                        + (heads > 0 ? "--log-key" : "--receipt");
            case Completeness.Incomplete(String fault) -> "INCOMPLETE: " + fault;
            case Completeness.Unproven() ->
                "NOT SHOWN: no head of this chain that the log signed; entries may be cut off, and the head with them";
            case Completeness.NotJudged() ->
                report.integrity() instanceof Integrity.Sound
                        ? "not judged: no receipt or signed head"
                        : "not judged: the record is not sound";
        };
    }

    /** The role is the entry's word, whose key it is the gateway's, until a profile says so. */
    private static String whose(Whose whose) {
        return switch (whose) {
            case NOT_JUDGED -> "not judged whose it is; give --profile";
            case THE_PARTYS -> "in the party's profile";
            case ANOTHERS -> "NOT IN THE PARTY'S PROFILE";
        };
    }

    private static String numbers(List<Long> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(", "));
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
