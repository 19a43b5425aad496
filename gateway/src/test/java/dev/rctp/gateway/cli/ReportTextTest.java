package dev.rctp.gateway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.attest.verify.RecordReport;
import dev.rctp.attest.verify.RecordReport.Answers;
import dev.rctp.attest.verify.RecordReport.Completeness;
import dev.rctp.attest.verify.RecordReport.Integrity;
import dev.rctp.attest.verify.RecordReport.Unjudged;
import dev.rctp.attest.verify.RecordReport.Want;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code rctp record verify} says of a report. */
class ReportTextTest {

    private static final Integrity SOUND = new Integrity.Sound();
    private static final String UNSOUND = "approvals:    not judged: the record is not sound";

    private static List<String> lines(Integrity integrity, int checked, Unjudged... unjudged) {
        return ReportText.lines(new RecordReport(
                integrity,
                new Completeness.Complete(4, 1, 0),
                1,
                9,
                Set.of("key"),
                new Answers(checked, List.of(unjudged)),
                List.of(),
                List.of(),
                null));
    }

    @Test
    @DisplayName("REC-4: the line behind integrity says how many of the sellers' answers were checked, be it none")
    void checked() {
        assertThat(lines(SOUND, 2))
                .containsExactly(
                        "integrity:    sound, 9 entries, signed by key",
                        "approvals:    2 checked",
                        "completeness: complete against 1 receipt, up to seq 4; whether more followed can't be told");
        assertThat(lines(SOUND, 0)).contains("approvals:    0 checked").hasSize(3);
    }

    @ParameterizedTest
    @DisplayName("REC-4: of an answer that is not judged it says what is missing: question, signature, or both")
    @CsvSource(delimiter = '|', textBlock = """
                    QUESTION | what was asked is not in this file, or not open to who read it
                    SIGNATURE | the passkey's signature is not open in this file; what was asked is
                    QUESTION_AND_SIGNATURE | neither what was asked nor the passkey's signature is open in this file
                    """, quoteCharacter = '"')
    void unjudged(Want want, String sentence) {
        assertThat(lines(SOUND, 1, new Unjudged(4, want), new Unjudged(7, want)))
                .containsSubsequence("approvals:    1 checked, 2 not judged", "not judged:   seq 4, 7: " + sentence)
                .hasSize(4);
    }

    @Test
    @DisplayName("REC-4: each thing that is missing has its line")
    void several() {
        assertThat(lines(SOUND, 0, new Unjudged(4, Want.SIGNATURE), new Unjudged(5, Want.QUESTION)))
                .anyMatch(line -> line.startsWith("not judged:   seq 4: the passkey's signature"))
                .anyMatch(line -> line.startsWith("not judged:   seq 5: what was asked"))
                .contains("approvals:    0 checked, 2 not judged")
                .hasSize(5);
    }

    @Test
    @DisplayName("REC-4: answers in a record that is broken, or whose keys are not given, are not said to be checked")
    void unsound() {
        Unjudged one = new Unjudged(4, Want.SIGNATURE);
        assertThat(lines(new Integrity.Broken(2, 3, "a fault"), 1, one))
                .contains(UNSOUND)
                .hasSize(3);
        assertThat(lines(new Integrity.Unknown(2, 3, "other"), 1, one))
                .contains(UNSOUND)
                .hasSize(3);
    }
}
