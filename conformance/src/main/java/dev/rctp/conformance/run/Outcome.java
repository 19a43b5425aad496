package dev.rctp.conformance.run;

/** How a test ended. */
public enum Outcome {
    /** The requirement holds. */
    PASS("pass"),
    /** A MUST does not hold. */
    FAIL("fail"),
    /** A SHOULD does not hold. */
    WARN("warn"),
    /** It was not run, because the plan lacks what it needs: never a pass. */
    SKIP("skip"),
    /** Its control, the case that has to work, did not work: nothing was judged. */
    BLOCKED("blocked"),
    /** The requirement is of something that this target does not have. */
    NOT_APPLICABLE("not applicable"),
    /** The runner itself failed. */
    ERROR("runner fault");

    private final String text;

    Outcome(String text) {
        this.text = text;
    }

    /** As reports say it. */
    public String text() {
        return text;
    }
}
