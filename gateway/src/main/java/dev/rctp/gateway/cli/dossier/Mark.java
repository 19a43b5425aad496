package dev.rctp.gateway.cli.dossier;

import static dev.rctp.approval.page.Html.tag;

import dev.rctp.approval.page.Html;
import dev.rctp.attest.verify.RecordReport;
import dev.rctp.attest.verify.RecordReport.Integrity;
import dev.rctp.attest.verify.RecordReport.Whose;

/** What the verification found of one entry, and of what a party says in it. */
enum Mark {
    VERIFIED("\u2713", "Verified", "good"),
    BROKEN("\u2717", "Broken", "bad"),
    UNCHECKED("?", "Not checked", "warn");

    private final String sign;
    private final String word;
    private final String look;

    Mark(String sign, String word, String look) {
        this.sign = sign;
        this.word = word;
        this.look = look;
    }

    /** Of the entry at this place in its chain, from 0, with this number: verified where nothing that it says is left unjudged. */
    static Mark of(RecordReport report, int place, long seq) {
        Mark integrity = of(report.integrity(), place);
        if (integrity == VERIFIED && isAnothers(report, seq)) {
            return BROKEN;
        }
        return integrity == VERIFIED && isUnjudged(report, seq) ? UNCHECKED : integrity;
    }

    private static boolean isAnothers(RecordReport report, long seq) {
        return report.signers().stream()
                .anyMatch(signer ->
                        signer.whose() == Whose.ANOTHERS && signer.events().contains(seq));
    }

    private static boolean isUnjudged(RecordReport report, long seq) {
        return report.unjudgedEvents().contains(seq)
                || report.answers().unjudged().stream().anyMatch(answer -> answer.seq() == seq);
    }

    private static Mark of(Integrity integrity, int place) {
        return switch (integrity) {
            case Integrity.Sound() -> VERIFIED;
            case Integrity.Unknown(int index, long seq, String keyId) -> place < index ? VERIFIED : UNCHECKED;
            case Integrity.Broken(int index, long seq, String fault) -> {
                if (place == index) {
                    yield BROKEN;
                }
                yield place < index ? VERIFIED : UNCHECKED;
            }
        };
    }

    /** Its sign and its word: neither colour nor shape alone says it. */
    Html html() {
        return tag("span")
                .styled("mark " + look)
                .of(tag("span").with("aria-hidden", "true").of(sign), Html.text(" " + word));
    }
}
