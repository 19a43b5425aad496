package dev.rctp.gateway.enforce;

/** What is known of an Idempotency-Key before a call is judged (IDM-1). */
public sealed interface Prior {

    /** The key is new. */
    record Unused() implements Prior {}

    /**
     * The same call was answered before.
     *
     * @param decision its answer, receipt included
     */
    record Answered(Decision decision) implements Prior {}

    /** The same call is being carried out. */
    record InProgress() implements Prior {}

    /** The same call was answered so long ago that the answer is gone. */
    record Expired() implements Prior {}

    /** The key was used for another call. */
    record Other() implements Prior {}
}
