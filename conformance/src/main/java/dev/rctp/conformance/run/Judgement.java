package dev.rctp.conformance.run;

/** Ends a test: thrown by {@link Trial} alone, caught by {@link Runner} alone. */
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
