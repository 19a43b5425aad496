package dev.rctp.gateway.enforce;

import java.time.Duration;

/** The marketplace API behind the gateway. */
public interface Marketplace {

    /** Sends the request once, signed (PRX-6), and waits no longer than this for the whole answer. */
    Answer send(UpstreamRequest request, Duration deadline) throws InterruptedException;

    /** What became of one attempt. */
    sealed interface Answer {

        /**
         * The marketplace answered.
         *
         * @param status its status
         * @param body its body
         */
        record Answered(int status, byte[] body) implements Answer {

            /** Whether the step stands. */
            boolean accepted() {
                return status >= 200 && status < 300;
            }

            /** Whether the marketplace refuses the step for good (PRX-2). */
            boolean vetoed() {
                return switch (status) {
                    case 401, 407, 408, 425, 429 -> false;
                    default -> status >= 400 && status < 500;
                };
            }
        }

        /** No answer came in time; the request may have been carried out or not. */
        record None() implements Answer {}
    }
}
