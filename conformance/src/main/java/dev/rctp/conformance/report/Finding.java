package dev.rctp.conformance.report;

import dev.rctp.conformance.requirement.Requirement;
import dev.rctp.conformance.run.Result;
import java.time.Duration;
import java.util.List;

/**
 * How one requirement came out, without secrets; all that is printed or written of a run is made of these.
 *
 * @param sentence what was expected and what was there instead; empty for a pass
 * @param reason why the plan says that it fails; empty where it doesn't
 * @param exchanges what went over the wire, the last one last
 * @param leftOut how many exchanges came before those
 */
public record Finding(
        Requirement requirement,
        Standing standing,
        String sentence,
        String reason,
        List<ShownExchange> exchanges,
        int leftOut,
        Duration took) {

    private static final int MOST_EXCHANGES = 24;

    /** Keeps its own copy of the exchanges. */
    public Finding {
        exchanges = List.copyOf(exchanges);
    }

    /** Of a result; the reason is the plan's for an expected failure, empty for none. */
    public static Finding of(Result result, String reason, Redaction redaction) {
        Redaction own = redaction.with(result.exchanges());
        int leftOut = Math.max(0, result.exchanges().size() - MOST_EXCHANGES);
        return new Finding(
                result.requirement(),
                Standing.of(result),
                result.stale()
                        ? "The plan expects it to fail, and it passed: take it out of expected_failures."
                        : VisibleText.shortened(own.shown(result.sentence())),
                own.shown(reason),
                result.exchanges().stream().skip(leftOut).map(own::shown).toList(),
                leftOut,
                result.took());
    }

    /** The requirement's name, such as {@code RCTP-GRA-3.2}. */
    public String name() {
        return requirement.name();
    }
}
