package dev.rctp.conformance.run;

/** Ends a test, or what a test tries: thrown by {@link Trial}, and in the end caught by {@link Runner} or {@link Reach}. */
final class Judgement extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Outcome outcome;

    Judgement(Outcome outcome, String sentence) {
        super(sentence, null, false, false);
        this.outcome = outcome;
    }

    Outcome outcome() {
        return outcome;
    }

    String sentence() {
        return String.valueOf(getMessage());
    }
}
