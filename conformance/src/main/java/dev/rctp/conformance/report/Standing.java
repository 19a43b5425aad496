package dev.rctp.conformance.report;

import dev.rctp.conformance.run.Result;

/** What a result means for the verdict, the gravest first. */
public enum Standing {
    /** A MUST does not hold. */
    FAILED("failed", "fail"),
    /** The plan says that it fails, and it passes. */
    STALE("stale expected failure", "fail"),
    /** The runner itself failed. */
    FAULT("runner fault", "fault"),
    /** Its control did not work: nothing was judged. */
    BLOCKED("blocked", "blocked"),
    /** The plan lacks what it needs. */
    SKIPPED("skipped", "skip"),
    /** A SHOULD does not hold. */
    WARNED("warning", "warn"),
    /** It fails, as the plan says. */
    EXPECTED("expected failure", "expected"),
    /** It is of something that this target does not have. */
    NOT_APPLICABLE("not applicable", "na"),
    /** It holds. */
    PASSED("passed", "pass");

    private final String text;
    private final String key;

    Standing(String text, String key) {
        this.text = text;
        this.key = key;
    }

    /** Of a result. */
    static Standing of(Result result) {
        return switch (result.outcome()) {
            case PASS -> result.stale() ? STALE : PASSED;
            case FAIL -> result.expectedFailure() ? EXPECTED : FAILED;
            case WARN -> result.expectedFailure() ? EXPECTED : WARNED;
            case SKIP -> SKIPPED;
            case BLOCKED -> BLOCKED;
            case NOT_APPLICABLE -> NOT_APPLICABLE;
            case ERROR -> FAULT;
        };
    }

    /** As reports say it. */
    public String text() {
        return text;
    }

    /** Its name in style sheets. */
    String key() {
        return key;
    }

    /** Whether the target is not conformant by it. */
    public boolean fails() {
        return this == FAILED || this == STALE;
    }

    /** Whether a reader has to be told of it one by one. */
    public boolean isTold() {
        return this != PASSED && this != NOT_APPLICABLE && this != EXPECTED && this != SKIPPED;
    }
}
