package dev.rctp.conformance.cli;

/** What a command says by its exit code. */
public enum ExitCode {
    /** The target is conformant, or the command did what it should. */
    CONFORMANT(0),
    /** Something failed. */
    FAILURES(1),
    /** The command or the plan is wrong. */
    USAGE(2),
    /** The target can't be reached, or can't reach the runner. */
    UNREACHABLE(3),
    /** Nothing failed, but not everything was judged. */
    INCOMPLETE(4),
    /** The runner itself failed. */
    RUNNER_FAULT(5);

    private final int code;

    ExitCode(int code) {
        this.code = code;
    }

    /** The number. */
    public int code() {
        return code;
    }
}
