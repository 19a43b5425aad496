package dev.rctp.conformance.report;

/** What a run says of its target. */
public enum Verdict {
    /** Everything that was run was judged, and nothing failed. */
    CONFORMANT(0, "conformant", "Conformant"),
    /** Everything that was run was judged, and nothing failed that the plan doesn't name. */
    EXCEPTED(0, "conformant but for expected failures", "Conformant but for expected failures"),
    /** A MUST does not hold, or an expected failure is stale. */
    NOT_CONFORMANT(1, "not conformant", "Not conformant"),
    /** Nothing failed, but not everything could be judged. */
    INCOMPLETE(4, "incomplete", "Incomplete"),
    /** Nothing failed that the target is to blame for: the runner did. */
    RUNNER_FAULT(5, "runner fault", "Runner fault");

    private final int exitCode;
    private final String text;
    private final String title;

    Verdict(int exitCode, String text, String title) {
        this.exitCode = exitCode;
        this.text = text;
        this.title = title;
    }

    /** Of these counts; without one pass nothing is conformant. */
    static Verdict of(Counts counts) {
        if (counts.of(Standing.FAILED) + counts.of(Standing.STALE) > 0) {
            return NOT_CONFORMANT;
        }
        if (counts.of(Standing.FAULT) > 0) {
            return RUNNER_FAULT;
        }
        boolean open = counts.of(Standing.BLOCKED) + counts.of(Standing.SKIPPED) > 0;
        if (open || counts.of(Standing.PASSED) == 0) {
            return INCOMPLETE;
        }
        return counts.of(Standing.EXPECTED) > 0 ? EXCEPTED : CONFORMANT;
    }

    /** What the program exits with. */
    public int exitCode() {
        return exitCode;
    }

    /** As reports say it. */
    public String text() {
        return text;
    }

    /** As a heading. */
    String title() {
        return title;
    }
}
