package dev.rctp.gateway.limits;

/** Whether a party may do one thing more. */
public sealed interface Admission permits Admission.Refused, Visit {

    /** It may not now: the answer is 429 with {@code detail.cause="limit"}, and waiting a second can help. */
    enum Refused implements Admission {
        /** Too many in too short a time. */
        RATE("too many calls in too short a time"),
        /** Too many that are not answered yet. */
        CONCURRENCY("too many calls at once"),
        /** Too many of them on their way to the marketplace unjudged (PRX-4). */
        RELAYS("too many relayed calls at once"),
        /** Too many connections. */
        CONNECTIONS("too many connections");

        private final String sentence;

        Refused(String sentence) {
            this.sentence = sentence;
        }

        /** What there is too much of, without a number. */
        public String sentence() {
            return sentence;
        }
    }
}
