package dev.rctp.attest.verify;

/** Carries the one sentence of a failed check from where it fails to the report; never leaves this package. */
final class Fault extends Exception {

    private static final long serialVersionUID = 1L;

    private final String sentence;

    Fault(String sentence) {
        super(sentence, null, false, false);
        this.sentence = sentence;
    }

    String sentence() {
        return sentence;
    }

    /** Throws the sentence unless the condition holds. */
    static void unless(boolean condition, String sentence) throws Fault {
        if (!condition) {
            throw new Fault(sentence);
        }
    }
}
