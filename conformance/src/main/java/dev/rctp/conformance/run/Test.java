package dev.rctp.conformance.run;

/** The test of one requirement. */
@FunctionalInterface
public interface Test {

    /** Judges the target; what isn't as it should be ends it by one of the trial's judgements. */
    void run(Trial t) throws Exception;
}
