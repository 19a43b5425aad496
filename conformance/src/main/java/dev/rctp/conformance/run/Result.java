package dev.rctp.conformance.run;

import dev.rctp.conformance.requirement.Requirement;
import dev.rctp.conformance.wire.Exchange;
import java.time.Duration;
import java.util.List;

/**
 * How one test ended, and what it saw.
 *
 * @param sentence what was expected and what was there instead; empty for a pass
 * @param exchanges what went over the wire, the last one last; empty for a pass
 * @param expectedFailure whether the plan says that it fails
 */
public record Result(
        Requirement requirement,
        Outcome outcome,
        String sentence,
        List<Exchange> exchanges,
        Duration took,
        boolean expectedFailure) {

    /** Keeps its own copy of the exchanges. */
    public Result {
        exchanges = List.copyOf(exchanges);
    }

    /** Whether the plan says that it fails, and it doesn't. */
    public boolean stale() {
        return expectedFailure && outcome == Outcome.PASS;
    }
}
