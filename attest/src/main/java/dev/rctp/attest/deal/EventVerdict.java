package dev.rctp.attest.deal;

/** What became of checking an event (EVT-1). */
public sealed interface EventVerdict {

    /**
     * It is what it should be; its {@code iat} is not judged yet.
     *
     * @param event the event
     */
    record Verified(VerifiedEvent event) implements EventVerdict {}

    /**
     * 400 {@code request_invalid}.
     *
     * @param sentence what is wrong with it; quotes nothing of it
     */
    record Refused(String sentence) implements EventVerdict {}
}
